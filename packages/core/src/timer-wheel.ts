import type { Timer } from './clock.ts';

const tickMs = 10;
const slotCount = 512;

/** Below this a wheel's lateness (up to two ticks) would show, so the platform's own timer is used. */
const precisePartMs = 100;

/**
 * Holds many timers of which nearly all are cancelled: arming and cancelling cost a fraction of `setTimeout`.
 * One platform timer drives it, is due no more often than some slot has an entry, and never keeps the process alive.
 */
export class TimerWheel {
  readonly #now: () => number;
  readonly #slots: (Timer | undefined)[] = Array.from({ length: slotCount }, () => undefined);
  #armedCount = 0;
  #lastTick: number;
  #wakeTick = Infinity;
  #driver: NodeJS.Timeout | undefined = undefined;

  constructor(now: () => number) {
    this.#now = now;
    this.#lastTick = Math.floor(now() / tickMs);
  }

  schedule(timer: Timer, delayMs: number): void {
    this.cancel(timer);
    const now = this.#now();
    timer.dueAt = now + Math.max(0, delayMs);
    if (delayMs < precisePartMs) {
      const platformTimer = setTimeout(() => {
        timer.slot = undefined;
        timer.fire();
      }, delayMs);
      timer.slot = platformTimer.unref();
      return;
    }
    // An empty wheel hasn't been turned for a while; nothing can be due in between.
    if (this.#armedCount === 0) this.#lastTick = Math.floor(now / tickMs);
    const dueTick = Math.ceil(timer.dueAt / tickMs);
    const slot = dueTick % slotCount;
    timer.slot = slot;
    timer.previous = undefined;
    timer.next = this.#slots[slot];
    if (timer.next !== undefined) timer.next.previous = timer;
    this.#slots[slot] = timer;
    this.#armedCount++;
    this.#wakeAt(Math.min(dueTick, Math.floor(now / tickMs) + slotCount), now);
  }

  cancel(timer: Timer): void {
    if (timer.slot === undefined) return;
    if (typeof timer.slot === 'number') this.#unlink(timer, timer.slot);
    // Sound: a slot is a number for an entry of the wheel and a platform timer for everything else.
    else clearTimeout(timer.slot as NodeJS.Timeout);
    timer.slot = undefined;
  }

  #unlink(timer: Timer, slot: number): void {
    if (timer.previous === undefined) this.#slots[slot] = timer.next;
    else timer.previous.next = timer.next;
    if (timer.next !== undefined) timer.next.previous = timer.previous;
    timer.previous = undefined;
    timer.next = undefined;
    this.#armedCount--;
  }

  #wakeAt(tick: number, now: number): void {
    if (tick >= this.#wakeTick) return;
    clearTimeout(this.#driver);
    this.#wakeTick = tick;
    this.#driver = setTimeout(() => this.#turn(), Math.max(1, tick * tickMs - now)).unref();
  }

  #turn(): void {
    this.#wakeTick = Infinity;
    const now = this.#now();
    const nowTick = Math.floor(now / tickMs);
    const due: Timer[] = [];
    const firstTick = Math.max(this.#lastTick + 1, nowTick - slotCount + 1);
    for (let tick = firstTick; tick <= nowTick; tick++) {
      for (let timer = this.#slots[tick % slotCount]; timer !== undefined; timer = timer.next)
        if (timer.dueAt <= now) due.push(timer);
    }
    this.#lastTick = nowTick;
    due.sort((a, b) => a.dueAt - b.dueAt);
    for (const timer of due) {
      // One that fired before may have cancelled or moved this one.
      if (typeof timer.slot !== 'number' || timer.dueAt > now) continue;
      this.cancel(timer);
      timer.fire();
    }
    if (this.#armedCount > 0) this.#wakeAt(this.#nextOccupiedTick(nowTick), this.#now());
  }

  #nextOccupiedTick(nowTick: number): number {
    for (let tick = nowTick + 1; tick < nowTick + slotCount; tick++)
      if (this.#slots[tick % slotCount] !== undefined) return tick;
    return nowTick + slotCount;
  }
}
