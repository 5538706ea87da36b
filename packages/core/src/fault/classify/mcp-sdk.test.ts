import {
  Client,
  InMemoryTransport,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
} from '@modelcontextprotocol/client';
import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { McpServer } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';

import { classify } from './index.ts';

const upstream = { side: 'upstream' } as const;

async function aClient(began: () => void): Promise<Client> {
  const server = new McpServer({ name: 's', version: '1' });
  server.registerTool('hang', {}, () => {
    began();
    return new Promise<never>(() => {});
  });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'c', version: '1' });
  await Promise.all([server.connect(theirs), client.connect(ours)]);
  return client;
}

it('tells the timeout of a real SDK client from the abort that it reports by the same code', async () => {
  let began: (() => void) | undefined;
  const client = await aClient(() => began?.());
  const call = (options: object): Promise<unknown> =>
    client.callTool({ name: 'hang' }, options).catch((error: unknown) => error);
  const late = await call({ timeout: 1 });
  const lateSignal = await call({ signal: AbortSignal.timeout(1) });
  const aborted = await call({ signal: AbortSignal.abort() });
  const underWay = new Promise<void>((resolve) => (began = resolve));
  const lost = call({});
  await underWay;
  await client.close();
  expect(classify(late, upstream)).toMatchObject({ kind: 'request_timeout', executed: 'unknown' });
  expect(classify(lateSignal, upstream)).toMatchObject({ kind: 'request_timeout', executed: 'unknown' });
  expect(classify(aborted, upstream)).toMatchObject({ kind: 'cancelled' });
  expect(classify(await lost, upstream)).toMatchObject({ kind: 'connection_lost', executed: 'unknown' });
  expect(classify(await call({}), upstream)).toMatchObject({ kind: 'server_not_running', executed: 'no' });
  expect(classify(late)).toMatchObject({ kind: 'dependency_timeout', executed: 'unknown' });
});

it.each([
  [new SdkError(SdkErrorCode.NotConnected, 'x'), 'server_not_running', 'no'],
  [new SdkError(SdkErrorCode.InvalidResult, 'x'), 'upstream_bad_answer', 'yes'],
  [new SdkError(SdkErrorCode.SendFailed, 'x'), 'connection_lost', 'unknown'],
  [
    new SdkError(SdkErrorCode.SendFailed, 'x', undefined, {
      cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }),
    }),
    'server_not_running',
    'no',
  ],
  [new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, 'x', { status: 429, statusText: '' }), 'rate_limited', 'no'],
  [
    new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, 'x', { status: 502, statusText: '' }),
    'connection_lost',
    'unknown',
  ],
  [
    new SdkHttpError(SdkErrorCode.ClientHttpAuthentication, 'x', { status: 401, statusText: '' }),
    'upstream_unauthorized',
    'no',
  ],
  [new ProtocolError(-32601, 'Method not found'), 'method_not_found', 'no'],
  [new ProtocolError(-32001, 'Request timed out'), 'tool_error', 'unknown'],
  [new McpError(ErrorCode.RequestTimeout, 'Request timed out', { timeout: 60_000 }), 'request_timeout', 'unknown'],
  [new McpError(ErrorCode.RequestTimeout, 'Session not found'), 'tool_error', 'unknown'],
  [new McpError(ErrorCode.RequestTimeout, 'AbortError: This operation was aborted'), 'cancelled', 'unknown'],
  [new McpError(ErrorCode.ConnectionClosed, 'Connection closed'), 'connection_lost', 'unknown'],
  [new StreamableHTTPError(503, 'Error POSTing to endpoint: no healthy upstream'), 'server_not_running', 'unknown'],
  [new StreamableHTTPError(-1, 'Unexpected content type: text/html'), 'upstream_bad_answer', 'unknown'],
] as const)('%s', (error, kind, executed) => {
  expect(classify(error, upstream)).toMatchObject({ kind, executed });
});

it("keeps a peer's words, and who said them, without the prefixes", () => {
  const error = new McpError(-32050, 'MCP error -32050: the printer is on fire', { retryable: false });
  expect(classify(error, upstream)).toMatchObject({
    message: 'the printer is on fire',
    origin: 'server',
    retryable: false,
  });
});

it('keeps what a handler says on purpose, but not what it quotes as an internal error', () => {
  const refused = classify(new McpError(ErrorCode.InvalidParams, 'startDate must be before endDate'));
  expect(refused).toMatchObject({ kind: 'invalid_params', message: 'startDate must be before endDate' });
  expect(refused.origin).toBeUndefined();
  expect(classify(new McpError(ErrorCode.InternalError, 'connect 10.0.1.5 as admin:hunter2')).message).toBeUndefined();
});
