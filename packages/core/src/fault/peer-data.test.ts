import fc from 'fast-check';
import { expect, it } from 'vitest';

import { createFault } from './create-fault.ts';
import { readPeerData } from './peer-data.ts';
import { toWireData } from './wire.ts';

// E4
it('reads what a peer says about retrying, also where it names no kind', () => {
  expect(
    readPeerData({
      tool: 'query',
      retryable: false,
      retryAfter: 5,
      correlationId: 'trace-042',
      suggestion: 'Simplify the SQL',
    }),
  ).toEqual({ retryable: false, retryAfterMs: 5_000, correlationId: 'trace-042', suggestion: 'Simplify the SQL' });
});

it('reads back what Breakwater itself sends', () => {
  const fault = createFault(
    {
      kind: 'rate_limited',
      executed: 'no',
      retryAfterMs: 30_000,
      limit: 100,
      remaining: 0,
      windowSeconds: 60,
      required: 'x',
    },
    { correlationId: 'bw-1', attempt: 3, maxAttempts: 3 },
  );

  expect(readPeerData(toWireData(fault))).toEqual({
    kind: 'rate_limited',
    recoveryAction: 'wait_and_retry',
    retryable: true,
    retryAfterMs: 30_000,
    limit: 100,
    remaining: 0,
    windowSeconds: 60,
    attempt: 3,
    maxAttempts: 3,
    correlationId: 'bw-1',
    required: 'x',
  });
});

// N4
it.each([
  [null],
  [''],
  [' '],
  ['soon'],
  [-5],
  [Number.NaN],
  [Number.POSITIVE_INFINITY],
  [1e300],
  [true],
  [[]],
  [{}],
  ['-5'],
  ['0x10'],
])('takes a retryAfter of %o for absent', (retryAfter) => {
  expect(readPeerData({ retryAfter })).toEqual({});
});

it.each([
  [0, 0],
  [1.5, 1_500],
  ['30', 30_000],
  [10_800, 10_800_000],
])('takes a retryAfter of %o for %i ms, and cuts nothing down', (retryAfter, ms) => {
  expect(readPeerData({ retryAfter })).toEqual({ retryAfterMs: ms });
});

it('never believes a peer about what has run, that a call was cancelled, or a name that is no kind', () => {
  expect(readPeerData({ kind: 'cancelled', executed: 'no', origin: 'breakwater', cause: 'x' })).toEqual({});
  expect(readPeerData({ kind: 'constructor', recoveryAction: 'toString' })).toEqual({});
});

it('reads refused arguments, five at most', () => {
  const issue = { field: 'a', expected: 'string', received: 7 };

  expect(readPeerData({ issues: [issue, null, { expected: 'x' }] })).toEqual({
    issues: [{ field: 'a', expected: 'string', received: '7' }],
  });
  expect(readPeerData({ issues: Array.from({ length: 9 }, () => issue) }).issues).toHaveLength(5);
  expect(readPeerData({ required: ['repo:read', 'repo:write'] })).toEqual({ required: 'repo:read, repo:write' });
});

// C124
it('leaves its texts uncut, for whoever redacts them first', () => {
  const text = `${'word '.repeat(80)}\nend`;
  const members = { field: text, expected: text, received: text };

  const said = { ...members, suggestion: text, required: text, correlationId: text, issues: [members] };
  expect(readPeerData(said)).toEqual(said);
});

it('never throws, whatever comes', () => {
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true }), (value) => {
      expect(readPeerData(value)).toBeTypeOf('object');
      expect(readPeerData({ kind: value, retryAfter: value, issues: [value], field: value, limit: value })).toBeTypeOf(
        'object',
      );
    }),
  );
});
