import type { Clock } from '@breakwater/core';

const pauseMs = 1_000;

/**
 * Reads a list anew for names that it doesn't show, at most once a second: what a host makes up must not become work of
 * the server's.
 */
export class SecondLook<Read = void> {
  readonly #clock: Clock;
  #beganAtMs = Number.NEGATIVE_INFINITY;
  #looking: Promise<Read> | undefined = undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether the list was looked at within the last second. */
  get isFresh(): boolean {
    return this.#clock.now() - this.#beganAtMs < pauseMs;
  }

  /** Whoever comes too soon waits for the next reading, which all share: the list may have changed without a word. */
  take(read: () => Promise<Read>): Promise<Read> {
    this.#looking ??= this.#take(read).finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  async #take(read: () => Promise<Read>): Promise<Read> {
    if (this.isFresh) await this.#clock.sleep(this.#beganAtMs + pauseMs - this.#clock.now());
    this.#beganAtMs = this.#clock.now();
    return read();
  }
}
