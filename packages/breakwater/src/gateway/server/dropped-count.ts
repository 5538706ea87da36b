import { Timer, type Clock, type DroppedWhat } from '@breakwater/core';

/** How many of a kind are told one by one within a window of this length, in milliseconds: a dump in a call, with its stack, is told whole. */
const toldOneByOne = 50;
const windowMs = 60_000;

interface Window {
  readonly timer: Timer;
  count: number;
}

/** Keeps a flood of what a server sends in vain out of the log: the first few are told, and at the end how many more there were. */
export class DroppedCount {
  readonly #clock: Clock;
  readonly #tellMore: (what: DroppedWhat, more: number) => void;
  readonly #windows = new Map<DroppedWhat, Window>();

  constructor(clock: Clock, tellMore: (what: DroppedWhat, more: number) => void) {
    this.#clock = clock;
    this.#tellMore = tellMore;
  }

  /** Counts one more, and says whether it is to be told by itself. */
  add(what: DroppedWhat): boolean {
    let window = this.#windows.get(what);
    if (window === undefined) {
      window = { timer: new Timer(() => this.#end(what)), count: 0 };
      this.#windows.set(what, window);
      this.#clock.schedule(window.timer, windowMs);
    }
    window.count += 1;
    return window.count <= toldOneByOne;
  }

  /** Tells what is still untold. */
  close(): void {
    for (const what of this.#windows.keys()) this.#end(what);
  }

  #end(what: DroppedWhat): void {
    const window = this.#windows.get(what);
    if (window === undefined) return;
    this.#windows.delete(what);
    this.#clock.cancel(window.timer);
    if (window.count > toldOneByOne) this.#tellMore(what, window.count - toldOneByOne);
  }
}
