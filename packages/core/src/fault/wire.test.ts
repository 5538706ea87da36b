import { describe, expect, it } from 'vitest';

import { createFault, type FaultContext } from './create-fault.ts';
import type { Failure } from './fault.ts';
import { codeOf, toErrorObject, toErrorResult, toWireData } from './wire.ts';

const tool: FaultContext = { correlationId: 'bw-1', target: { kind: 'tool', server: 'db', name: 'query' } };

const missing: Failure = { kind: 'param_missing', executed: 'no', field: 'path' };
const limited: Failure = {
  kind: 'rate_limited',
  executed: 'no',
  message: 'Rate limit exceeded',
  retryAfterMs: 30_000,
  limit: 100,
  remaining: 0,
  windowSeconds: 60,
};
const badDate: Failure = {
  kind: 'param_invalid',
  executed: 'no',
  field: 'startDate',
  expected: 'YYYY-MM-DD',
  received: '2024/1/1',
  suggestion: "Use '2024-01-01' instead",
};
const noDatabase: Failure = {
  kind: 'dependency_unavailable',
  executed: 'no',
  message: 'Database service temporarily unavailable',
  cause: new Error('connect ECONNREFUSED 10.0.1.5:5432'),
};
const unexplained: Failure = {
  kind: 'internal',
  executed: 'unknown',
  correlationId: 'trace-abc-123',
  cause: new Error('at /srv/x.js'),
};

const limitData = { retryable: true, retryAfter: 30, limit: 100, remaining: 0, windowSeconds: 60 };
const dateData = {
  field: 'startDate',
  expected: 'YYYY-MM-DD',
  received: '2024/1/1',
  suggestion: "Use '2024-01-01' instead",
  retryable: false,
};
const unexplainedData = {
  correlationId: 'trace-abc-123',
  retryable: false,
  contactSupport: 'Provide this ID when reporting the issue',
};

const internalError: unknown = expect.stringMatching(/^Internal error: ./u);

describe('the wire examples', () => {
  it.each([
    ['W1', missing, -32602, -32602, { data: { field: 'path', retryable: false } }],
    ['W2', limited, -32003, -31003, { message: 'Rate limit exceeded', data: limitData }],
    ['W3', badDate, -32602, -32602, { data: dateData }],
    [
      'W4',
      noDatabase,
      -32030,
      -31030,
      { message: 'Database service temporarily unavailable', data: { retryable: true, retryAfter: 10 } },
    ],
    ['W5', unexplained, -32603, -32603, { message: internalError, data: unexplainedData }],
  ] as const)('%s stands as it is shown, on both wires and in a result', (_name, failure, legacy, modern, shown) => {
    const fault = createFault(failure, tool);

    expect(toErrorObject(fault, { era: 'legacy' })).toMatchObject({ code: legacy, ...shown });
    expect(toErrorObject(fault, { era: 'modern' })).toMatchObject({ code: modern, ...shown });
    expect(toErrorResult(fault, { era: 'modern', locale: 'en' })).toMatchObject({
      isError: true,
      resultType: 'complete',
      _meta: { 'dev.breakwater/fault': shown.data },
    });
    expect(JSON.stringify(toErrorObject(fault, { era: 'legacy' }))).not.toMatch(/ECONNREFUSED|10\.0\.1\.5|srv|cause/u);
  });

  // W2
  it('takes other numbers from the configuration, on the legacy wire alone', () => {
    const codes = { rate_limited: -32000, cancelled: -32001, not_found: -1 };

    expect(codeOf('rate_limited', { era: 'legacy', codes })).toBe(-32000);
    expect(codeOf('rate_limited', { era: 'modern', codes })).toBe(-31003);
    expect(codeOf('quota_exhausted', { era: 'legacy', codes })).toBe(-32004);
    expect(codeOf('cancelled', { era: 'legacy', codes })).toBeUndefined();
    expect(codeOf('not_found', { era: 'legacy', codes })).toBe(-1);
    expect(codeOf('not_found', { era: 'legacy', codes, method: 'resources/read' })).toBe(-32002);
  });

  // W5
  it('names the operator where one is configured', () => {
    const fault = createFault(unexplained, { ...tool, support: 'ops@example.org' });

    expect(toWireData(fault).contactSupport).toBe('Provide this ID when reporting the issue to ops@example.org');
  });
});

