import { readHeader } from './headers.ts';
import { peek, peekList, peekString } from './peek.ts';

/** Longer than anybody means, short enough that a date can still be computed from it. */
const longestMs = 100 * 365 * 86_400_000;
/** Bigger numbers are dates, not durations: 2001 in seconds, and in milliseconds. */
const epochSeconds = 1e9;
const epochMs = 1e12;

/** What {@link parseRetryAfter} may read beside the headers that name a wait outright. */
export interface RetryAfterOptions {
  /**
   * Which windows of rate limits are read too. Many services send them with every answer, so that they mean a wait only
   * where the answer says that a limit was reached (`all`), or where they are used up and it may have been (`used-up`).
   *
   * @default 'none'
   */
  readonly windows?: 'none' | 'used-up' | 'all';
}

/**
 * Reads how long a service wants to be left alone, in milliseconds: Retry-After in seconds or as a date, its variants in
 * milliseconds, and the windows of rate limits. Undefined where nothing readable stands there; never shortened.
 */
export function parseRetryAfter(
  headers: unknown,
  now: Date | undefined,
  { windows = 'none' }: RetryAfterOptions = {},
): number | undefined {
  const nowMs = now?.getTime();
  for (const name of ['retry-after-ms', 'x-ms-retry-after-ms']) {
    const waitMs = positive(readHeader(headers, name), 1);
    if (waitMs !== undefined) return waitMs;
  }
  const retryAfter = readHeader(headers, 'retry-after');
  const waitMs = retryAfter === undefined ? undefined : parseWait(retryAfter, nowMs);
  return waitMs ?? (windows === 'none' ? undefined : parseLimitReset(headers, nowMs, windows));
}

/** Reads the wait that a body names, in the forms of the common providers; milliseconds. */
export function retryAfterIn(body: unknown): number | undefined {
  const places = [body, peek(body, 'error'), peek(peek(body, 'error'), 'metadata'), peek(body, 'parameters')];
  for (const place of places) {
    for (const key of ['retry_after_ms', 'retryAfterMs']) {
      const waitMs = positive(peek(place, key), 1);
      if (waitMs !== undefined) return waitMs;
    }
    for (const key of ['retry_after', 'retryAfter', 'retry_after_seconds']) {
      const waitMs = positive(peek(place, key), 1000);
      if (waitMs !== undefined) return waitMs;
    }
    for (const detail of peekList(peek(place, 'details'), 16)) {
      const waitMs = parseDuration(peekString(detail, 'retryDelay') ?? '');
      if (waitMs !== undefined) return waitMs;
    }
  }
  return undefined;
}

/** Headers of rate limits: `reset` beside the `remaining` that tells which of several limits was reached. */
const limits: readonly (readonly [reset: string, remaining: string])[] = [
  ['x-ratelimit-reset-after', 'x-ratelimit-remaining'],
  ['x-ratelimit-reset', 'x-ratelimit-remaining'],
  ['x-rate-limit-reset', 'x-rate-limit-remaining'],
  ['ratelimit-reset', 'ratelimit-remaining'],
  ['x-ratelimit-reset-requests', 'x-ratelimit-remaining-requests'],
  ['x-ratelimit-reset-tokens', 'x-ratelimit-remaining-tokens'],
  ['anthropic-ratelimit-requests-reset', 'anthropic-ratelimit-requests-remaining'],
  ['anthropic-ratelimit-tokens-reset', 'anthropic-ratelimit-tokens-remaining'],
  ['anthropic-ratelimit-input-tokens-reset', 'anthropic-ratelimit-input-tokens-remaining'],
  ['anthropic-ratelimit-output-tokens-reset', 'anthropic-ratelimit-output-tokens-remaining'],
];

