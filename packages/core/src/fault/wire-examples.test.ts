import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Era } from '../channel.ts';
import { classify, classifyIssues, classifyRpcError } from './classify/index.ts';
import { createFault, type FaultContext } from './create-fault.ts';
import type { Failure } from './fault.ts';
import { toErrorObject, toErrorResult } from './wire.ts';

const context: FaultContext = {
  correlationId: 'trace-abc-123',
  safety: 'idempotent',
  target: { kind: 'tool', server: 'db', name: 'query_database' },
};

/** What a host gets, from what went wrong: the whole way through classify, fault and wire. */
function onTheWire(failure: Failure, era: Era, codes = {}) {
  const fault = createFault(failure, context);
  const result = toErrorResult(fault, { era, locale: 'en' });
  const text = result?.content.map((block) => block['text']).join('\n');
  return {
    error: toErrorObject(fault, { era, codes }),
    fault: result?._meta['dev.breakwater/fault'],
    text,
    all: JSON.stringify([fault.message, result, toErrorObject(fault, { era })]),
  };
}

const path = { path: z.string() };
const startDate = { startDate: z.iso.date() };

const wrongArguments = (schema: z.core.$ZodShape, input: unknown): Failure => {
  const parsed = z.object(schema).safeParse(input);
  return classify(parsed.error, { side: 'dependency', input });
};

const internalError: unknown = expect.stringMatching(/^Internal error: ./);

/** As the driver of PostgreSQL throws it, with everything that must not come out. */
const refused = Object.assign(new Error('Failed query: select * from users where token = $1'), {
  cause: Object.assign(new Error('connect ECONNREFUSED 10.0.1.5:5432 (user admin)'), {
    code: 'ECONNREFUSED',
    syscall: 'connect',
    address: '10.0.1.5',
    port: 5432,
  }),
});

describe.each(['legacy', 'modern'] as const)('on the %s wire', (era) => {
  const code = (legacy: number, modern: number): number => (era === 'legacy' ? legacy : modern);

  it('W1 names the field that is missing', () => {
    const { error, fault } = onTheWire(wrongArguments(path, {}), era);
    expect(error).toMatchObject({ code: -32602, data: { field: 'path', retryable: false } });
    expect(fault).toMatchObject({ kind: 'param_missing', field: 'path', retryable: false });
  });

  it('W2 says of a limit, which an upstream has told, how large it is and when it ends', () => {
    const told = {
      code: -31003,
      message: 'Rate limit exceeded',
      data: { kind: 'rate_limited', retryable: true, retryAfter: 30, limit: 100, remaining: 0, windowSeconds: 60 },
    };
    const { error } = onTheWire(classifyRpcError(told, { method: 'tools/call', era }), era);
    expect(error).toMatchObject({
      code: code(-32003, -31003),
      message: 'Rate limit exceeded',
      data: { retryable: true, retryAfter: 30, limit: 100, remaining: 0, windowSeconds: 60 },
    });
    expect(
      onTheWire(classifyRpcError(told, { method: 'tools/call', era }), era, { rate_limited: -32000 }).error?.code,
    ).toBe(code(-32000, -31003));
  });

  it('W3 says which format was expected, what came and what would be right', () => {
    const { error } = onTheWire(wrongArguments(startDate, { startDate: '2024/1/1' }), era);
    expect(error).toMatchObject({
      code: -32602,
      data: {
        field: 'startDate',
        expected: 'YYYY-MM-DD',
        received: '2024/1/1',
        suggestion: "Use '2024-01-01' instead",
        retryable: false,
      },
    });
  });

  it('W4 says which kind of service is down, and no address, user or driver text', () => {
    const { error, all } = onTheWire(classify(refused, { side: 'dependency' }), era);
    expect(error).toMatchObject({
      code: code(-32030, -31030),
      message: 'Database service temporarily unavailable',
      data: { retryable: true, retryAfter: 10 },
    });
    for (const internal of ['10.0.1.5', '5432', 'admin', 'ECONNREFUSED', 'select', 'Failed query'])
      expect(all).not.toContain(internal);
  });

  it('W5 gives a reference for an unknown exception, no hope and nothing of it', () => {
    const { error, all, text } = onTheWire(classify(new Error('boom at /srv/app/db.js:42 with hunter2')), era);
    expect(error).toMatchObject({
      code: -32603,
      message: internalError,
      data: {
        correlationId: 'trace-abc-123',
        retryable: false,
        contactSupport: 'Provide this ID when reporting the issue',
      },
    });
    expect(text).toContain('trace-abc-123');
    for (const internal of ['boom', '/srv', 'hunter2']) expect(all).not.toContain(internal);
  });
});

it('reads all failing fields at once, five at most', () => {
  const schema = z.object({ a: z.string(), b: z.number(), c: z.boolean() });
  const failure = classifyIssues(schema.safeParse({ a: 1 }).error?.issues ?? [], { a: 1 });
  expect(failure.issues?.map(({ field }) => field)).toEqual(['a', 'b', 'c']);
});
