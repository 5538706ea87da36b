import type { Clock } from '../clock.ts';

/** What a repeat is paid for with: after a transient fault, or after a limit. */
export type RepeatCause = 'transient' | 'limit';

const cost = { transient: 14, limit: 5 } as const satisfies Record<RepeatCause, number>;
const capacity = 100;
const idleRefillMs = 6_000;

/**
 * Tokens of one server that repeats are paid from, so that retries never multiply the load of a server in trouble:
 * a first-try success earns 1, a repeat that succeeds earns its cost back, and time earns 1 each 6 s.
 * There is no floor per process: with many callers at low rates, floors are what defeats a budget.
 */
export class RetryBudget {
  readonly #clock: Clock;
  #tokens = capacity;
  #refilledAt: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#refilledAt = clock.now();
  }

  /** The tokens left, idle time counted. */
  get tokens(): number {
    this.#refill();
    return this.#tokens;
  }

  /** Takes the cost of one repeat; false where there isn't enough left. */
  spend(cause: RepeatCause): boolean {
    this.#refill();
    if (this.#tokens < cost[cause]) return false;
    this.#tokens -= cost[cause];
    return true;
  }

  /** Credits a success: of a first attempt, or of the repeat that was paid for this cause. */
  succeeded(paidFor?: RepeatCause): void {
    this.#tokens = Math.min(capacity, this.#tokens + (paidFor === undefined ? 1 : cost[paidFor]));
  }

  #refill(): void {
    const earned = Math.floor((this.#clock.now() - this.#refilledAt) / idleRefillMs);
    if (earned === 0) return;
    this.#refilledAt += earned * idleRefillMs;
    this.#tokens = Math.min(capacity, this.#tokens + earned);
  }
}
