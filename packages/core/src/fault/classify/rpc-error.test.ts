import { describe, expect, it } from 'vitest';

import { createFault } from '../create-fault.ts';
import { toWireData } from '../wire.ts';
import { classifyRpcError, type RpcError } from './index.ts';

const call = { method: 'tools/call', era: 'legacy' } as const;

it.each([
  [-32700, 'tools/call', 'parse_error', 'no'],
  [-32600, 'tools/call', 'invalid_request', 'no'],
  [-32601, 'tools/call', 'method_not_found', 'no'],
  [-32602, 'tools/call', 'invalid_params', 'no'],
  [-32603, 'tools/call', 'internal', 'unknown'],
  [-32002, 'resources/read', 'not_found', 'unknown'],
  [-32042, 'tools/call', 'tool_error', 'unknown'],
  [-1, 'sampling/createMessage', 'sampling_declined', 'no'],
  [404, 'tools/call', 'tool_error', 'unknown'],
  ['-32601', 'tools/call', 'tool_error', 'unknown'],
  [undefined, 'resources/list', 'internal', 'unknown'],
] as const)('%s in %s', (code, method, kind, executed) => {
  expect(classifyRpcError({ code, message: 'x' }, { method, era: 'legacy' })).toMatchObject({
    kind,
    executed,
    origin: 'server',
  });
});

it.each([
  [-32000, 'Connection closed'],
  [-32001, 'Request timed out'],
  [-32001, 'MCP error -32001: Request timed out'],
  [-32001, 'Session not found'],
  [-32003, 'Rate limit exceeded'],
  [-32019, 'x'],
  [-32030, 'Database query timed out after 30s'],
])("assumes nothing of a peer's %d %s", (code, message) => {
  for (const era of ['legacy', 'modern'] as const) {
    expect(classifyRpcError({ code, message }, { method: 'tools/call', era })).toMatchObject({
      kind: 'tool_error',
      executed: 'unknown',
    });
  }
});

it('gives the reserved codes their meaning on the modern wire alone', () => {
  const version = {
    code: -32022,
    message: 'x',
    data: { supported: ['2026-07-28', '2025-11-25'], requested: '1999-01-01' },
  };
  expect(classifyRpcError(version, { era: 'modern' })).toMatchObject({
    kind: 'unsupported_protocol_version',
    executed: 'no',
    expected: '2026-07-28, 2025-11-25',
    received: '1999-01-01',
  });
  expect(
    classifyRpcError(
      { code: -32021, message: 'x', data: { requiredCapabilities: { sampling: {} } } },
      { era: 'modern' },
    ),
  ).toMatchObject({
    kind: 'client_capability_missing',
    required: 'sampling',
  });
  expect(classifyRpcError({ code: -32020, message: 'x' }, { era: 'modern' }).kind).toBe('header_mismatch');
  expect(classifyRpcError({ code: -32020, message: 'x' }, { method: 'tools/call', era: 'legacy' }).kind).toBe(
    'tool_error',
  );
});

it('knows the server of the modern wire that answers the opening of the other one', () => {
  const error = { code: -32022, message: 'x', data: { supported: ['2026-07-28'] } };
  expect(classifyRpcError(error, { method: 'initialize', era: 'legacy' })).toMatchObject({
    kind: 'unsupported_protocol_version',
    expected: '2026-07-28',
  });
});

it.each([
  [{ code: -32602, message: 'Unsupported', data: { supported: ['2099-01-01'] } }, '2099-01-01'],
  [{ code: -32602, message: 'Unsupported protocol version: 2025-11-25' }, undefined],
  [{ code: -32602, message: 'Invalid params: protocolVersion must be 2019-01-01' }, undefined],
])('blames no arguments where an opening is refused for its version (%o)', (error, expected) => {
  const read = classifyRpcError(error, { method: 'initialize', era: 'legacy' });
  expect(read).toMatchObject({ kind: 'unsupported_protocol_version', executed: 'no' });
  expect(read.expected).toBe(expected);
  expect(classifyRpcError(error, { method: 'tools/call', era: 'legacy' }).kind).not.toBe(
    'unsupported_protocol_version',
  );
});

