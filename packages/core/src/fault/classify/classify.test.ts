import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createFault } from '../create-fault.ts';
import { FaultError } from '../fault-error.ts';
import { toWireData } from '../wire.ts';
import { classify } from './index.ts';

/** What a thrown value becomes, without the thrown value. */
function kindOf(error: unknown, context?: Parameters<typeof classify>[1]): unknown {
  const { kind, executed, retryable } = classify(error, context);
  return retryable === undefined ? { kind, executed } : { kind, executed, retryable };
}

function coded(code: string, extra: object = {}): Error {
  return Object.assign(new Error(`${code} 10.0.1.5 hunter2`), { code, ...extra });
}

async function thrownBy(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error('Expected a failure.');
}

/** Has whatever it is asked for, each time something new. */
function endless(): object {
  return new Proxy({}, { get: () => endless() });
}

async function aClosedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

describe('causes (E8, N6)', () => {
  it('finds the refused connection that fetch hides in its cause', async () => {
    const port = await aClosedPort();
    const error = await thrownBy(() => fetch(`http://127.0.0.1:${port}/`));
    expect(error).toBeInstanceOf(TypeError);
    expect(kindOf(error)).toEqual({ kind: 'dependency_unavailable', executed: 'no' });
    expect(kindOf(error, { side: 'upstream' })).toEqual({ kind: 'server_not_running', executed: 'no' });
  });

  it('does not say of a connection that was cut that nothing ran', async () => {
    const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const error = await thrownBy(() => fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'x' }));
    server.close();
    expect(kindOf(error, { side: 'upstream' })).toEqual({ kind: 'connection_lost', executed: 'unknown' });
    expect(kindOf(error, { side: 'upstream', phase: 'connect' })).toEqual({ kind: 'connection_lost', executed: 'no' });
  });

  it('walks through wrappers, several levels deep', () => {
    const refused = coded('ECONNREFUSED');
    const wrapped = new Error('outer', { cause: Object.assign(new Error('inner'), { originalError: refused }) });
    expect(kindOf(wrapped)).toEqual({ kind: 'dependency_unavailable', executed: 'no' });
  });

  it('prefers a telling cause to the 500 and the TypeError that wrap it', () => {
    const refused = coded('ECONNREFUSED');
    expect(kindOf(Object.assign(new Error('x', { cause: refused }), { status: 500 }))).toMatchObject({
      executed: 'no',
    });
    expect(kindOf(new TypeError('x', { cause: refused }))).toMatchObject({ kind: 'dependency_unavailable' });
  });

  it('knows that nothing ran only when that holds for all that failed side by side', () => {
    const refused = coded('ECONNREFUSED');
    const cut = coded('ECONNRESET');
    expect(kindOf(new AggregateError([refused, refused]))).toMatchObject({ executed: 'no' });
    expect(kindOf(new AggregateError([refused, cut]))).toMatchObject({
      kind: 'dependency_unavailable',
      executed: 'unknown',
    });
    expect(kindOf(new AggregateError([refused, new Error('?')]))).toMatchObject({ executed: 'unknown' });
  });

  it('ends on cycles and on chains without end', () => {
    const loop: { cause?: unknown } = new Error('a');
    loop.cause = new Error('b', { cause: loop });
    expect(classify(loop).kind).toBe('internal');
    expect(classify(endless()).kind).toBe('internal');
  });
});

