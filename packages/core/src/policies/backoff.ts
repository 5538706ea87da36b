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

/**
 * Adds up to a tenth to a wait that a peer has named, since whoever was told the same would come back with it; never more
 * than half of what is left after it.
 */
export function spread(waitMs: number, leftMs: number, random: Random): number {
  return waitMs + random() * Math.min(waitMs / 10, (leftMs - waitMs) / 2);
}
