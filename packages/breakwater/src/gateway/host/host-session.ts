import { findMember, Message, type CancelReason, type Principal, TransientMap } from '@breakwater/core';
import type { Connection } from '@breakwater/transport';
import type { Backend } from '../backend/backend.ts';
import { allowsBatches, shareExchange } from './batch.ts';
import { correlationIdOf } from './correlation.ts';
import { AskedHost } from './asked-host.ts';
import { eraOf } from './era-of.ts';
import { countUnanswered, HostRequest, type Exchange } from './host-request.ts';
import type { HostVoice } from './host-voice.ts';
import { readOverlong } from './overlong-message.ts';
import type { Upstream, UpstreamHost } from '../server/upstream.ts';

/** How a session reaches its host with what belongs to no request of the host's. */
export interface HostPort {
  /** Whether the same id may be in flight twice, since each request has an exchange of its own (HTTP). */
  readonly separatesRequests: boolean;
  send(message: Message): void;
}

/** Options of {@link HostSession}. */
export interface HostSessionOptions {
  readonly port: HostPort;
  readonly principal: Principal;
  /** Makes what stands behind the session: one server, or all of them as one. */
  readonly backend: (host: UpstreamHost) => Backend;
  readonly voice: HostVoice;
}

/** One host on the legacy wire, or one stdio host on either: from its first message to its end. */
export class HostSession implements UpstreamHost {
  readonly #options: HostSessionOptions;
  readonly #backend: Backend;
  readonly #asked: AskedHost;
  /** By id; the latest one where the transport lets two have the same. */
  readonly #requests = new TransientMap<string, HostRequest>();
  readonly #ended = (request: HostRequest): void => this.#forget(request);
  #capabilities: Readonly<Record<string, unknown>> = {};
  /** Set by `initialize`; hosts may send batches in one old revision only. */
  #revision: string | undefined = undefined;

  constructor(options: HostSessionOptions) {
    this.#options = options;
    this.#backend = options.backend(this);
    this.#asked = new AskedHost(options.voice.said);
  }

  /** The protocol revision that was negotiated, once it was. */
  get revision(): string | undefined {
    return this.#revision;
  }

