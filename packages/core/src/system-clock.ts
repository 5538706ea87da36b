import type { CancelSignal } from './cancel.ts';
import { Timer, type Clock } from './clock.ts';
import { TimerWheel } from './timer-wheel.ts';

/** The real clock: `performance.now`, and one timer wheel for everything that waits. */
export class SystemClock implements Clock {
  readonly #wheel = new TimerWheel(() => performance.now());

  now(): number {
    return performance.now();
  }

  wall(): Date {
    return new Date();
  }

  schedule(timer: Timer, delayMs: number): void {
    this.#wheel.schedule(timer, delayMs);
  }

  cancel(timer: Timer): void {
    this.#wheel.cancel(timer);
  }

  sleep(delayMs: number, signal?: CancelSignal): Promise<boolean> {
    return sleepOn(this, delayMs, signal);
  }
}

/** Waits on any clock's timers; leaves no listener and no timer behind, however the wait ends. */
export function sleepOn(clock: Clock, delayMs: number, signal?: CancelSignal): Promise<boolean> {
  if (signal?.reason !== undefined) return Promise.resolve(false);
  return new Promise((resolve) => {
    const timer = new Timer(() => {
      stopListening?.();
      resolve(true);
    });
    clock.schedule(timer, delayMs);
    const stopListening = signal?.onCancel(() => {
      clock.cancel(timer);
      resolve(false);
    });
  });
}
