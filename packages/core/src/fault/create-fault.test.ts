import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Safety } from '../call.ts';
import { catalogue, faultKinds, type FaultKind } from './catalogue.ts';
import { createFault, maxMessageLength, type FaultContext } from './create-fault.ts';
import type { Executed, Failure } from './fault.ts';
import { locales } from './locale/locale.ts';
import { faultText } from './text.ts';
import { toWireData } from './wire.ts';

const tool: FaultContext = { correlationId: 'bw-1', target: { kind: 'tool', server: 'db', name: 'query' } };

function made(failure: Failure, context: Partial<FaultContext> = {}) {
  return createFault(failure, { ...tool, ...context });
}

describe('retryable', () => {
  // INTERFACES §2, N8, N10
  it.each<[FaultKind, Executed, Safety | undefined, boolean, boolean]>([
    ['request_timeout', 'no', 'unsafe', false, true],
    ['request_timeout', 'no', undefined, false, true],
    ['request_timeout', 'unknown', undefined, false, false],
    ['request_timeout', 'unknown', 'unsafe', true, false],
    ['request_timeout', 'unknown', 'keyed', false, false],
    ['request_timeout', 'unknown', 'keyed', true, true],
    ['request_timeout', 'unknown', 'read', false, true],
    ['request_timeout', 'yes', 'unsafe', false, false],
    ['request_timeout', 'yes', 'idempotent', false, true],
    ['server_crashed', 'unknown', 'unsafe', false, false],
    ['rate_limited', 'no', 'unsafe', false, true],
    ['rate_limited', 'unknown', 'unsafe', false, false],
    ['rate_limited_long', 'no', 'read', false, false],
    ['unauthenticated', 'no', 'read', false, false],
    ['upstream_unauthorized', 'no', 'read', false, false],
    ['param_missing', 'no', 'read', false, false],
    ['tool_error', 'yes', 'read', false, false],
    ['internal', 'unknown', 'unsafe', false, false],
    ['internal', 'unknown', 'read', false, true],
    ['tool_crashed', 'unknown', 'read', false, false],
    ['tool_crashed', 'no', 'unsafe', false, true],
    ['dependency_bad_answer', 'yes', 'unsafe', false, false],
    ['cancelled', 'no', 'read', false, false],
  ])('%s, executed: %s, %s (with its key: %s) is %s', (kind, executed, safety, keyed, retryable) => {
    expect(made({ kind, executed }, { keyed, ...(safety !== undefined && { safety }) }).retryable).toBe(retryable);
  });

  it('is false for every kind as soon as an unsafe call may have run', () => {
    for (const kind of faultKinds) {
      for (const executed of ['unknown', 'yes'] as const) {
        expect(made({ kind, executed, retryable: true }, { safety: 'unsafe' }).retryable).toBe(false);
      }
    }
  });

  // E4
  it("takes a peer's no always, and its yes only where it does no harm and may help", () => {
    expect(made({ kind: 'rate_limited', executed: 'no', retryable: false }).retryable).toBe(false);
    expect(made({ kind: 'tool_error', executed: 'yes', retryable: true }, { safety: 'read' }).retryable).toBe(true);
    expect(made({ kind: 'tool_error', executed: 'yes', retryable: true }, { safety: 'unsafe' }).retryable).toBe(false);
    expect(made({ kind: 'upstream_unauthorized', executed: 'no', retryable: true }, { safety: 'read' }).retryable).toBe(
      false,
    );
  });
});

describe('recoveryAction', () => {
  it.each<[Failure, Safety, string]>([
    [{ kind: 'connection_lost', executed: 'unknown' }, 'unsafe', 'verify_then_retry'],
    [{ kind: 'connection_lost', executed: 'unknown' }, 'read', 'wait_and_retry'],
    [{ kind: 'connection_lost', executed: 'no' }, 'unsafe', 'wait_and_retry'],
    [{ kind: 'connection_lost', executed: 'unknown', recoveryAction: 'wait_and_retry' }, 'unsafe', 'verify_then_retry'],
    [
      { kind: 'server_not_running', executed: 'unknown', recoveryAction: 'contact_operator' },
      'unsafe',
      'verify_then_retry',
    ],
    [
      { kind: 'server_not_running', executed: 'unknown', recoveryAction: 'contact_operator' },
      'read',
      'contact_operator',
    ],
    [{ kind: 'server_not_running', executed: 'no', recoveryAction: 'contact_operator' }, 'unsafe', 'contact_operator'],
    [{ kind: 'connection_lost', executed: 'unknown', recoveryAction: 'sign_in' }, 'unsafe', 'sign_in'],
    [{ kind: 'overloaded', executed: 'no', retryable: false }, 'read', 'use_alternative'],
    [{ kind: 'tool_error', executed: 'yes', retryable: true }, 'read', 'wait_and_retry'],
  ])('of %o, %s, is %s', (failure, safety, action) => {
    expect(made(failure, { safety }).recoveryAction).toBe(action);
  });

  it('never tells to repeat what may not be repeated', () => {
    const wrong = faultKinds
      .flatMap((kind) => (['no', 'unknown', 'yes'] as const).map((executed) => made({ kind, executed })))
      .filter(({ recoveryAction, retryable }) => recoveryAction === 'wait_and_retry' && !retryable);

    expect(wrong).toEqual([]);
  });
});