  /** How many requests of the host's wait for an answer. */
  get openRequests(): number {
    return countUnanswered(this.#requests.values());
  }

  /** Takes one message of the host's; every request is answered on its exchange exactly once. Never throws. */
  receive(message: Message, exchange: Exchange): void {
    try {
      this.#take(message, exchange);
    } catch (error) {
      // A message that meets a mistake of ours must not end the process, and with it every other host.
      const answer = this.#options.voice.mistake(error, { id: message.id, era: 'legacy' });
      if (message.kind === 'notification' || message.kind === 'response') exchange.end();
      else exchange.answer(answer);
    }
  }

  /** An answer of the host's was too large to be read; the server that asked must not wait for another. */
  answerTooLarge(id: string, sentence: string): void {
    this.#asked.broken(id, 'message_too_large', sentence);
  }

  /** A message of the host's could not be read; if it was an answer, the server that asked must not wait for another. */
  unreadable(text: string): void {
    // Of a text that is cut only its beginning is the message's own.
    const { id = this.#asked.only, isAnswer } = readOverlong(text, '');
    if (id !== undefined && isAnswer)
      this.#asked.broken(id, 'invalid_request', this.#options.voice.said.unreadableAnswer);
  }

  /** A question of a server's to the host: sent where the host can see to which of its calls it belongs. */
  serverRequest(
    upstream: Upstream,
    connection: Connection,
    message: Message,
    about: HostRequest | undefined,
    waiting: readonly HostRequest[],
  ): void {
    const refusal = this.#asked.refusal(message, this.#capabilities);
    if (refusal !== undefined) {
      connection.send(refusal);
      return;
    }
    this.#send(this.#asked.ask(upstream, connection, message, waiting), about);
  }

  /** A question that was sent through the port can't reach the host. */
  undeliverable(question: Message): void {
    this.#asked.undeliverable(question);
  }

  serverNotification(
    _upstream: Upstream,
    message: Message,
    about: HostRequest | undefined,
    connection?: Connection,
  ): void {
    const translated =
      message.method === 'notifications/cancelled' ? this.#asked.cancelled(connection, message) : message;
    if (translated === undefined) return;
    this.#backend.changed(translated);
    this.#send(translated, about);
  }

  serverLost(upstream: Upstream): void {
    for (const withdrawn of this.#asked.lost(upstream)) this.#send(withdrawn, undefined);
  }

  callTakenBack(upstream: Upstream, request: HostRequest): void {
    for (const withdrawn of this.#asked.takenBack(upstream, request)) this.#send(withdrawn, request);
  }

  /** The host has hung up on one exchange. */
  disconnected(exchange: Exchange): void {
    for (const latest of this.#requests.values())
      for (let request: HostRequest | undefined = latest; request !== undefined; request = request.shadowed)
        if (request.isOn(exchange) && request.method !== 'initialize') request.left();
  }

  /** The host's connection is gone: what it waits for is dropped or runs on unseen. */
  async close(reason: CancelReason): Promise<void> {
    for (const latest of this.#requests.values())
      for (let request: HostRequest | undefined = latest; request !== undefined; request = request.shadowed) {
        if (reason === 'shutdown') request.answer(this.#options.voice.unfinished(request));
        request.drop(reason);
      }
    this.#asked.close();
    await this.#backend.close();
  }

  #take(message: Message, exchange: Exchange): void {
    switch (message.kind) {
      case 'request':
        this.#onRequest(message, exchange);
        break;
      case 'notification':
        this.#onNotification(message);
        exchange.end();
        break;
      case 'response':
        this.#asked.answered(message);
        exchange.end();
        break;
      case 'batch':
        this.#onBatch(message, exchange);
        break;
      case 'invalid':
        if (this.#isBrokenAnswer(message)) {
          exchange.end();
          break;
        }
        if (message.problem === 'not-json') this.unreadable(message.text);
        exchange.answer(this.#refuseInvalid(message));
        break;
    }
  }

  /** Whether something that is no message was meant as the answer to a question, and has been taken as that. */
  #isBrokenAnswer({ id, text }: Message): boolean {
    if (id === undefined || findMember(text, text.indexOf('{'), 'method') !== undefined) return false;
    return this.#asked.broken(id, 'invalid_request', this.#options.voice.said.brokenAnswer);
  }

  /** Where the host can see to which of its requests a message belongs, or on its own where that is impossible. */
  #send(message: Message, about: HostRequest | undefined): void {
    if (about === undefined || !about.send(message)) this.#options.port.send(message);
  }

  #onBatch(message: Message, exchange: Exchange): void {
    const { said } = this.#options.voice;
    if (!allowsBatches(this.#revision)) {
      exchange.answer(this.#refuse(message, 'invalid_request', said.batch));
      return;
    }
    const members = message.members();
    if (members.length === 0) {
      exchange.answer(this.#refuse(message, 'invalid_request', said.emptyBatch));
      return;
    }
    const exchanges = shareExchange(exchange, members);
    for (const [index, member] of members.entries()) {
      // Sound: there is one exchange for each member.
      const own = exchanges[index] as Exchange;
      if (member.kind === 'batch') own.answer(this.#refuse(member, 'invalid_request', said.nestedBatch));
      // 2025-03-26, Lifecycle, "Initialization".
      else if (member.method === 'initialize') own.answer(this.#refuse(member, 'invalid_request', said.openingInBatch));
      else this.receive(member, own);
    }
  }

  #onRequest(message: Message, exchange: Exchange): void {
    // Sound: only requests get here, and they have an id.
    const id = message.id as string;
    const { port, principal, voice } = this.#options;
    const shadowed = this.#requests.get(id);
    if (shadowed !== undefined && !port.separatesRequests) {
      exchange.answer(this.#refuse(message, 'invalid_request', voice.said.idInUse));
      return;
    }
    if (message.method === 'ping') {
      exchange.answer(Message.result(id, {}));
      return;
    }
    const request = new HostRequest(message, exchange, {
      correlationId: correlationIdOf(message) ?? voice.newCorrelationId(),
      principal,
      ended: this.#ended,
    });
    request.shadowed = shadowed;
    this.#requests.set(id, request);
    // Nothing throws or rejects by design; a mistake of ours must still not leave the host without an answer.
    const onMistake = (error: unknown): void => {
      const { correlationId } = request;
      request.answer(voice.mistake(error, { message, correlationId, era: eraOf(message) }));
    };
    try {
      if (message.method === 'initialize') this.#noteOpening(message);
      this.#backend
        .request(request)
        .then((answer) => {
          if (answer === undefined) request.drop('caller');
          else this.#answer(request, answer);
        })
        .catch(onMistake);
    } catch (error) {
      onMistake(error);
    }
  }

  /** Under the id of a request that is running, the host would take it for the answer to that. */
  #refuseInvalid({ id, problem }: Message): Message {
    const kind = problem === 'not-json' ? 'parse_error' : 'invalid_request';
    const isTaken = id !== undefined && this.#requests.has(id);
    return this.#options.voice.refuse(kind, undefined, { id: isTaken ? undefined : id, era: 'legacy' });
  }

  #refuse(message: Message, kind: 'parse_error' | 'invalid_request', sentence: string | undefined): Message {
    return this.#options.voice.refuse(kind, sentence, { id: message.id, era: eraOf(message) });
  }

  #answer(request: HostRequest, answer: Message): void {
    if (request.method === 'initialize') {
      const version = answer.find(answer.resultSpan, 'protocolVersion');
      const revision = version === undefined ? undefined : answer.valueAt(version);
      if (typeof revision === 'string') this.#revision = revision;
    }
    request.answer(answer);
  }

  #onNotification(message: Message): void {
    switch (message.method) {
      case 'notifications/cancelled':
        this.#onCancelled(message);
        break;
      case 'notifications/progress':
        this.#asked.progress(message);
        break;
      default:
        this.#backend.notification(message);
    }
  }

  #onCancelled(message: Message): void {
    const span = message.find(message.paramsSpan, 'requestId');
    if (span === undefined) return;
    let request = this.#requests.get(message.slice(span));
    // An `initialize` must not be cancelled.
    for (; request !== undefined; request = request.shadowed)
      if (request.method !== 'initialize') request.drop('caller');
  }

  #noteOpening(message: Message): void {
    // Sound: anything that is no object of capabilities is read as none.
    const { capabilities } = (message.params ?? {}) as { readonly capabilities?: unknown };
    this.#capabilities =
      typeof capabilities === 'object' && capabilities !== null ? (capabilities as Record<string, unknown>) : {};
  }

  #forget(request: HostRequest): void {
    this.#asked.ended(request);
    const latest = this.#requests.get(request.id);
    if (latest === request) {
      if (request.shadowed === undefined || request.shadowed.done) this.#requests.delete(request.id);
      else this.#requests.set(request.id, request.shadowed);
      return;
    }
    for (let above = latest; above !== undefined; above = above.shadowed)
      if (above.shadowed === request) above.shadowed = request.shadowed;
  }
}