it('asks no caller to correct what a session was opened with', () => {
  const error = { code: -32602, message: 'clientInfo.title is required' };
  expect(classifyRpcError(error, { method: 'initialize', era: 'legacy' })).toMatchObject({
    kind: 'invalid_params',
    executed: 'no',
    recoveryAction: 'contact_operator',
  });
});

describe('data (E4)', () => {
  it('decides by the kind, not by the number', () => {
    const failure = classifyRpcError(
      {
        code: -32000,
        message: 'Rate limit exceeded',
        data: { kind: 'rate_limited', retryAfter: 30, limit: 100, remaining: 0, windowSeconds: 60 },
      },
      call,
    );
    expect(failure).toMatchObject({
      kind: 'rate_limited',
      retryAfterMs: 30_000,
      limit: 100,
      remaining: 0,
      windowSeconds: 60,
    });
  });

  it.each(['cancelled', 'nonsense', 'constructor', 7])('does not take %j for a kind', (kind) => {
    expect(classifyRpcError({ code: -32050, message: 'x', data: { kind } }, call).kind).toBe('tool_error');
  });

  it('never believes a peer about what has run', () => {
    expect(
      classifyRpcError({ code: -32030, message: 'x', data: { kind: 'dependency_unavailable', executed: 'no' } }, call)
        .executed,
    ).toBe('unknown');
  });

  const codesThatSayNo = [-32700, -32600, -32601, -32602, -32020, -32021, -32022] as const;

  it.each(codesThatSayNo)('repeats no unsafe call for what a peer says beside %d, only a harmless one', (code) => {
    const context = { correlationId: 'ours', attempt: 1, maxAttempts: 3 } as const;
    const hope = { retryable: true };
    const kinds = [{ kind: 'overloaded', ...hope }, { kind: 'overloaded' }, { kind: 'rate_limited', retryAfter: 0 }];
    const read = (data: unknown) =>
      classifyRpcError({ code, message: 'Tool x not found', data }, { method: 'tools/call', era: 'modern' });
    for (const data of [hope, ...kinds]) {
      expect(read(data).executed).toBe('unknown');
      expect(createFault(read(data), { ...context, safety: 'unsafe' }).retryable).toBe(false);
    }
    for (const data of kinds)
      expect(createFault(read(data), { ...context, safety: 'idempotent' }).retryable).toBe(true);
  });

  it.each(codesThatSayNo)('takes %d alone for a call that has not run, and has no hope for it', (code) => {
    for (const data of [
      undefined,
      { retryable: false },
      { retryAfter: 1, recoveryAction: 'wait_and_retry', kind: 'nonsense' },
    ]) {
      const failure = classifyRpcError({ code, message: 'x', data }, { method: 'tools/call', era: 'modern' });
      expect(failure.executed).toBe('no');
      expect(createFault(failure, { correlationId: 'ours', safety: 'unsafe' }).retryable).toBe(false);
    }
  });

  it('keeps that a call has run, whatever hope the peer has', () => {
    const error = {
      code: -32602,
      message: 'Output validation error: x',
      data: { kind: 'overloaded', retryable: true },
    };
    expect(classifyRpcError(error, call).executed).toBe('yes');
  });

  it('reports that a peer has hope, which counts only where a repeat is harmless (W8)', () => {
    const error = {
      code: -32030,
      message: 'Database query timed out after 30s',
      data: {
        tool: 'query_database',
        retryable: true,
        retryAfter: 5,
        correlationId: 'trace-042-db-timeout',
        suggestion: 'Retry the query',
      },
    };
    const failure = classifyRpcError(error, call);
    const context = { correlationId: 'ours', attempt: 1, maxAttempts: 3 } as const;
    expect(toWireData(createFault(failure, { ...context, safety: 'idempotent' }))).toMatchObject({
      message: 'Database query timed out after 30s',
      retryable: true,
      retryAfter: 5,
      correlationId: 'trace-042-db-timeout',
      suggestion: 'Retry the query',
      attempt: 1,
      maxAttempts: 3,
    });
    expect(createFault(failure, { ...context, safety: 'unsafe' }).retryable).toBe(false);
  });
});