describe('message', () => {
  // C78
  it.each([
    'connection_lost',
    'request_timeout',
    'server_crashed',
    'dependency_timeout',
    'overloaded',
    'locked',
  ] as const)('says of %s that the outcome is unknown, also after a sentence of somebody else', (kind) => {
    const message = 'The server exited with code 137';

    expect(made({ kind, executed: 'unknown' }).message).toMatch(/\. Outcome unknown: verify before retrying\.$/u);
    expect(made({ kind, executed: 'unknown', message }).message).toBe(
      `${message}. Outcome unknown: verify before retrying.`,
    );
    expect(made({ kind, executed: 'unknown' }, { locale: 'zh' }).message).toMatch(
      /outcome unknown）：请先核实再重试。$/u,
    );
    expect(made({ kind, executed: 'unknown' }, { safety: 'read' }).message).not.toMatch(/outcome unknown/iu);
    expect(made({ kind, executed: 'no' }).message).not.toMatch(/outcome unknown/iu);
  });

  it.each(['数据库服务暂时不可用', 'The disk is full', '服务器说：“no”', '完成了 3 项', '（断开）'])(
    'ends %s in Chinese with a Chinese stop',
    (message) => {
      expect(made({ kind: 'dependency_unavailable', executed: 'unknown', message }, { locale: 'zh' }).message).toBe(
        `${message}。结果未知（outcome unknown）：请先核实再重试。`,
      );
    },
  );

  // C118
  it('says it once over several hops, and without the prefixes of each', () => {
    const first = made({ kind: 'connection_lost', executed: 'unknown' });
    const second = made(
      { kind: 'connection_lost', executed: 'unknown', message: `MCP error -32037: ${first.message}` },
      { locale: 'zh' },
    );

    expect(second.message).toBe(first.message);
    expect(
      made({ kind: 'tool_error', executed: 'yes', message: 'MCP error -32603: MCP error -32603: Error: disk full' })
        .message,
    ).toBe('disk full');
  });

  it('keeps the unknown outcome of a message that has to be cut', () => {
    const { message } = made({ kind: 'server_crashed', executed: 'unknown', message: 'x'.repeat(5_000) });

    expect(message.length).toBeLessThanOrEqual(maxMessageLength);
    expect(message).toMatch(/x… Outcome unknown: verify before retrying\.$/u);
  });

  // E6
  it('names what is known', () => {
    const wrong: Failure = {
      kind: 'param_invalid',
      executed: 'no',
      field: 'startDate',
      expected: 'YYYY-MM-DD',
      received: '2024/1/1',
    };

    expect(made(wrong).message).toBe("Parameter 'startDate' must be YYYY-MM-DD, got '2024/1/1'.");
    expect(made(wrong, { locale: 'zh' }).message).toBe('参数“startDate”应为 YYYY-MM-DD，实际为“2024/1/1”。');
    expect(made({ ...wrong, expected: '电子邮件地址', received: 'x' }, { locale: 'zh' }).message).toBe(
      '参数“startDate”应为电子邮件地址，实际为“x”。',
    );
    expect(made({ kind: 'permission_denied', executed: 'no', required: 'repo:write' }).message).toContain('repo:write');
    expect(made({ kind: 'request_timeout', executed: 'no' }).message).toBe(
      "Server 'db' did not answer for tool 'query' in time.",
    );
    expect(createFault({ kind: 'request_timeout', executed: 'no' }, { correlationId: 'bw-1' }).message).toBe(
      'The server did not answer for the call in time.',
    );
    expect(made({ kind: 'unknown_tool', executed: 'no' }).message).toBe("Server 'db' has no tool 'query'.");
  });

  it('lists several refused arguments', () => {
    const issues = [
      { field: 'a', expected: 'string', received: 'number' },
      { field: 'b', expected: 'integer' },
    ];

    expect(made({ kind: 'invalid_params', executed: 'no', issues }).message).toBe(
      "Parameter 'a' must be string, got 'number'; 'b' must be integer.",
    );
    expect(made({ kind: 'params_conflict', executed: 'no', issues }).message).toContain("'a', 'b'");
  });

  // E6, C114
  it.each([
    '',
    '  \n',
    'undefined',
    'null',
    'user undefined not found',
    '[object Object]',
    'Failed: [object Error]',
    '{}',
    'Bad request',
    'BAD REQUEST.',
    'Internal error',
    'Error: Internal error',
    'MCP error -32603: Internal error',
    'Internal Server Error',
    'An unknown error occurred.',
    'Error',
    '-32603',
    '...',
    '内部错误',
    'query',
  ])('does without %o', (message) => {
    const plain = made({ kind: 'tool_error', executed: 'yes' });

    expect(made({ kind: 'tool_error', executed: 'yes', message }).message).toBe(plain.message);
  });

  // C38, C123
  it('is one line, without control characters and in well-formed Unicode', () => {
    const message = '\u001b[31mdisk\u0000 full\u001b[0m\r\n\ton \u202e/dev\ud83d';

    expect(made({ kind: 'tool_error', executed: 'yes', message }).message).toBe('disk full on /dev\ufffd');
  });
});

