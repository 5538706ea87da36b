import type { ServerResponse } from 'node:http';
import { Timer, type Clock, type Message } from '@breakwater/core';
import type { OnUnread } from '../backlog.ts';
import { SseResponse } from './sse-response.ts';

/** How long a question of a server's waits for a stream: hosts open theirs a moment after the handshake, or never. */
const questionMs = 5_000;
/** How many messages wait; the oldest goes first. */
const maxWaiting = 64;
/** How much of them, in characters. */
const maxWaitingLength = 4 * 1024 * 1024;

interface Waiting {
  readonly message: Message;
  /** Runs for questions only; a notification may be late. */
  readonly patience: Timer;
}

/** The stream of a host's session for what belongs to none of its requests; what comes while it is not open waits. */
export class StandingStream {
  readonly #clock: Clock;
  readonly #undeliverable: (question: Message) => void;
  readonly #onUnread: OnUnread;
  readonly #waiting = new Set<Waiting>();
  #waitingLength = 0;
  #stream: SseResponse | undefined = undefined;
  #ended = false;

  /**
   * @param undeliverable Told of a question that waited in vain.
   */
  constructor(clock: Clock, undeliverable: (question: Message) => void, onUnread: OnUnread) {
    this.#clock = clock;
    this.#undeliverable = undeliverable;
    this.#onUnread = onUnread;
  }

  send(message: Message): void {
    if (this.#stream?.send(message) === true) return;
    if (!this.#ended) this.#wait(message);
    else if (message.kind === 'request') this.#undeliverable(message);
  }

  /** The host opens its stream; each message goes out on one stream only, so an earlier one ends. */
  open(response: ServerResponse): void {
    this.#stream?.end();
    this.#stream = new SseResponse(response, this.#clock, this.#onUnread);
    for (const waiting of this.#waiting) {
      if (!this.#stream.send(waiting.message)) break;
      this.#forget(waiting);
    }
  }

  /** Ends the stream; what still waits is forgotten. */
  end(): void {
    this.#ended = true;
    for (const waiting of this.#waiting) this.#forget(waiting);
    this.#stream?.end();
  }

  #wait(message: Message): void {
    const waiting: Waiting = { message, patience: new Timer(() => this.#giveUp(waiting)) };
    this.#waiting.add(waiting);
    this.#waitingLength += message.text.length;
    if (message.kind === 'request') this.#clock.schedule(waiting.patience, questionMs);
    for (const oldest of this.#waiting) {
      if (this.#waiting.size <= maxWaiting && this.#waitingLength <= maxWaitingLength) break;
      this.#giveUp(oldest);
    }
  }

  #giveUp(waiting: Waiting): void {
    this.#forget(waiting);
    if (waiting.message.kind === 'request') this.#undeliverable(waiting.message);
  }

  #forget(waiting: Waiting): void {
    this.#clock.cancel(waiting.patience);
    if (this.#waiting.delete(waiting)) this.#waitingLength -= waiting.message.text.length;
  }
}
