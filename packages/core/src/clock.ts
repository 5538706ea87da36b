import type { CancelSignal } from './cancel.ts';

/** Monotonic time, wall time and timers; passed in everywhere, so that tests run on a virtual one. */
export interface Clock {
  /** Milliseconds on a monotonic scale; only differences mean anything. */
  now(): number;
  /** The date, for records and messages; never for intervals. */
  wall(): Date;
  /** Resolves with true after `delayMs`, or with false as soon as the signal is cancelled. */
  sleep(delayMs: number, signal?: CancelSignal): Promise<boolean>;
  /** Arms the timer to fire once after `delayMs`; a timer that is armed already is moved. */
  schedule(timer: Timer, delayMs: number): void;
  /** Disarms the timer; does nothing where it isn't armed. */
  cancel(timer: Timer): void;
}

/** One timer, made once and armed as often as needed; its links belong to the clock that holds it. */
export class Timer {
  readonly fire: () => void;
  /** @internal When it is due, on the clock's scale. */
  dueAt = 0;
  /** @internal Whatever the clock needs to find it again; undefined where it isn't armed. */
  slot: unknown = undefined;
  /** @internal */
  previous: Timer | undefined = undefined;
  /** @internal */
  next: Timer | undefined = undefined;

  constructor(fire: () => void) {
    this.fire = fire;
  }
}

/** A source of numbers in [0, 1), passed in wherever chance decides. */
export type Random = () => number;