describe('cancelled and timed out (N6)', () => {
  it('tells the caller who aborts from the time that ran out', async () => {
    const aborted = await thrownBy(() => fetch('http://127.0.0.1:1/', { signal: AbortSignal.abort() }));
    const late = await thrownBy(() => sleep(1_000, undefined, { signal: AbortSignal.timeout(1) }));
    const lateFile = await thrownBy(() =>
      readFile(import.meta.filename, { signal: AbortSignal.abort(new DOMException('late', 'TimeoutError')) }),
    );
    expect(kindOf(aborted)).toEqual({ kind: 'cancelled', executed: 'unknown' });
    // Both arrive as an AbortError with the reason as its cause.
    expect(kindOf(late)).toEqual({ kind: 'dependency_timeout', executed: 'unknown' });
    expect(kindOf(lateFile)).toEqual({ kind: 'dependency_timeout', executed: 'unknown' });
    expect(kindOf(late, { side: 'upstream' })).toEqual({ kind: 'request_timeout', executed: 'unknown' });
    expect(kindOf(late, { side: 'upstream', phase: 'connect' })).toEqual({ kind: 'connect_timeout', executed: 'no' });
  });

  it.each([
    ['caller', 'cancelled'],
    ['disconnect', 'cancelled'],
    ['deadline', 'request_timeout'],
    ['timeout', 'request_timeout'],
    ['shutdown', 'server_not_running'],
  ] as const)('knows its own signal that was cancelled by %s', async (cancelled, kind) => {
    const bare = await thrownBy(() => fetch('http://127.0.0.1:1/', { signal: AbortSignal.abort(cancelled) }));
    expect(bare).toBe(cancelled);
    expect(classify(bare, { side: 'upstream', cancelled }).kind).toBe(kind);
    expect(classify(new DOMException('x', 'AbortError'), { side: 'upstream', cancelled }).kind).toBe(kind);
  });

  it('does not take a word that somebody threw for its own reason', () => {
    expect(classify('timeout').kind).toBe('internal');
  });
});

describe('what comes out', () => {
  it('says which kind of service is down, and nothing of its address (W4)', () => {
    const error = coded('ECONNREFUSED', { syscall: 'connect', address: '10.0.1.5', port: 5432 });
    const fault = createFault(classify(error), { correlationId: 'c', safety: 'unsafe' });
    expect(toWireData(fault)).toMatchObject({
      message: 'Database service temporarily unavailable',
      retryable: true,
      retryAfter: 10,
    });
    expect(JSON.stringify(toWireData(fault))).not.toMatch(/10\.0\.1\.5|5432|ECONN|hunter2/);
  });

  it.each([
    ['connect ECONNREFUSED 10.0.1.5:6379', 'en', 'Cache service temporarily unavailable'],
    ['connect ECONNREFUSED ::1:27017', 'zh', '数据库服务暂时不可用'],
    ['connect ECONNREFUSED 10.0.1.5:8080', 'en', undefined],
  ] as const)('reads the port where only the sentence is left: %s', (text, locale, message) => {
    expect(classify(Object.assign(new Error(text), { code: 'ECONNREFUSED' }), { locale }).message).toBe(message);
  });

  it('gives away nothing of an unknown exception, and no hope (W5, N10)', () => {
    const failure = classify(new Error('Token for admin:hunter2@db.internal expired'));
    expect(failure).toMatchObject({ kind: 'internal', executed: 'unknown', retryable: false });
    const fault = createFault(failure, { correlationId: 'c', safety: 'read' });
    expect(fault.retryable).toBe(false);
    expect(JSON.stringify(toWireData(fault))).not.toMatch(/hunter2|admin|db\.internal/);
  });

  it.each([
    ['PostgreSQL', coded('28P01', { severity: 'FATAL' })],
    ['MySQL', coded('ER_ACCESS_DENIED_ERROR', { errno: 1045, sqlState: '28000' })],
    ['Redis', Object.assign(new Error('WRONGPASS invalid username-password pair'), { name: 'ReplyError' })],
    ['HTTP', Object.assign(new Error('no'), { response: { status: 401 } })],
  ])('never offers to repeat a sign-in that failed: %s (N10)', (_, error) => {
    const fault = createFault(classify(error), { correlationId: 'c', safety: 'read' });
    expect(fault).toMatchObject({ kind: 'upstream_unauthorized', retryable: false });
    expect(fault.message).toBe('The server could not sign in to a service that it needs.');
  });

  it('tells a tool that crashed from a service that is down, under one text (E3)', () => {
    const text = 'tool execution failed';
    expect(kindOf(new Error(text, { cause: new ReferenceError('x is not defined') }))).toMatchObject({
      kind: 'tool_crashed',
    });
    expect(kindOf(new Error(text, { cause: new Error('timeout exceeded when trying to connect') }))).toEqual({
      kind: 'tool_crashed',
      executed: 'no',
    });
    expect(kindOf(new Error(text, { cause: { status: 502 } }))).toMatchObject({ kind: 'dependency_unavailable' });
    expect(kindOf(new Error(text))).toMatchObject({ kind: 'internal', retryable: false });
  });

  it('takes JSON that does not parse for an answer that makes no sense, not for a bug', async () => {
    const error = await thrownBy(() => new Response('<html>').json());
    expect(kindOf(error)).toEqual({ kind: 'dependency_bad_answer', executed: 'unknown' });
    expect(kindOf(error, { side: 'upstream' })).toEqual({ kind: 'upstream_bad_answer', executed: 'unknown' });
  });

  it('passes on the fault that a handler stated, under our own reference', () => {
    const fault = createFault(
      { kind: 'locked', executed: 'no', retryAfterMs: 3_000, suggestion: 'Later.' },
      { correlationId: 'theirs' },
    );
    const failure = classify(new Error('wrapped', { cause: new FaultError(fault) }));
    expect(failure).toMatchObject({ kind: 'locked', retryAfterMs: 3_000, suggestion: 'Later.' });
    expect(failure.correlationId).toBeUndefined();
  });

  it('claims nothing about a handler that may have acted before', () => {
    expect(kindOf(coded('ECONNREFUSED'), { acted: true })).toEqual({
      kind: 'dependency_unavailable',
      executed: 'unknown',
    });
  });

  it('keeps the exception for the log', () => {
    const error = new Error('x');
    expect(classify(error).cause).toBe(error);
  });
});

