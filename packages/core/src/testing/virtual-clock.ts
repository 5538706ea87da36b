import type { CancelSignal } from '../cancel.ts';
import type { Clock, Timer } from '../clock.ts';
import { sleepOn } from '../system-clock.ts';

/**
 * A clock that stands still until it is told to move. A `sleep` moves it by itself as soon as everything that can run
 * has run, so that code which only waits needs no help from its test; timers fire on the way, in the order of their dates.
 */
export class VirtualClock implements Clock {
  /** The lengths of all sleeps so far, in milliseconds. */
  readonly slept: number[] = [];
  readonly #startedAt: number;
  readonly #autoAdvance: boolean;
  #now = 0;
  #timers: Timer[] = [];

  constructor(options: { readonly startedAt?: Date; readonly autoAdvance?: boolean } = {}) {
    const { startedAt = new Date('2026-12-01T10:00:00Z'), autoAdvance = true } = options;
    this.#startedAt = startedAt.getTime();
    this.#autoAdvance = autoAdvance;
  }

  /** How many timers are armed. */
  get armed(): number {
    return this.#timers.length;
  }

  now(): number {
    return this.#now;
  }

  wall(): Date {
    return new Date(this.#startedAt + this.#now);
  }

  schedule(timer: Timer, delayMs: number): void {
    this.cancel(timer);
    timer.dueAt = this.#now + Math.max(0, delayMs);
    timer.slot = this;
    // Behind all timers of the same date, so that equal dates fire in the order of arming.
    const at = this.#timers.findIndex((other) => other.dueAt > timer.dueAt);
    this.#timers.splice(at < 0 ? this.#timers.length : at, 0, timer);
  }

  cancel(timer: Timer): void {
    if (timer.slot === undefined) return;
    timer.slot = undefined;
    this.#timers = this.#timers.filter((other) => other !== timer);
  }

  sleep(delayMs: number, signal?: CancelSignal): Promise<boolean> {
    this.slept.push(delayMs);
    const sleeping = sleepOn(this, delayMs, signal);
    const wakeAt = this.#now + delayMs;
    if (this.#autoAdvance) setImmediate(() => void this.#advanceTo(wakeAt));
    return sleeping;
  }

  /** Moves time forward and fires what is due on the way; lets everything that this sets off run. */
  async advance(byMs: number): Promise<void> {
    await this.#advanceTo(this.#now + byMs);
  }

  async #advanceTo(at: number): Promise<void> {
    await settled();
    for (let timer = this.#timers[0]; timer !== undefined && timer.dueAt <= at; timer = this.#timers[0]) {
      this.#now = Math.max(this.#now, timer.dueAt);
      this.cancel(timer);
      timer.fire();
      await settled();
    }
    this.#now = Math.max(this.#now, at);
  }
}

/** Lets all promise reactions run that can run without time passing. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