describe('createFault', () => {
  it('keeps the reference of a peer, and ours where the peer has none that can be read', () => {
    expect(made({ kind: 'internal', executed: 'unknown', correlationId: 'trace-1' }).correlationId).toBe('trace-1');
    expect(made({ kind: 'internal', executed: 'unknown', correlationId: ' ' }).correlationId).toBe('bw-1');
  });

  it('keeps our own attempts, and those of a loop further in only once they are used up', () => {
    const failure: Failure = { kind: 'request_timeout', executed: 'no' };

    expect(made({ ...failure, attempt: 1, maxAttempts: 3 }, { attempt: 2, maxAttempts: 5 })).toMatchObject({
      attempt: 2,
      maxAttempts: 5,
    });
    expect(made({ ...failure, attempt: 3, maxAttempts: 3 }, { attempt: 2, maxAttempts: 5 })).toMatchObject({
      attempt: 3,
      maxAttempts: 3,
    });
    expect(made(failure, { attempt: 0, maxAttempts: 0 })).not.toHaveProperty('attempt');
  });

  // N4
  it.each([Number.NaN, -5, Number.POSITIVE_INFINITY, 1e300])('drops %d, which is no amount and no wait', (value) => {
    const fault = made({
      kind: 'rate_limited',
      executed: 'no',
      retryAfterMs: value,
      limit: value,
      remaining: value,
      windowSeconds: value,
    });

    expect(Object.keys(fault).filter((key) => /retryAfterMs|limit|remaining|windowSeconds/u.test(key))).toEqual([]);
  });

  it('says whom to ask exactly where the operator has to act', () => {
    for (const kind of faultKinds) {
      const fault = made({ kind, executed: 'no' }, { support: 'ops@example.org' });
      expect(fault.contactSupport?.includes('ops@example.org') ?? false).toBe(
        catalogue[kind].action === 'contact_operator',
      );
    }
  });

  it('keeps the cause for the log', () => {
    const cause = new Error('why');

    expect(made({ kind: 'internal', executed: 'unknown', cause }).cause).toBe(cause);
  });
});

// E6, C114: whatever strings come in, what goes out says something and nothing of the forbidden.
describe('any failure with any strings', () => {
  const nasty = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit: 'grapheme', minLength: 300, maxLength: 700 }),
    fc.constantFrom(
      'undefined',
      '[object Object]',
      '',
      'Bad request',
      'Internal error',
      '\ud800',
      '\u001b]0;x',
      '[object',
      'Object]',
      'undefine',
    ),
    fc
      .array(fc.constantFrom('undefined', '[object Object]', ' ', 'ok', '\n', '👨‍👩‍👧', '\u0000', 'x'.repeat(90)), {
        maxLength: 9,
      })
      .map((parts) => parts.join('')),
  );
  const amount = fc.oneof(fc.double(), fc.integer());
  const failure: fc.Arbitrary<Failure> = fc.record(
    {
      kind: fc.constantFrom(...faultKinds),
      executed: fc.constantFrom('no', 'unknown', 'yes'),
      message: nasty,
      field: nasty,
      expected: nasty,
      received: nasty,
      suggestion: nasty,
      required: nasty,
      tool: nasty,
      server: nasty,
      correlationId: nasty,
      issues: fc.array(fc.record({ field: nasty, expected: nasty, received: nasty }), { maxLength: 7 }),
      retryAfterMs: amount,
      limit: amount,
      windowSeconds: amount,
    },
    { requiredKeys: ['kind', 'executed'] },
  );

  it('gives at most four lines that say something', () => {
    fc.assert(
      fc.property(failure, fc.constantFrom(...locales), nasty, (given, locale, serverText) => {
        const fault = createFault(given, { correlationId: 'bw-1', locale, support: serverText });
        const text = faultText(fault, { locale, serverText });
        const lines = text.split('\n');

        expect(lines).toHaveLength(4);
        for (const line of lines) expect(line.trim()).not.toBe('');
        for (const each of [text, JSON.stringify(toWireData(fault))]) {
          expect(each).not.toMatch(/\bundefined\b|\[object Object\]|NaN|Infinity/u);
          expect(each).not.toMatch(/\p{Cs}/u);
        }
        expect(fault.message).not.toMatch(/\p{Cc}|^\s*$|^bad request$|^internal error$/iu);
        expect(fault.message.length).toBeLessThanOrEqual(maxMessageLength);
      }),
      { numRuns: 500 },
    );
  });
});
