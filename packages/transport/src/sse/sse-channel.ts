import { Message, Timer, TransientMap } from '@breakwater/core';
import type { Channel, ChannelListener, Clock, Failure, Locale } from '@breakwater/core';
import { mediaTypeOf } from '../http/answer-reader.ts';
import type { Body } from '../http/answer-reader.ts';
import { Exchange, headerValue } from '../http/exchange.ts';
import type { AnswerHeaders, ExchangeListener, ExchangeTrouble, HttpAddress, Refusal } from '../http/exchange.ts';
import { HeldMessages, initializedWaitMs } from '../http/held-messages.ts';
import { HttpFailures } from '../http/http-failures.ts';
import type { HttpPool } from '../http/http-pool.ts';
import { answerIn, messagesIn } from '../http/message-reading.ts';
import { configuredHeaders } from '../http/request-headers.ts';
import type { HeaderList } from '../http/request-headers.ts';
import { lastWordsMs, saysSessionLost, sessionLost } from '../http/session-lost.ts';
import { meantId } from '../request-id.ts';
import { sentences } from '../sentences.ts';
import { opensSession } from '../session-opening.ts';
import { resolveEndpoint } from './sse-endpoint.ts';
import { SsePost } from './sse-post.ts';
import type { SsePostOwner } from './sse-post.ts';
import type { SseEvent } from './sse-parser.ts';

/** Options of {@link openSseChannel}. */
export interface SseChannelOptions {
  /** The configured key of the server, by which messages call it; its URL is never shown. */
  readonly server: string;
  /** The address of the event stream. */
  readonly url: URL;
  /** The language of its faults. */
  readonly locale: Locale;
  /** Sent with every request; what the transport says itself can't be replaced. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly clock: Clock;
  /** Connections that all channels of the server share; they outlive the channel. */
  readonly pool: HttpPool;
  /**
   * The largest event that is read.
   *
   * @default 268_435_456
   */
  readonly maxMessageBytes?: number;
  /** Called when the stream has begun. */
  readonly onHead?: () => void;
  /** Called when the stream has named its endpoint, before which no server has shown that it speaks this transport. */
  readonly onEndpoint?: () => void;
}

/**
 * Opens a channel to a server on HTTP+SSE, the transport of 2024-11-05: one stream for everything that the server says,
 * whose end is the end of the channel, and a POST for each message to the address that the stream names first.
 */
export function openSseChannel(options: SseChannelOptions, listener: ChannelListener): Channel {
  const channel = new SseChannel(options, listener);
  channel.open();
  return channel;
}

class SseChannel implements Channel, ExchangeListener, SsePostOwner {
  readonly #listener: ChannelListener;
  readonly #failures: HttpFailures;
  readonly #stream: HttpAddress;
  readonly #configured: HeaderList;
  readonly #exchange: Exchange;
  readonly #posts = new TransientMap<SsePost, true>();
  /** Requests that await their answer, by id. */
  readonly #pending = new TransientMap<string, Message>();
  readonly #held: HeldMessages;
  readonly #lastWords = new Timer(() => void this.close());
  readonly #onHead: (() => void) | undefined;
  readonly #onEndpoint: (() => void) | undefined;
  #endpoint: HttpAddress | undefined;
  #version: HeaderList = [];
  #state: Channel['state'] = 'opening';
  #lost: Failure | undefined;
  #ended = false;

  constructor(options: SseChannelOptions, listener: ChannelListener) {
    const { server, url, locale, clock, pool, maxMessageBytes = 256 * 1024 * 1024 } = options;
    this.#listener = listener;
    const { dispatcher } = pool;
    this.#stream = {
      server,
      locale,
      origin: url.origin,
      path: url.pathname + url.search,
      dispatcher,
      clock,
      maxMessageBytes,
    };
    this.#failures = new HttpFailures(this.#stream);
    this.#held = new HeldMessages(clock, (message) => this.#post(message));
    this.#configured = configuredHeaders(url, options.headers);
    this.#onHead = options.onHead;
    this.#onEndpoint = options.onEndpoint;
    const headers = ['accept', 'text/event-stream', ...this.#configured];
    this.#exchange = new Exchange(this.#stream, { method: 'GET', headers }, this);
  }

  get state(): Channel['state'] {
    return this.#state;
  }

  open(): void {
    this.#held.hold();
    this.#exchange.start();
  }

