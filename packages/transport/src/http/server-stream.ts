import { Timer } from '@breakwater/core';
import type { Message } from '@breakwater/core';
import type { SseEvent } from '../sse/sse-parser.ts';
import { mediaTypeOf } from './answer-reader.ts';
import type { Body } from './answer-reader.ts';
import { Exchange, headerValue } from './exchange.ts';
import type { AnswerHeaders, ExchangeListener, ExchangeTrouble, Refusal } from './exchange.ts';
import { isPassing } from './http-failures.ts';
import type { HttpSession } from './http-session.ts';
import { messagesIn } from './message-reading.ts';

/** Whom the stream tells what concerns the whole channel. */
export interface ServerStreamOwner {
  /** A message that came outside any request's own stream. */
  streamMessage(message: Message): void;
  /** The stream is open again, and not from where it ended. */
  streamMissed(): void;
  /** The server refused the stream, in words that may concern more than this moment. */
  streamRefused(refusal: Refusal): void;
}

/** A connection counts as a success only when it lived so long or carried an event. */
const minUptimeMs = 2_000;
/** Also the shortest pause where a server's `retry` names a shorter one. */
const baseDelayMs = 1_000;
const maxDelayMs = 30_000;
const maxFailures = 8;
/** Some proxies cut a quiet stream each minute: what may have been missed is told at once, then so often at most. */
const missedPaceMs = 300_000;
/** A parked stream is tried again with traffic that shows the server alive, at most so often. */
const parkedMs = 60_000;

/** The legacy GET stream for what a server says of its own accord: kept open, and given up where the server has none. */
export class ServerStream implements ExchangeListener {
  readonly #session: HttpSession;
  readonly #owner: ServerStreamOwner;
  readonly #timer = new Timer(() => this.#connect());
  readonly #missedTimer = new Timer(() => this.#tellMissed());
  #state: 'unopened' | 'connecting' | 'open' | 'waiting' | 'parked' | 'given-up' = 'unopened';
  #exchange: Exchange | undefined;
  #failures = 0;
  #openedAt: number | undefined;
  #parkedAt = 0;
  #wasAway = false;
  #wasOpen = false;
  #mayTellMissedAt = 0;
  #heard = false;
  #retryMs = 0;
  #lastEventId: string | undefined;

  constructor(session: HttpSession, owner: ServerStreamOwner) {
    this.#session = session;
    this.#owner = owner;
  }

  /** Whether a message may come this way. */
  get open(): boolean {
    return this.#state === 'open';
  }

  start(): void {
    if (this.#state === 'unopened') this.#connect();
  }

  /** The server has just answered something: worth another try where trying had been given a rest. */
  serverIsAlive(): void {
    if (this.#state === 'parked' && this.#session.clock.now() - this.#parkedAt >= parkedMs) this.#connect();
  }

  stop(): void {
    this.#session.clock.cancel(this.#missedTimer);
    this.#giveUp();
  }

  opened(status: number, headers: AnswerHeaders): void {
    const mediaType = mediaTypeOf(headerValue(headers, 'content-type'));
    if (status !== 200 || (mediaType !== undefined && mediaType !== 'text/event-stream')) return this.#giveUp();
    const { clock } = this.#session;
    const now = clock.now();
    this.#state = 'open';
    this.#wasOpen = true;
    this.#openedAt = now;
    if (this.#wasAway && this.#lastEventId === undefined)
      clock.schedule(this.#missedTimer, Math.max(0, this.#mayTellMissedAt - now));
  }

  body({ text }: Body): void {
    if (text.trim() !== '') this.#giveUp();
    else this.#reconnect(0);
  }

  event(event: SseEvent): void {
    this.#heard = true;
    if (event.id !== undefined) this.#lastEventId = event.id === '' ? undefined : event.id;
    const messages = messagesIn(event.data, event.isDamaged);
    for (const message of messages) this.#owner.streamMessage(message);
    if (messages.length > 0) return;
    if (event.data === '' || event.type !== undefined) this.comment();
    else this.#session.listener.noise?.(event.data);
  }

  comment(): void {
    this.#session.listener.alive?.(undefined);
  }

  retry(delayMs: number): void {
    this.#retryMs = delayMs;
  }

  streamEnded(): void {
    this.#reconnect(0);
  }

  failed(trouble: ExchangeTrouble): void {
    if (trouble.type === 'redirect') return this.#giveUp();
    if (trouble.type === 'too-large') this.#session.listener.noise?.('an event of the server stream was too large');
    this.#reconnect(0);
  }

  refused(refusal: Refusal): void {
    const { status } = refusal;
    // Where there was a stream another replica may have refused it, or a proxy on its way.
    const mayPass = isPassing(status) || (this.#wasOpen && status !== 405 && status !== 501);
    if (mayPass) this.#reconnect(this.#session.failures.refused(refusal).retryAfterMs ?? 0);
    else this.#giveUp();
    if (!isPassing(status)) this.#owner.streamRefused(refusal);
  }

  #connect(): void {
    this.#state = 'connecting';
    this.#openedAt = undefined;
    this.#heard = false;
    const request = { method: 'GET', headers: this.#session.streamHeaders(this.#lastEventId) } as const;
    this.#exchange = new Exchange(this.#session.address, request, this);
    this.#exchange.start();
  }

  #reconnect(retryAfterMs: number): void {
    const { clock, random } = this.#session;
    this.#wasAway = true;
    const lived = this.#openedAt !== undefined && clock.now() - this.#openedAt >= minUptimeMs;
    this.#failures = lived || this.#heard ? 0 : this.#failures + 1;
    if (this.#failures >= maxFailures) {
      this.#state = 'parked';
      this.#parkedAt = clock.now();
      return;
    }
    const backoffMs = Math.min(maxDelayMs, baseDelayMs * 2 ** Math.max(0, this.#failures - 1));
    this.#state = 'waiting';
    clock.schedule(this.#timer, Math.max(this.#retryMs, retryAfterMs, backoffMs * (1 + random() / 4)));
  }

  #tellMissed(): void {
    this.#mayTellMissedAt = this.#session.clock.now() + missedPaceMs;
    this.#owner.streamMissed();
  }

  #giveUp(): void {
    this.#state = 'given-up';
    this.#session.clock.cancel(this.#timer);
    this.#exchange?.abort();
  }
}
