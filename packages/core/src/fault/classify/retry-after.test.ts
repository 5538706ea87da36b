import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseRetryAfter, retryAfterIn } from './retry-after.ts';

const now = new Date('2026-12-01T10:00:00Z');

describe('Retry-After (N4)', () => {
  it.each([
    ['30', 30_000],
    [' 30 ', 30_000],
    ['0', 0],
    ['1.5', 1_500],
    // Hours are hours: whoever waits decides, not the reader.
    ['10800', 10_800_000],
    ['Tue, 01 Dec 2026 10:00:30 GMT', 30_000],
    ['Tuesday, 01-Dec-26 10:00:30 GMT', 30_000],
    ['Tue Dec  1 10:00:30 2026', 30_000],
    ['2026-12-01T10:00:30Z', 30_000],
    ['2026-12-01T12:00:30+02:00', 30_000],
    ['1796119230', 30_000],
    ['1m30s', 90_000],
    ['34.4s', 34_400],
    ['30, 60', 60_000],
  ])('reads %s', (text, waitMs) => {
    expect(parseRetryAfter({ 'Retry-After': text }, now)).toBe(waitMs);
    expect(parseRetryAfter(new Headers({ 'retry-after': text }), now)).toBe(waitMs);
  });

  it.each([
    '',
    '   ',
    '-5',
    '+5',
    'NaN',
    'Infinity',
    '0x10',
    '1e3',
    'soon',
    '5 apples',
    'Tue',
    'Mon, 30 Nov 2026 10:00:00 GMT',
    '30, soon',
  ])('takes %j for absent', (text) => {
    expect(parseRetryAfter({ 'retry-after': text }, now)).toBeUndefined();
  });

  it.each([
    undefined,
    null,
    {},
    { 'retry-after': null },
    { 'retry-after': undefined },
    new Headers(),
    new Map(),
    7,
    'text',
  ])('takes %o for absent', (headers) => {
    expect(parseRetryAfter(headers, now)).toBeUndefined();
  });

  it('leaves a date unread where it is not told the time', () => {
    expect(parseRetryAfter({ 'retry-after': 'Tue, 01 Dec 2026 10:00:30 GMT' }, undefined)).toBeUndefined();
  });

  it('never gives anything but a number of milliseconds that a date can take', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const waitMs = parseRetryAfter({ 'retry-after': text }, now) ?? 0;
        expect(Number.isSafeInteger(waitMs) && waitMs >= 0).toBe(true);
        expect(() => new Date(now.getTime() + waitMs).toISOString()).not.toThrow();
      }),
    );
  });
});

describe('other headers', () => {
  it.each([
    [{ 'retry-after-ms': '1500', 'retry-after': '9' }, 1_500],
    [{ 'x-ms-retry-after-ms': '250' }, 250],
    [{ 'x-ratelimit-reset-after': '0.5' }, 500],
    [{ 'x-ratelimit-reset': '45' }, 45_000],
    [{ 'x-ratelimit-reset': '1796119260' }, 60_000],
    [{ 'x-ratelimit-reset': '1796119260000' }, 60_000],
    [{ 'x-ratelimit-reset-requests': '8.64s', 'x-ratelimit-reset-tokens': '1m30s' }, 90_000],
    [
      {
        'x-ratelimit-reset-requests': '8s',
        'x-ratelimit-remaining-requests': '0',
        'x-ratelimit-reset-tokens': '6m0s',
        'x-ratelimit-remaining-tokens': '900',
      },
      8_000,
    ],
    [
      { 'anthropic-ratelimit-tokens-reset': '2026-12-01T10:00:12Z', 'anthropic-ratelimit-tokens-remaining': '0' },
      12_000,
    ],
    [{ RateLimit: '"default";r=0;t=20' }, 20_000],
    [{ RateLimit: '"default";r=5;t=20' }, 20_000],
    [{ RateLimit: '"minute";r=0;t=20, "hour";r=900;t=3000' }, 20_000],
    [{ RateLimit: '"minute, first";r=3;t=20, "hour";r=0;t=3000' }, 3_000_000],
  ])('reads %o', (headers, waitMs) => {
    expect(parseRetryAfter(headers, now, { windows: 'all' })).toBe(waitMs);
  });

  it.each([
    [{ 'x-ratelimit-remaining': '4990', 'x-ratelimit-reset': '3500' }, undefined],
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '3500' }, 3_500_000],
    [{ 'x-ratelimit-reset': '3500' }, undefined],
    [{ 'ratelimit-remaining': '12', 'ratelimit-reset': '40' }, undefined],
    [{ RateLimit: '"default";r=50;t=30' }, undefined],
    [{ RateLimit: '"default";t=30' }, undefined],
    [{ RateLimit: '"a";r=50;t=3000, "b";r=0;t=7' }, 7_000],
    [{ 'retry-after': '3', 'x-ratelimit-remaining': '4990', 'x-ratelimit-reset': '3500' }, 3_000],
  ])('reads only windows that are used up where that is asked: %o', (headers, waitMs) => {
    expect(parseRetryAfter(headers, now, { windows: 'used-up' })).toBe(waitMs);
  });

  it('leaves the windows of rate limits alone where no limit was reached', () => {
    expect(parseRetryAfter({ 'x-ratelimit-reset': '3600' }, now)).toBeUndefined();
  });
});

it.each([
  [{ error: { details: [{ '@type': 'google.rpc.RetryInfo', retryDelay: '34.4s' }] } }, 34_400],
  [{ retry_after: 1.25 }, 1_250],
  [{ error: { retry_after_ms: 700 } }, 700],
  [{ retry_after: null }, undefined],
  [{ retry_after: '' }, undefined],
  [{ retry_after: -1 }, undefined],
  [undefined, undefined],
])('reads the body %o', (body, waitMs) => {
  expect(retryAfterIn(body)).toBe(waitMs);
});