describe('toWireData', () => {
  it('leaves out what is not known, and the cause', () => {
    const data = toWireData(createFault(missing, { correlationId: 'bw-1' }));

    expect(Object.keys(data)).toEqual([
      'kind',
      'origin',
      'retryable',
      'executed',
      'message',
      'recoveryAction',
      'field',
      'correlationId',
    ]);
  });

  it('sends nothing that it does not know', () => {
    const fault = { ...createFault(noDatabase, tool), failFast: true as const, password: 'hunter2' };

    expect(JSON.stringify(toWireData(fault))).not.toMatch(/hunter2|failFast|ECONNREFUSED/u);
  });

  it.each([
    [0, 0],
    [1, 1],
    [1_000, 1],
    [1_001, 2],
    [30_500, 31],
  ])('turns %i ms into %i s, never into too short a wait', (retryAfterMs, retryAfter) => {
    expect(toWireData(createFault({ ...limited, retryAfterMs }, tool)).retryAfter).toBe(retryAfter);
  });

  // E1
  it('adds the default wait to what may be retried, and to nothing else', () => {
    const timeout: Failure = { kind: 'dependency_timeout', executed: 'unknown' };

    expect(toWireData(createFault(timeout, { ...tool, safety: 'read' })).retryAfter).toBe(5);
    expect(toWireData(createFault(timeout, tool))).not.toHaveProperty('retryAfter');
    expect(createFault(timeout, { ...tool, safety: 'read' })).not.toHaveProperty('retryAfterMs');
  });
});

describe('toErrorObject', () => {
  it('says nothing of a cancelled call', () => {
    const fault = createFault({ kind: 'cancelled', executed: 'unknown' }, tool);

    expect(toErrorObject(fault, { era: 'legacy' })).toBeUndefined();
    expect(toErrorResult(fault, { era: 'modern', locale: 'en' })).toBeUndefined();
  });

  it('puts what the specification wants beside its own members, which win', () => {
    const fault = createFault({ kind: 'unsupported_protocol_version', executed: 'no' }, tool);
    const data = { supported: ['2026-07-28'], requested: '2099-01-01', kind: 'nonsense' };

    expect(toErrorObject(fault, { era: 'modern', data })).toMatchObject({
      code: -32022,
      data: { supported: ['2026-07-28'], requested: '2099-01-01', kind: 'unsupported_protocol_version' },
    });
  });
});

describe('toErrorResult', () => {
  const fault = createFault({ kind: 'tool_error', executed: 'yes', origin: 'server' }, tool);
  const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' };

  it('keeps what a server said, block by block', () => {
    const originalContent = [{ type: 'text', text: 'disk full', annotations: { priority: 1 } }, image];

    expect(toErrorResult(fault, { era: 'legacy', locale: 'en', originalContent })).toEqual({
      content: originalContent,
      isError: true,
      _meta: { 'dev.breakwater/fault': toWireData(fault) },
    });
  });

  // C114
  it.each([
    ['nothing', [], []],
    ['blanks', [{ type: 'text', text: ' \n' }], []],
    ['a placeholder', [{ type: 'text', text: '[object Object]' }], []],
    ['braces', [{ type: 'text', text: '{}' }], []],
    ['no text at all', [{ type: 'text' }], []],
    ['an image alone', [image], [image]],
  ])('speaks for a server that said %s', (_what, originalContent, kept) => {
    const result = toErrorResult(fault, { era: 'legacy', locale: 'en', originalContent });
    const text: unknown = expect.stringContaining("Tool 'query' reported a failure");

    expect(result?.content).toEqual([{ type: 'text', text }, ...kept]);
    expect(result).not.toHaveProperty('structuredContent');
    expect(result).not.toHaveProperty('resultType');
  });
});
