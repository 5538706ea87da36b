import { mayPass, type Failure, type Random } from '@breakwater/core';
import { StartGate } from '../start-gate.ts';
import type { Life, Pause, RestartSchedule } from '../supervisor.ts';

/** Options of {@link RestartPolicy}. */
export interface RestartPolicyOptions {
  readonly random: Random;
  /**
   * The longest wait after the first short life, in milliseconds; it doubles with each further one.
   *
   * @default 1_000
   */
  readonly baseDelayMs?: number;
  /**
   * Where the doubling ends, in milliseconds.
   *
   * @default 60_000
   */
  readonly maxDelayMs?: number;
  /**
   * How long a server must have been ready for its start to count as a good one, in milliseconds.
   *
   * @default 30_000
   */
  readonly goodUptimeMs?: number;
  /**
   * Starts in a row without a good one, after which the server counts as failed.
   *
   * @default 5
   */
  readonly maxStarts?: number;
  /**
   * How often a failed server is tried unasked, in milliseconds.
   *
   * @default 60_000
   */
  readonly failedDelayMs?: number;
  /**
   * Whether calls fail fast while a server counts as failed, which spares them a start in vain; else they wait for the next
   * one.
   *
   * @default true
   */
  readonly failFast?: boolean;
}

/** Where the doubling ends of the waits for somebody to mend what does not pass by itself, in milliseconds. */
const longestRefusalMs = 900_000;

/**
 * Says when a server that died may be started again: with full jitter after 1, 2, 4 … 60 s, and once a minute when
 * start after start was in vain; not sooner than it asks for, and ever more rarely, up to 15 min, where it refuses us.
 * Only a sustained uptime wipes the slate, never a start by itself. Holds no timer; all times are on the monotonic scale
 * of one clock.
 */
export class RestartPolicy implements RestartSchedule {
  readonly gate = new StartGate();
  readonly #options: Required<Omit<RestartPolicyOptions, 'random'>>;
  readonly #random: Random;
  #isRunning = false;
  #shortLives = 0;
  /** Ends in a row that waiting does not mend. */
  #refusals = 0;
  #pause: Pause | undefined = undefined;
  #lastEndAt = Number.NEGATIVE_INFINITY;
  #dueAt = Number.NEGATIVE_INFINITY;
  #dueByCallAt = Number.NEGATIVE_INFINITY;

  constructor(options: RestartPolicyOptions) {
    const {
      random,
      baseDelayMs = 1_000,
      maxDelayMs = 60_000,
      goodUptimeMs = 30_000,
      maxStarts = 5,
      failedDelayMs = 60_000,
      failFast = true,
    } = options;
    this.#options = { baseDelayMs, maxDelayMs, goodUptimeMs, maxStarts, failedDelayMs, failFast };
    this.#random = random;
  }

  /** Whether start after start was in vain; stays true during a new try until it is ready. */
  get failed(): boolean {
    return this.#shortLives >= this.#options.maxStarts && !this.#isRunning;
  }

  get failsFast(): boolean {
    return this.#options.failFast && this.failed;
  }

  get pause(): Pause | undefined {
    return this.#pause;
  }

  /** The server has answered its handshake: from here on its uptime counts, since a server may also hang at its start. */
  ready(): void {
    this.#isRunning = true;
    this.#pause = undefined;
  }

  /** The server is gone without having been asked to, or its start has failed. */
  ended(nowMs: number, life: Life, failure: Failure): void {
    const { baseDelayMs, maxDelayMs, maxStarts, failedDelayMs } = this.#options;
    const { kind, retryAfterMs = 0 } = failure;
    const untilMs = nowMs + retryAfterMs;
    if (retryAfterMs > 0 && untilMs > this.#pausedUntilMs) this.#pause = { untilMs, failure };
    // Processes of several sessions that go down together have met the same trouble: it counts once.
    if (life.startedAtMs < this.#lastEndAt) return;
    this.#lastEndAt = nowMs;
    this.#isRunning = false;
    this.#shortLives = this.#wasGood(life, nowMs) ? 0 : this.#shortLives + 1;
    this.#refusals = mayPass(kind) ? 0 : this.#refusals + 1;
    const doublings = Math.max(0, this.#shortLives - 1);
    const delayMs = this.#random() * Math.min(maxDelayMs, baseDelayMs * 2 ** doublings);
    const refusedMs = this.#refusals === 0 ? 0 : Math.min(longestRefusalMs, baseDelayMs * 2 ** (this.#refusals - 1));
    this.#dueByCallAt = nowMs + delayMs;
    this.#dueAt = nowMs + Math.max(refusedMs, this.#shortLives >= maxStarts ? failedDelayMs : delayMs);
  }

  /** The server was ended on purpose, which says nothing against it; waits that were due before stay due. */
  stopped(nowMs: number, life: Life | undefined): void {
    if (life !== undefined && this.#wasGood(life, nowMs)) this.#shortLives = 0;
    this.#isRunning = false;
  }

  /** When the next start is due by itself; `nowMs` where it may come at once. */
  nextStartAt(nowMs: number): number {
    return Math.max(nowMs, this.#dueAt, this.#pausedUntilMs);
  }

  /** The same for a start that a call asks for: a failed server is tried for it sooner than unasked, but never in a storm. */
  nextStartByCallAt(nowMs: number): number {
    return Math.max(nowMs, this.#dueByCallAt, this.#pausedUntilMs);
  }

  get #pausedUntilMs(): number {
    return this.#pause?.untilMs ?? Number.NEGATIVE_INFINITY;
  }

  #wasGood({ readyAtMs }: Life, nowMs: number): boolean {
    return readyAtMs !== undefined && nowMs - readyAtMs >= this.#options.goodUptimeMs;
  }
}
