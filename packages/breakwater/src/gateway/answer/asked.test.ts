import { Message } from '@breakwater/core';
import { expect, it } from 'vitest';
import { namedByPeer } from './asked.ts';

const fault = {
  kind: 'request_timeout',
  origin: 'breakwater',
  executed: 'unknown',
  recoveryAction: 'verify_then_retry',
  correlationId: 'bw-1',
  server: 'db',
};
const error = (data: unknown): Message =>
  Message.read(JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32_034, message: 'x', data } }));

it('takes the key of a server from a fault of another Breakwater', () => {
  const result = { content: [], _meta: { 'dev.breakwater/fault': fault } };
  const named = [`server 'db'`, `server "db"`];
  expect(namedByPeer(error(fault))).toEqual(named);
  expect(namedByPeer(Message.read(JSON.stringify({ jsonrpc: '2.0', id: 1, result })))).toEqual(named);
});

it.each([
  undefined,
  null,
  7,
  'db',
  [fault],
  { server: 'db-prod-3' },
  { ...fault, kind: 'ECONNREFUSED' },
  { ...fault, correlationId: undefined },
  { ...fault, server: { name: 'db' } },
])('takes none from data of anybody else: %j', (data) => {
  expect(namedByPeer(error(data))).toEqual([]);
});
