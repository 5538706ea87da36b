import { Timer } from '@breakwater/core';
import type { Clock, Message } from '@breakwater/core';

/** How long messages behind `notifications/initialized` wait for its acknowledgement. */
export const initializedWaitMs = 5_000;

/**
 * Holds messages back while `notifications/initialized` is on its way (over HTTP each message has a connection of its
 * own, and a server may refuse what overtakes it), or while there is no address to send them to.
 */
export class HeldMessages {
  readonly #clock: Clock;
  readonly #send: (message: Message) => void;
  readonly #timer = new Timer(() => this.release());
  #held: Message[] | undefined;

  constructor(clock: Clock, send: (message: Message) => void) {
    this.#clock = clock;
    this.#send = send;
  }

  /** Begins to hold, until released or, where given, for this long. */
  hold(maxMs?: number): void {
    this.#held ??= [];
    if (maxMs !== undefined) this.#clock.schedule(this.#timer, maxMs);
  }

  /** Keeps a message, if messages are being held. */
  keeps(message: Message): boolean {
    return this.#held !== undefined && this.#held.push(message) > 0;
  }

  /** @returns Whether the request was held; it is forgotten then. */
  remove(id: string): boolean {
    const at = this.#held?.findIndex((message) => message.kind === 'request' && message.id === id) ?? -1;
    return at >= 0 && this.#held?.splice(at, 1).length === 1;
  }

  /** Sends what was held, in order. */
  release(): void {
    this.#clock.cancel(this.#timer);
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const message of held) this.#send(message);
  }

  /** Forgets what was held. */
  drop(): void {
    this.#held = [];
    this.release();
  }
}
