import { CancelSource, Message, Timer, TransientMap } from '@breakwater/core';
import type { Channel, ChannelListener, Clock, Era, Failure, Locale, Random } from '@breakwater/core';
import { meantId } from '../request-id.ts';
import { opensSession } from '../session-opening.ts';
import { Delivery } from './delivery.ts';
import type { DeliveryOwner } from './delivery.ts';
import type { HttpAddress, Refusal } from './exchange.ts';
import { HeldMessages, initializedWaitMs } from './held-messages.ts';
import { HttpFailures } from './http-failures.ts';
import type { HttpPool } from './http-pool.ts';
import { HttpSession } from './http-session.ts';
import { PendingRequest } from './pending-request.ts';
import type { RequestOwner } from './pending-request.ts';
import type { ParamHeaders } from './request-headers.ts';
import { ServerStream } from './server-stream.ts';
import type { ServerStreamOwner } from './server-stream.ts';
import { isBareUnavailable, isSessionForgotten } from './session-check.ts';
import { endSession } from './session-end.ts';
import { heardOfSession, judgeSession, lastWordsMs, sessionLost } from './session-lost.ts';
import type { SessionNews } from './session-lost.ts';

/** Options of {@link openHttpChannel}. */
export interface HttpChannelOptions {
  /** The configured key of the server, by which messages call it; its URL is never shown. */
  readonly server: string;
  readonly url: URL;
  /** Sent with every request; what the transport says itself (`accept`, `content-type`, `mcp-*`) can't be replaced. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly era: Era;
  /** The language of its faults. */
  readonly locale: Locale;
  readonly clock: Clock;
  /**
   * Spreads reconnections.
   *
   * @default Math.random
   */
  readonly random?: Random;
  /** Connections that all channels of the server share; they outlive the channel. */
  readonly pool: HttpPool;
  /**
   * The largest answer, or event of a stream, that is read.
   *
   * @default 268_435_456
   */
  readonly maxMessageBytes?: number;
  /** Names the arguments that the modern wire mirrors in `Mcp-Param-*` headers. */
  readonly paramHeaders?: ParamHeaders;
}

/** A bare 503 may be how a server refuses a dead session; after this many in a row it is asked. */
const maxUnavailable = 3;

/** Opens a channel to a server on Streamable HTTP; no request is made before the first message. */
export function openHttpChannel(options: HttpChannelOptions, listener: ChannelListener): Channel {
  return new HttpChannel(options, listener);
}

class HttpChannel implements Channel, RequestOwner, DeliveryOwner, ServerStreamOwner {
  readonly #listener: ChannelListener;
  readonly #session: HttpSession;
  readonly #stream: ServerStream;
  readonly #held: HeldMessages;
  /** Requests that await their answer, by id. */
  readonly #pending = new TransientMap<string, PendingRequest>();
  /** Everything that holds a connection; a request does so for a while behind its answer or its cancelling. */
  readonly #live = new TransientMap<PendingRequest, true>();
  readonly #deliveries = new TransientMap<Delivery, true>();
  readonly #stopped = new CancelSource();
  readonly #lastWords = new Timer(() => void this.close());
  #lost: Failure | undefined;
  /** Whether a session that is lost to one request has answered another since. */
  #livesOn = false;
  #unavailable = 0;
  #checks = 0;
  #checking: Promise<boolean> | undefined;
  #state: Channel['state'] = 'open';
  #ended = false;
  #closing: Promise<void> | undefined;

