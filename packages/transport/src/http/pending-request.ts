import { Timer } from '@breakwater/core';
import type { Failure, Message } from '@breakwater/core';
import { isSameId } from '../request-id.ts';
import { opensSession } from '../session-opening.ts';
import type { SseEvent } from '../sse/sse-parser.ts';
import type { Body } from './answer-reader.ts';
import { Exchange } from './exchange.ts';
import type { AnswerHeaders, ExchangeListener, ExchangeTrouble, Refusal } from './exchange.ts';
import { isPassing } from './http-failures.ts';
import type { HttpSession } from './http-session.ts';
import { answerIn, asAnswerTo, messagesIn } from './message-reading.ts';

/** Whom a request tells about itself, besides the channel's listener. */
export interface RequestOwner {
  /** The answer has come; `settled` follows. */
  answered(): void;
  /** No answer is awaited any more; the request's stream may still be open. */
  settled(request: PendingRequest): void;
  /** The server took the request. */
  accepted(): void;
  /** Nothing of the request is left. */
  gone(request: PendingRequest): void;
  /** Whether an answer may also come on a stream that all requests share. */
  mayAnswerElsewhere(): boolean;
  /** Tells, at once or when it has been found out, the end that a refusal means if the session is lost; undefined if it isn't. */
  sessionRefused(request: PendingRequest, refusal: Refusal, tell: (lost: Failure | undefined) => void): void;
  sendCancelled(id: string): void;
}

/** A stream that its server leaves open behind the answer is given this long. */
const lingerMs = 1_000;
/** A cancelled legacy request keeps its connection so long, since there a disconnect says nothing. */
const cancelLingerMs = 5_000;
/** Resumptions in a row that come to nothing. */
const maxResumptions = 5;
/** Also the shortest pause where a server's `retry` names a shorter one: some say 0, and end what they have just begun. */
const resumeBaseMs = 1_000;
const resumeCapMs = 10_000;
/** A stream that lived so long came to something, whatever it carried. */
const minUptimeMs = 2_000;
const rememberedEvents = 1_000;

/** One request on the wire, from its POST to the end of its stream; resumes a broken stream where the legacy wire allows it. */
export class PendingRequest implements ExchangeListener {
  readonly id: string;
  readonly message: Message;
  readonly #session: HttpSession;
  readonly #owner: RequestOwner;
  #exchange: Exchange;
  #timer: Timer | undefined;
  /** `answered` also after a failure: nothing more is reported for the id. */
  #state: 'waiting' | 'answered' | 'cancelled' = 'waiting';
  #status = 0;
  #openedAt: number | undefined;
  #resuming = false;
  #resumptions = 0;
  #retryMs = 0;
  #lastEventId: string | undefined;
  #seenEvents: Set<string> | undefined;

  constructor(id: string, message: Message, session: HttpSession, owner: RequestOwner) {
    this.id = id;
    this.message = message;
    this.#session = session;
    this.#owner = owner;
    const request = { method: 'POST', headers: session.headersFor(message), body: message.text } as const;
    this.#exchange = new Exchange(session.address, request, this);
  }

  start(): void {
    this.#exchange.start();
  }