describe('rules of users (E8)', () => {
  const rules = [
    { when: { code: 'E_BUSY', messageIncludes: 'calendar' }, kind: 'locked', executed: 'no', retryAfterMs: 2_000 },
    { when: { name: 'TenantError' }, kind: 'business_rule' },
    { when: {}, kind: 'cancelled' },
  ] as const;

  it('ask before everything else, at every cause', () => {
    const busy = Object.assign(new Error('the calendar is busy'), { code: 'E_BUSY' });
    expect(classify(new Error('x', { cause: busy }), { rules })).toMatchObject({
      kind: 'locked',
      executed: 'no',
      retryAfterMs: 2_000,
    });
    expect(kindOf(Object.assign(new Error('x'), { name: 'TenantError', code: 'ECONNREFUSED' }), { rules })).toEqual({
      kind: 'business_rule',
      executed: 'unknown',
    });
  });

  it('match only when all of it holds, and nothing when there is nothing', () => {
    expect(classify(Object.assign(new Error('x'), { code: 'E_BUSY' }), { rules }).kind).toBe('internal');
  });
});

function thrower(): never {
  throw new Error('gotcha');
}

describe('hostile values (C114)', () => {
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const revokedList = Proxy.revocable([], {});
  revokedList.revoke();

  const hostile: readonly unknown[] = [
    undefined,
    null,
    '',
    'text',
    0,
    Number.NaN,
    Symbol('s'),
    1n,
    [],
    {},
    Object.create(null),
    () => 1,
    new Error(''),
    { toString: thrower, [Symbol.toPrimitive]: thrower },
    {
      get message() {
        return thrower();
      },
      get cause() {
        return thrower();
      },
      get code() {
        return thrower();
      },
    },
    new Proxy({}, { get: thrower, has: thrower, getPrototypeOf: thrower, ownKeys: thrower }),
    revoked.proxy,
    { cause: revoked.proxy, errors: revokedList.proxy, issues: revokedList.proxy },
    { response: { status: 503, headers: { get: thrower } } },
    { response: { status: 503, headers: new Proxy({}, { ownKeys: thrower }) } },
    { name: 'McpError', code: -32602, message: 7, data: new Proxy({}, { get: thrower }) },
    { name: 'SdkError', code: { toString: thrower }, data: revoked.proxy },
    { issues: [{ message: 'x', path: revokedList.proxy }] },
    { name: 'constructor', code: '__proto__', message: 'toString' },
  ];

  // By index: the runner itself cannot print some of them.
  it.each([...hostile.keys()])('never throws: case %i', (index) => {
    const failure = classify(hostile[index]);
    expect(createFault(failure, { correlationId: 'c' }).message).not.toMatch(/undefined|\[object|^$/);
  });

  it('gives a failure for whatever is thrown', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withSparseArray: true, withBigInt: true }), (value) => {
        expect(createFault(classify(value), { correlationId: 'c' }).message).not.toBe('');
      }),
    );
  });
});