  constructor(options: HttpChannelOptions, listener: ChannelListener) {
    const {
      server,
      url,
      era,
      locale,
      clock,
      pool,
      random = Math.random,
      maxMessageBytes = 256 * 1024 * 1024,
    } = options;
    this.#listener = listener;
    const address: HttpAddress = {
      server,
      locale,
      origin: url.origin,
      path: url.pathname + url.search,
      dispatcher: pool.dispatcher,
      clock,
      maxMessageBytes,
    };
    const { headers, paramHeaders } = options;
    this.#session = new HttpSession({
      address,
      url,
      headers,
      paramHeaders,
      era,
      listener,
      failures: new HttpFailures(address),
      random,
    });
    this.#stream = new ServerStream(this.#session, this);
    this.#held = new HeldMessages(clock, (message) => this.send(message));
  }

  get state(): Channel['state'] {
    return this.#state;
  }

  send(message: Message): void {
    if (this.#ended) return;
    if (this.#lost !== undefined && message.kind === 'request' && message.id !== undefined) {
      this.#refuse(message.id, this.#lost);
      return;
    }
    if (!this.#held.keeps(message)) this.#dispatch(message);
  }

  cancel(id: string): void {
    this.#held.remove(id);
    this.#pending.get(id)?.cancel();
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  answered(): void {
    this.#livesOn = this.#lost !== undefined;
  }

  settled(request: PendingRequest): void {
    this.#pending.delete(request.id);
  }

  accepted(): void {
    this.#unavailable = 0;
    this.#stream.serverIsAlive();
  }

  gone(request: PendingRequest): void {
    this.#live.delete(request);
    this.#endIfDrained();
  }

  mayAnswerElsewhere(): boolean {
    return this.#stream.open;
  }

  sendCancelled(id: string): void {
    const text = `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${id},"reason":"cancelled by caller"}}`;
    this.#deliver(Message.read(text));
  }

  sessionRefused({ message }: PendingRequest, refusal: Refusal, tell: (lost: Failure | undefined) => void): void {
    const isDeadSilence = this.#isDeadSilence(refusal);
    const news = this.#judge(refusal, message) ?? (isDeadSilence ? 'doubtful' : undefined);
    const evidence = `HTTP ${refusal.status}`;
    const lost = (executed: Failure['executed']): Failure => sessionLost(this.#session.address, executed, evidence);
    if (news === 'doubtful') {
      void this.#check(evidence).then((isLost) => tell(isLost ? lost('unknown') : undefined));
      return;
    }
    if (news === 'lost') this.#loseSession(evidence);
    tell(news === 'lost' ? lost('no') : undefined);
  }

  acknowledged({ message }: Delivery): void {
    this.accepted();
    if (message.method === 'notifications/initialized' && this.#session.era === 'legacy') this.#stream.start();
  }

  undelivered({ message }: Delivery, refusal: Refusal | undefined): void {
    if (refusal !== undefined && this.#judge(refusal, message) !== undefined)
      void this.#check(`HTTP ${refusal.status}`);
  }

  delivered(delivery: Delivery): void {
    this.#deliveries.delete(delivery);
    if (delivery.message.method === 'notifications/initialized') this.#held.release();
    this.#endIfDrained();
  }

  streamMessage(message: Message): void {
    if (message.kind === 'response' && message.id !== undefined)
      this.#pending.get(meantId(message.id, this.#pending))?.answeredElsewhere();
    this.#listener.message(message, undefined);
  }

  streamMissed(): void {
    this.#listener.missed?.();
  }

  streamRefused({ status, text }: Refusal): void {
    // A balancer may have sent it elsewhere, or its route be missing: requests of the session may still be taken.
    if (this.#session.id !== undefined && heardOfSession(status, text) !== undefined)
      void this.#check(`HTTP ${status} to the stream`);
  }

  #dispatch(message: Message): void {
    if (message.kind !== 'request' || message.id === undefined) return this.#deliver(message);
    const request = new PendingRequest(message.id, message, this.#session, this);
    this.#pending.set(message.id, request);
    this.#live.set(request, true);
    request.start();
  }

  #deliver(message: Message): void {
    if (message.method === 'notifications/initialized') this.#held.hold(initializedWaitMs);
    const delivery = new Delivery(message, this.#session, this);
    this.#deliveries.set(delivery, true);
    delivery.start();
  }

  #refuse(id: string, failure: Failure): void {
    queueMicrotask(() => {
      if (!this.#ended) this.#listener.failed(id, { ...failure, executed: 'no' });
    });
  }

  #judge({ status, text }: Refusal, message: Message): SessionNews | undefined {
    const { kind, method, id } = message;
    const withSession = this.#session.id !== undefined && !opensSession(message);
    return judgeSession({ status, text, withSession, method, id: kind === 'request' ? id : undefined });
  }

  #isDeadSilence(refusal: Refusal): boolean {
    const silent = this.#session.id !== undefined && isBareUnavailable(refusal);
    this.#unavailable = silent ? this.#unavailable + 1 : 0;
    return this.#unavailable >= maxUnavailable;
  }

  /** Resolves with whether the session is lost; asks the server, once for all that doubt it at a time. */
  #check(evidence: string): Promise<boolean> {
    this.#checking ??= this.#askServer(evidence).finally(() => (this.#checking = undefined));
    return this.#checking;
  }

  async #askServer(evidence: string): Promise<boolean> {
    if (this.#lost === undefined) {
      const id = `session-check-${++this.#checks}`;
      if (await isSessionForgotten(this.#session, id, this.#stopped)) this.#loseSession(evidence);
      this.#unavailable = 0;
    }
    return this.#lost !== undefined;
  }

  /** A session that is lost to one request may still serve others, as on another machine: they go on until they end. */
  #loseSession(evidence: string): void {
    if (this.#lost !== undefined || this.#ended) return;
    this.#state = 'closed';
    this.#lost = sessionLost(this.#session.address, 'unknown', evidence);
    this.#held.release();
    this.#listener.retired?.(this.#lost);
    this.#endIfDrained();
  }

  #endIfDrained(): void {
    if (this.#lost === undefined || this.#live.size > 0) return;
    // Not at once: what ended the last request is still being reported, and may leave something to be said.
    queueMicrotask(() => {
      if (this.#deliveries.size === 0) void this.close();
      else this.#session.clock.schedule(this.#lastWords, lastWordsMs);
    });
  }

  async #close(): Promise<void> {
    if (this.#ended) return;
    const mayLive = this.#lost === undefined || this.#livesOn || this.#pending.size > 0;
    this.#ended = true;
    this.#state = 'closed';
    this.#stopped.cancel('shutdown');
    this.#session.clock.cancel(this.#lastWords);
    this.#held.drop();
    this.#stream.stop();
    this.#pending.clear();
    for (const each of [...this.#live.keys(), ...this.#deliveries.keys()]) each.abort();
    this.#listener.closed(this.#lost ?? this.#session.failures.closed());
    if (mayLive && this.#session.id !== undefined) await endSession(this.#session);
  }
}
