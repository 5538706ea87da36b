import {
  CancelSource,
  type Message,
  type Attempt,
  type CancelReason,
  type Principal,
  type Target,
} from '@breakwater/core';
import type { Rules } from '../../config/effective-rules.ts';

/** Where everything goes that belongs to one message of a host: its POST, or the one stream of stdio. */
export interface Exchange {
  /** The exchange of the batch that this one's message came in. */
  readonly within?: Exchange;
  /** Sends a notification or a request of the server's that belongs to the host's request; false where it can't go this way. */
  send(message: Message): boolean;
  /** Answers the host's request; the exchange is over. */
  answer(message: Message): void;
  /** Ends the exchange without an answer: the host has cancelled, or wanted none. */
  end(): void;
}

/** How many requests wait for an answer; those that wait for changes have none of their own. */
export function countUnanswered(requests: Iterable<HostRequest>): number {
  let count = 0;
  for (const { method } of requests) if (method !== 'subscriptions/listen') count += 1;
  return count;
}

/** What is configured for a request, beyond what its server has to do with. */
export type RequestRules = Pick<Rules, 'errors' | 'locale' | 'onDisconnect'>;

/** Where a request goes. */
export interface Destination {
  rulesFor(target: Target): RequestRules;
}

/** One request of a host, from its arrival to its only answer. */
export class HostRequest {
  readonly message: Message;
  /** Raw JSON text. */
  readonly id: string;
  readonly method: string;
  readonly correlationId: string;
  readonly principal: Principal;
  readonly cancel = new CancelSource();
  /** An unfinished request of the same session under the same id, where the host's transport keeps them apart. */
  shadowed: HostRequest | undefined = undefined;
  readonly #exchange: Exchange;
  readonly #ended: (request: HostRequest) => void;
  #lastProgress = -Infinity;
  #attempt: Attempt | undefined = undefined;
  #questions = 0;
  #destination: Destination | undefined = undefined;
  #target: Target | undefined = undefined;
  #isLeft = false;
  #done = false;
  /** Those that are not answered yet; most requests have none. */
  #parts: Set<HostRequest> | undefined = undefined;

  constructor(
    message: Message,
    exchange: Exchange,
    context: {
      readonly correlationId: string;
      readonly principal: Principal;
      readonly ended: (request: HostRequest) => void;
    },
  ) {
    this.message = message;
    // Sound: only messages of kind `request` get here, and those have both.
    this.id = message.id as string;
    this.method = message.method as string;
    this.#exchange = exchange;
    this.correlationId = context.correlationId;
    this.principal = context.principal;
    this.#ended = context.ended;
  }

  get done(): boolean {
    return this.#done;
  }

  /** Whether a server has got the request or a part of it, and may have acted on it. */
  get isDispatched(): boolean {
    return this.#attempt !== undefined || [...(this.#parts ?? [])].some((part) => part.isDispatched);
  }

  /** What is configured for where the request goes; undefined as long as nobody knows that. */
  get rules(): RequestRules | undefined {
    return this.#target && this.#destination?.rulesFor(this.#target);
  }

  /** Whether this request came on the given exchange, by itself or in a batch. */
  isOn(exchange: Exchange): boolean {
    return this.#exchange === exchange || this.#exchange.within === exchange;
  }

  /**
   * What one of several servers gets of this request: it ends with the whole, and sooner where the host hangs up and its own
   * server's rules say so.
   */
  part(message: Message, send: Exchange['send']): HostRequest {
    const exchange = { send, answer: () => {}, end: () => {} };
    const { correlationId, principal } = this;
    const parts = (this.#parts ??= new Set());
    const ended = (part: HostRequest): void => {
      parts.delete(part);
      this.#ended(part);
    };
    const part = new HostRequest(message, exchange, { correlationId, principal, ended });
    parts.add(part);
    if (this.#isLeft) part.left();
    if (this.cancel.reason !== undefined) part.drop(this.cancel.reason);
    return part;
  }

  /** Sends something that belongs to this request; false where it can't go this way, as nothing can after the answer. */
  send(message: Message): boolean {
    return !this.#done && this.#exchange.send(message);
  }

  /** Passes progress on; what a repeated attempt has to say again is left out. */
  progress(notification: Message, attempt: number): void {
    const span = notification.find(notification.paramsSpan, 'progress');
    const progress = span === undefined ? Number.NaN : Number(notification.slice(span));
    if (attempt > 1 && !(progress > this.#lastProgress)) return;
    if (progress > this.#lastProgress) this.#lastProgress = progress;
    this.send(notification);
  }

  /** Says which attempt runs for this request now. */
  runs(attempt: Attempt): void {
    this.#attempt = attempt;
  }

  /** Says where the request goes; that its host has hung up before is heard now. */
  goesTo(destination: Destination, target: Target): void {
    this.#destination = destination;
    this.#target = target;
    if (this.#isLeft) this.left();
  }

  /** The host has hung up: the request ends with that where the rules of its target say so. */
  left(): void {
    this.#isLeft = true;
    if (this.rules?.onDisconnect === 'cancel') this.drop('disconnect');
    for (const part of this.#parts ?? []) part.left();
  }

  /** Counts the questions that the host, and the human behind it, is being asked for this request: time stands still for it. */
  asking(change: 1 | -1): void {
    this.#questions += change;
    if (this.#questions > 0) this.#attempt?.pause();
    else this.#attempt?.resume();
  }

  /** Answers under the host's own id, once; later answers are dropped. */
  answer(message: Message): void {
    if (this.#done) return;
    this.#done = true;
    this.#exchange.answer(message.withId(this.id));
    this.#ended(this);
  }

  /** Ends the request without an answer, as a cancelled one must. */
  drop(reason: CancelReason): void {
    // Work for a request that was answered before its time is taken back as well.
    this.cancel.cancel(reason);
    for (const part of this.#parts ?? []) part.drop(reason);
    if (this.#done) return;
    this.#done = true;
    this.#exchange.end();
    this.#ended(this);
  }
}