  /** Takes the request back by the binding of its era. */
  cancel(): void {
    this.#state = 'cancelled';
    this.#owner.settled(this);
    const mustSay =
      this.#session.era === 'legacy' && !opensSession(this.message) && (this.#exchange.sent || this.#resuming);
    if (mustSay) this.#owner.sendCancelled(this.id);
    if (!mustSay || this.#exchange.over) this.abort();
    else this.#after(cancelLingerMs, () => this.abort());
  }

  /** Ends the request and its stream without a word to the listener. */
  abort(): void {
    if (this.#state === 'waiting') this.#state = 'cancelled';
    this.#exchange.abort();
    this.#leave();
  }

  /** The answer came on a stream that all requests share. */
  answeredElsewhere(): void {
    this.#settle();
  }

  opened(status: number, headers: AnswerHeaders): void {
    this.#status = status;
    this.#openedAt = this.#session.clock.now();
    this.#owner.accepted();
    if (opensSession(this.message)) this.#session.noteSessionId(headers);
  }

  body(body: Body): void {
    if (this.#state !== 'waiting') {
      for (const message of this.#state === 'cancelled' ? messagesIn(body.text) : []) this.#receive(message);
      return this.#leave();
    }
    if (this.#resuming) return this.#fail(this.#session.failures.streamEnded());
    const empty = body.text.trim() === '';
    if (empty && this.#status === 202 && this.#owner.mayAnswerElsewhere()) return;
    const messages = messagesIn(body.text, body.isDamaged);
    for (const message of messages) this.#receive(message);
    const { failures } = this.#session;
    if (messages.length === 0) this.#fail(failures.unreadable(body));
    else if (this.#state === 'waiting') this.#fail(failures.noAnswer());
    this.#leave();
  }

  event(event: SseEvent): void {
    const messages = messagesIn(event.data, event.isDamaged);
    // Within one stream ids may be any; an answer that is waited for was not seen before, whatever its id.
    const isRepeated = this.#resuming && event.id !== undefined && this.#seenEvents?.has(event.id) === true;
    if (isRepeated && !messages.some(({ kind }) => kind === 'response')) return;
    if (event.id !== undefined && event.id !== '' && this.#session.era === 'legacy') this.#remember(event.id);
    this.#resumptions = 0;
    for (const message of messages) this.#receive(message);
    if (messages.length === 0) this.#receiveNoise(event);
  }

  comment(): void {
    if (this.#state === 'waiting') this.#session.listener.alive?.(this.id);
  }

  retry(delayMs: number): void {
    this.#retryMs = delayMs;
    // Who says when to come again counts on it.
    this.#resumptions = 0;
  }

  streamEnded(): void {
    if (this.#state !== 'waiting') this.#leave();
    else if (!this.#resume()) this.#fail(this.#session.failures.streamEnded());
  }

  failed(trouble: ExchangeTrouble): void {
    if (this.#state !== 'waiting') return this.#leave();
    const cut = trouble.type === 'network' && (trouble.answering || this.#resuming);
    if (cut && this.#resume()) return;
    const failure = this.#session.failures.trouble(trouble);
    // A resumption that could not even connect says nothing about the request, which was sent long before.
    this.#fail(this.#resuming ? { ...failure, kind: 'connection_lost', executed: 'unknown' } : failure);
  }

  refused(refusal: Refusal): void {
    if (this.#state !== 'waiting') return this.#leave();
    const { failures } = this.#session;
    if (this.#resuming) {
      const mayPass = isPassing(refusal.status) && this.#resume(failures.refused(refusal).retryAfterMs);
      if (!mayPass) this.#fail(failures.streamEnded());
      return;
    }
    this.#owner.sessionRefused(this, refusal, (lost) => this.#endRefused(refusal, lost));
  }

  #endRefused(refusal: Refusal, lost: Failure | undefined): void {
    if (this.#state !== 'waiting') return;
    if (lost !== undefined) return this.#fail(lost);
    const answer = answerIn(refusal, this.id);
    if (answer === undefined) return this.#fail(this.#session.failures.refused(refusal));
    this.#receive(answer);
    this.#leave();
  }

  #receive(message: Message): void {
    // What a server says for a request that was taken back is nobody's; its answer is handed on to be counted.
    if (this.#state === 'cancelled' && message.kind !== 'response') return;
    if (message.kind !== 'response' || this.#state !== 'waiting') {
      this.#session.listener.message(message, this.id);
      return;
    }
    // Without an id it can only belong to the request of this very exchange.
    const answer = message.id === undefined ? asAnswerTo(this.id, message) : message;
    if (answer.id !== undefined && isSameId(answer.id, this.id)) {
      if (opensSession(this.message)) this.#session.noteVersion(answer);
      this.#settle();
    }
    this.#session.listener.message(answer, this.id);
  }

  #receiveNoise({ data, type }: SseEvent): void {
    const { listener, failures } = this.#session;
    if (data === '' || type !== undefined) {
      if (this.#state === 'waiting') listener.alive?.(this.id);
    } else if (this.#state === 'waiting' && /^\s*[{[]/.test(data) && !isJson(data)) {
      this.#fail(failures.brokenEvent(data));
    } else {
      listener.noise?.(data);
    }
  }

  #resume(retryAfterMs = 0): boolean {
    const { clock } = this.#session;
    if (this.#openedAt !== undefined && clock.now() - this.#openedAt >= minUptimeMs) this.#resumptions = 0;
    this.#openedAt = undefined;
    const able =
      this.#session.era === 'legacy' && this.#lastEventId !== undefined && this.#resumptions < maxResumptions;
    if (!able) return false;
    const backoffMs = Math.min(resumeCapMs, resumeBaseMs * 2 ** this.#resumptions);
    this.#resumptions++;
    this.#resuming = true;
    this.#after(Math.max(this.#retryMs, retryAfterMs, backoffMs), () => {
      const request = { method: 'GET', headers: this.#session.streamHeaders(this.#lastEventId) } as const;
      this.#exchange = new Exchange(this.#session.address, request, this);
      this.#exchange.start();
    });
    return true;
  }

  #remember(eventId: string): void {
    this.#lastEventId = eventId;
    const seen = (this.#seenEvents ??= new Set());
    seen.add(eventId);
    if (seen.size <= rememberedEvents) return;
    const [oldest] = seen;
    if (oldest !== undefined) seen.delete(oldest);
  }

  #settle(): void {
    this.#state = 'answered';
    this.#owner.answered();
    this.#owner.settled(this);
    if (this.#exchange.over) this.#leave();
    else this.#after(lingerMs, () => this.abort());
  }

  #fail(failure: Failure): void {
    this.#state = 'answered';
    this.#owner.settled(this);
    this.#session.listener.failed(this.id, failure);
    this.abort();
  }

  #leave(): void {
    if (this.#timer !== undefined) this.#session.clock.cancel(this.#timer);
    this.#owner.gone(this);
  }

  #after(delayMs: number, fire: () => void): void {
    if (this.#timer !== undefined) this.#session.clock.cancel(this.#timer);
    this.#timer = new Timer(fire);
    this.#session.clock.schedule(this.#timer, delayMs);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