describe('−32602 is many things', () => {
  it.each([
    ['Tool nope not found', 'tools/call', 'unknown_tool'],
    ['MCP error -32602: Tool nope not found', 'tools/call', 'unknown_tool'],
    ['Unknown tool: nope', 'tools/call', 'unknown_tool'],
    ['Tool old disabled', 'tools/call', 'unknown_tool'],
    ['Prompt nope not found', 'prompts/get', 'unknown_prompt'],
    ['Resource file:///nope not found', 'resources/read', 'not_found'],
    ['Tool nope not found', 'completion/complete', 'invalid_params'],
    ['Bad cursor', 'tools/list', 'invalid_params'],
  ] as const)('%s in %s', (message, method, kind) => {
    expect(classifyRpcError({ code: -32602, message }, { method })).toMatchObject({ kind, executed: 'no' });
  });

  it.each([
    'Output validation error: Tool t has an output schema but no structured content was provided',
    'Invalid tools/call result: content: Invalid input: expected array, received string',
  ])('blames nobody who called for what the tool gave back: %s', (message) => {
    expect(classifyRpcError({ code: -32602, message }, call)).toMatchObject({
      kind: 'upstream_bad_answer',
      executed: 'yes',
    });
  });

  it('reads the field out of the text, and leaves a dump out of the message', () => {
    const dump = JSON.stringify([
      { code: 'invalid_type', expected: 'string', received: 'undefined', path: ['path'], message: 'Required' },
    ]);
    const failure = classifyRpcError({ code: -32602, message: `Invalid arguments for tool read: ${dump}` }, call);
    expect(failure).toMatchObject({ kind: 'param_missing', field: 'path', expected: 'string' });
    expect(failure.message).toBeUndefined();
  });
});

it.each([
  ['MCP error -32603: disk full', 'disk full'],
  ['MCP error -32603: MCP error -32603: disk full', 'disk full'],
  ['McpError: MCP error -32603: MCP error -32000: disk full', 'disk full'],
  ['disk full: MCP error -32603: x', 'disk full: MCP error -32603: x'],
  ['MCP error -32603: ', undefined],
  ['', undefined],
  [undefined, undefined],
  [{ a: 1 }, undefined],
])('takes the prefixes of hops off %j (C118)', (message, said) => {
  expect(classifyRpcError({ code: -32603, message }, call).message).toBe(said);
});

it.each([
  ['Internal error', 'The disk is full.', 'The disk is full.'],
  ['Internal error', { error: { message: 'The disk is full.' } }, 'The disk is full.'],
  ['', { errors: [{ detail: 'The disk is full.' }] }, 'The disk is full.'],
  [{ reason: 'The disk is full.' }, undefined, 'The disk is full.'],
  ['MCP error -32603: Internal error', [], 'Internal error'],
  ['Internal error', { exception: { msg: 'The disk is full.' } }, 'The disk is full.'],
  ['Internal error', { errorMessage: 'The disk is full.' }, 'The disk is full.'],
  ['Internal error', { error_description: 'The disk is full.' }, 'The disk is full.'],
  ['Internal error', { error: 'disk_full', error_description: 'The disk is full.' }, 'The disk is full.'],
  ['Internal error', { reason: 'ENOSPC' }, 'Internal error'],
  ['Invalid params', 'name must not be blank', 'Invalid params: name must not be blank'],
  ['Invalid arguments.', { message: 'name must not be blank' }, 'Invalid arguments: name must not be blank'],
  ['The account is closed.', 'at Ledger.java', 'The account is closed.'],
])('reads the words of %j with %j', (message, data, expected) => {
  expect(classifyRpcError({ code: -32603, message, data }, call).message).toBe(expected);
});

it.each(['The disk is full.', { code: -32603, detail: 'The disk is full.' }])(
  'reads the words of the error %j',
  (error) => {
    // Sound: what a peer sends is of any type.
    expect(classifyRpcError(error as unknown as RpcError, call).message).toBe('The disk is full.');
  },
);