/** The longest window of those that are used up; of all where none says so, since a large request may not fit the rest. */
function parseLimitReset(headers: unknown, nowMs: number | undefined, windows: 'used-up' | 'all'): number | undefined {
  const all: number[] = [];
  const usedUp: number[] = [];
  const add = (waitMs: number, remaining: string | undefined): void => {
    all.push(waitMs);
    if (Number(remaining) <= 0) usedUp.push(waitMs);
  };
  for (const [reset, remaining] of limits) {
    const text = readHeader(headers, reset);
    const waitMs = text === undefined ? undefined : parseWait(text, nowMs);
    if (waitMs !== undefined) add(waitMs, readHeader(headers, remaining));
  }
  // `RateLimit: "default";r=0;t=30`, the draft of the IETF.
  for (const policy of (readHeader(headers, 'ratelimit') ?? '').split(',')) {
    const seconds = /(?:^|[;\s])t=(\d{1,9})\b/.exec(policy)?.[1];
    if (seconds !== undefined) add(Number(seconds) * 1000, /(?:^|[;\s])r=(\d{1,15})\b/.exec(policy)?.[1]);
  }
  const candidates = usedUp.length > 0 || windows === 'used-up' ? usedUp : all;
  return candidates.length > 0 ? Math.max(...candidates) : undefined;
}

/** Seconds, a point in time, or a duration with units. */
function parseWait(text: string, nowMs: number | undefined): number | undefined {
  const number = parseNumber(text);
  if (number !== undefined) {
    if (number >= epochMs) return until(number, nowMs);
    return number >= epochSeconds ? until(number * 1000, nowMs) : bounded(number * 1000);
  }
  const dateMs = parseDate(text);
  if (dateMs !== undefined) return until(dateMs, nowMs);
  const durationMs = parseDuration(text);
  if (durationMs !== undefined) return durationMs;
  // A header that came twice: the longer wait satisfies both.
  const parts = text.split(',').map((part) => parseNumber(part.trim()));
  const numbers = parts.filter((part) => part !== undefined);
  return parts.length > 1 && numbers.length === parts.length ? bounded(Math.max(...numbers) * 1000) : undefined;
}

/** Only plain decimals: `Number` would also take an empty text, hexadecimal digits and a sign. */
function parseNumber(text: string): number | undefined {
  return /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined;
}

function positive(value: unknown, unitMs: number): number | undefined {
  const number = typeof value === 'string' ? parseNumber(value.trim()) : value;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? bounded(number * unitMs) : undefined;
}

/** A date that has passed says nothing: clocks differ, and a wait of zero would be a guess. */
function until(dateMs: number, nowMs: number | undefined): number | undefined {
  return nowMs !== undefined && dateMs > nowMs ? bounded(dateMs - nowMs) : undefined;
}

function bounded(waitMs: number): number {
  return Math.min(Math.ceil(waitMs), longestMs);
}

const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} (?:GMT|UTC|[+-]\d{4})$/;
const rfc850Date = /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/;
const asctimeDate = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;
const rfc3339Date = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/;

/** The forms of dates that HTTP allows, and RFC 3339; `Date.parse` alone takes nearly any text for a date. */
function parseDate(text: string): number | undefined {
  const legible = httpDate.test(text) || rfc850Date.test(text) || rfc3339Date.test(text);
  const dateMs = Date.parse(legible ? text : asctimeDate.test(text) ? `${text} GMT` : '');
  return Number.isNaN(dateMs) ? undefined : dateMs;
}

const unitsMs: Readonly<Record<string, number>> = {
  d: 86_400_000,
  h: 3_600_000,
  m: 60_000,
  s: 1000,
  ms: 1,
  us: 1e-3,
  µs: 1e-3,
  ns: 1e-6,
};

/** Durations as Go and protobuf write them: `1m30s`, `6m0s`, `12ms`, `34.4s`. */
function parseDuration(text: string): number | undefined {
  if (!/^(?:\d+(?:\.\d+)?(?:ms|us|µs|ns|d|h|m|s))+$/.test(text)) return undefined;
  let sumMs = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|us|µs|ns|d|h|m|s)/g)) {
    sumMs += Number(amount) * (unitsMs[unit ?? ''] ?? 0);
  }
  return bounded(sumMs);
}
