import type { Random } from '../clock.ts';

/** How long to wait before the next attempt. */
export interface BackoffOptions {
  /**
   * The wait before the second attempt is drawn from 0 to this, in milliseconds; doubled for each further one.
   *
   * @default 200
   */
  readonly baseMs?: number;
  /**
   * The same after a limit or an overload.
   *
   * @default 1000
   */
  readonly limitBaseMs?: number;
  /**
   * No wait is drawn from a range beyond this, in milliseconds.
   *
   * @default 8000
   */
  readonly capMs?: number;
}

/** Draws from 0 to min(cap, base · 2^(attempt − 1)): of all jitters the one whose herds stay at the server's capacity. */
export function fullJitter(attempt: number, baseMs: number, capMs: number, random: Random): number {
  return random() * Math.min(capMs, baseMs * 2 ** (attempt - 1));
}