  send(message: Message): void {
    if (this.#ended || (this.#lost !== undefined && message.kind === 'request')) return;
    if (message.kind === 'request' && message.id !== undefined) this.#pending.set(message.id, message);
    if (!this.#held.keeps(message)) this.#post(message);
  }

  cancel(id: string): void {
    const request = this.#pending.get(id);
    if (request === undefined) return;
    this.#settle(id);
    if (!this.#held.remove(id) && !opensSession(request)) {
      const params = `{"requestId":${id},"reason":"cancelled by caller"}`;
      this.#post(Message.read(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":${params}}`));
    }
  }

  close(): Promise<void> {
    this.#end(this.#lost ?? this.#failures.closed());
    return Promise.resolve();
  }

  opened(status: number, headers: AnswerHeaders): void {
    const mediaType = mediaTypeOf(headerValue(headers, 'content-type'));
    if (mediaType === undefined || mediaType === 'text/event-stream') return this.#onHead?.();
    const { server, locale } = this.#stream;
    const message = sentences[locale].noEventStream(server, status, mediaType);
    this.#end({ ...this.#failures.badAnswer(message), executed: 'no' });
  }

  body(body: Body): void {
    this.#end({ ...this.#failures.unreadable(body), executed: 'no' });
  }

  event(event: SseEvent): void {
    if (event.type === 'endpoint') return this.#enter(event.data);
    const messages = messagesIn(event.data, event.isDamaged);
    for (const message of messages) this.#receive(message);
    if (messages.length > 0) return;
    if (event.data === '' || event.type !== undefined) this.comment();
    else this.#listener.noise?.(event.data);
  }

  comment(): void {
    this.#listener.alive?.(undefined);
  }

  retry(): void {}

  streamEnded(): void {
    const { server, locale } = this.#stream;
    const executed = this.#endpoint === undefined ? 'no' : 'unknown';
    this.#end({ kind: 'connection_lost', executed, server, message: sentences[locale].eventStreamEnded(server) });
  }

  refused(refusal: Refusal): void {
    this.#end(this.#failures.refused(refusal));
  }

  failed(trouble: ExchangeTrouble): void {
    const failure = this.#failures.trouble(trouble);
    // Before the endpoint is known no message can have reached the server.
    this.#end(this.#endpoint === undefined ? { ...failure, executed: 'no' } : failure);
  }

  postAnswered(message: Message): void {
    this.#receive(message);
  }

  postRefused({
    id,
    path,
    refusal,
  }: {
    readonly id: string | undefined;
    readonly path: string;
    readonly refusal: Refusal;
  }): void {
    const { server, locale } = this.#stream;
    if (saysSessionLost(refusal.status, refusal.text)) {
      this.#loseSession(sessionLost(this.#stream, 'unknown', `HTTP ${refusal.status}`));
      this.#fail(id, sessionLost(this.#stream, 'no', `HTTP ${refusal.status}`));
      return;
    }
    const answer = id === undefined ? undefined : answerIn(refusal, id);
    if (answer !== undefined) return this.#receive(answer);
    const failure = this.#failures.refused(refusal);
    const message = sentences[locale].endpointMissing(server, refusal.status, path);
    this.#fail(id, refusal.status === 404 || refusal.status === 405 ? { ...failure, message } : failure);
  }

  postFailed(id: string | undefined, trouble: ExchangeTrouble): void {
    this.#fail(id, this.#failures.trouble(trouble));
  }

  postEnded(post: SsePost): void {
    this.#posts.delete(post);
    if (post.method === 'notifications/initialized') this.#held.release();
    this.#endIfDrained();
  }

  #enter(endpoint: string): void {
    if (this.#endpoint !== undefined) return;
    const { origin, path } = this.#stream;
    const decision = resolveEndpoint(this.#stream, new URL(path, origin), endpoint);
    if ('refuse' in decision) {
      this.#end({ ...this.#failures.badAnswer(decision.refuse), executed: 'no' });
      return;
    }
    this.#endpoint = { ...this.#stream, path: decision.path };
    this.#state = 'open';
    this.#onEndpoint?.();
    this.#held.release();
  }

  #post(message: Message): void {
    if (message.method === 'notifications/initialized') this.#held.hold(initializedWaitMs);
    // Sound: messages wait until the endpoint is known.
    const endpoint = this.#endpoint as HttpAddress;
    const headers = [
      'content-type',
      'application/json',
      'accept',
      'application/json, text/event-stream',
      ...this.#configured,
      ...this.#version,
    ];
    const post = new SsePost(endpoint, headers, message, this);
    this.#posts.set(post, true);
    post.start();
  }

  #receive(message: Message): void {
    if (message.kind === 'response' && message.id !== undefined) {
      const id = meantId(message.id, this.#pending);
      const request = this.#pending.get(id);
      if (request !== undefined && opensSession(request)) this.#noteVersion(message);
      this.#settle(id);
    }
    this.#listener.message(message, undefined);
  }

  #noteVersion(answer: Message): void {
    const span = answer.find(answer.resultSpan, 'protocolVersion');
    const version = span === undefined ? undefined : answer.valueAt(span);
    if (typeof version === 'string' && /^[!-~]+$/.test(version)) this.#version = ['mcp-protocol-version', version];
  }

  #fail(id: string | undefined, failure: Failure): void {
    if (id === undefined || !this.#pending.has(id)) return;
    this.#settle(id);
    this.#listener.failed(id, failure);
  }

  #settle(id: string): void {
    this.#pending.delete(id);
    this.#endIfDrained();
  }

  /** A session that is lost to one message may still serve others, as on another machine: they go on until they end. */
  #loseSession(lost: Failure): void {
    if (this.#lost !== undefined || this.#ended) return;
    this.#state = 'closed';
    this.#lost = lost;
    this.#listener.retired?.(lost);
    this.#endIfDrained();
  }

  #endIfDrained(): void {
    if (this.#lost === undefined || this.#pending.size > 0) return;
    // Not at once: what settled the last request is still being reported, and may leave something to be said.
    queueMicrotask(() => {
      if (this.#ended) return;
      if (this.#posts.size === 0) void this.close();
      else this.#stream.clock.schedule(this.#lastWords, lastWordsMs);
    });
  }

  #end(failure: Failure): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#state = 'closed';
    this.#stream.clock.cancel(this.#lastWords);
    this.#exchange.abort();
    for (const post of this.#posts.keys()) post.abort();
    this.#posts.clear();
    this.#pending.clear();
    this.#held.drop();
    this.#listener.closed(failure);
  }
}
