import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';

import { expect, it } from 'vitest';

import type { FaultKind } from '../catalogue.ts';
import type { Executed } from '../fault.ts';
import { classify } from './index.ts';

it.each<[code: string, extra: object, dependency: FaultKind, upstream: FaultKind, executed: Executed]>([
  ['ECONNREFUSED', { syscall: 'connect' }, 'dependency_unavailable', 'server_not_running', 'no'],
  ['ENOTFOUND', { syscall: 'getaddrinfo' }, 'dependency_unavailable', 'server_not_running', 'no'],
  ['EAI_AGAIN', { syscall: 'getaddrinfo' }, 'dependency_unavailable', 'server_not_running', 'no'],
  ['EHOSTUNREACH', { syscall: 'connect' }, 'dependency_unavailable', 'server_not_running', 'no'],
  ['ENETDOWN', { message: 'connect ENETDOWN 10.0.0.7:443' }, 'dependency_unavailable', 'server_not_running', 'no'],
  ['EHOSTUNREACH', { syscall: 'read' }, 'dependency_unavailable', 'connection_lost', 'unknown'],
  ['EHOSTDOWN', { syscall: 'write' }, 'dependency_unavailable', 'connection_lost', 'unknown'],
  ['ENETUNREACH', { message: 'write ENETUNREACH' }, 'dependency_unavailable', 'connection_lost', 'unknown'],
  ['EADDRNOTAVAIL', { syscall: 'read' }, 'dependency_unavailable', 'connection_lost', 'unknown'],
  ['ENETDOWN', {}, 'dependency_unavailable', 'connection_lost', 'unknown'],
  ['ECONNREFUSED', { syscall: 'read' }, 'dependency_unavailable', 'server_not_running', 'unknown'],
  ['ETIMEDOUT', { syscall: 'connect' }, 'dependency_timeout', 'connect_timeout', 'no'],
  ['ETIMEDOUT', { syscall: 'read' }, 'dependency_timeout', 'request_timeout', 'unknown'],
  ['ETIMEOUT', { syscall: 'queryA' }, 'dependency_timeout', 'connect_timeout', 'no'],
  ['ETIMEOUT', { syscall: 'getHostByAddr' }, 'dependency_timeout', 'connect_timeout', 'no'],
  ['ETIMEOUT', { name: 'RequestError' }, 'dependency_timeout', 'request_timeout', 'unknown'],
  ['ECONNRESET', { syscall: 'read' }, 'dependency_unavailable', 'connection_lost', 'unknown'],
  ['ECONNRESET', { syscall: 'connect' }, 'dependency_unavailable', 'server_not_running', 'no'],
  ['EPIPE', { syscall: 'write' }, 'dependency_unavailable', 'connection_lost', 'unknown'],
  ['EADDRINUSE', { syscall: 'listen' }, 'tool_crashed', 'server_not_running', 'no'],
  ['EMFILE', { syscall: 'open' }, 'tool_crashed', 'overloaded', 'unknown'],
  ['ENOENT', { syscall: 'connect' }, 'dependency_unavailable', 'server_not_running', 'no'],
  ['ENOENT', { syscall: 'open' }, 'not_found', 'internal', 'unknown'],
  ['EACCES', { syscall: 'open' }, 'permission_denied', 'internal', 'unknown'],
  ['EACCES', { syscall: 'spawn ./server' }, 'tool_crashed', 'server_not_running', 'no'],
  ['EEXIST', { syscall: 'mkdir' }, 'conflict', 'internal', 'unknown'],
  ['UND_ERR_CONNECT_TIMEOUT', {}, 'dependency_timeout', 'connect_timeout', 'no'],
  ['UND_ERR_HEADERS_TIMEOUT', {}, 'dependency_timeout', 'request_timeout', 'unknown'],
  ['UND_ERR_BODY_TIMEOUT', {}, 'dependency_timeout', 'idle_timeout', 'unknown'],
  ['UND_ERR_SOCKET', {}, 'dependency_unavailable', 'connection_lost', 'unknown'],
  ['HPE_INVALID_CONSTANT', {}, 'dependency_bad_answer', 'upstream_bad_answer', 'unknown'],
  ['CERT_HAS_EXPIRED', {}, 'dependency_unavailable', 'server_not_running', 'no'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', {}, 'dependency_unavailable', 'server_not_running', 'no'],
  ['ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC', {}, 'dependency_unavailable', 'connection_lost', 'unknown'],
  ['ERR_MODULE_NOT_FOUND', {}, 'tool_crashed', 'internal', 'unknown'],
])('%s %o', (code, extra, dependency, upstream, executed) => {
  const error = Object.assign(new Error(code), { code, ...extra });
  expect(classify(error)).toMatchObject({ kind: dependency, executed });
  expect(classify(error, { side: 'upstream' })).toMatchObject({ kind: upstream, executed });
});

it.each(['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ETIMEOUT', 'UND_ERR_CONNECT_TIMEOUT', 'CERT_HAS_EXPIRED'])(
  'believes no %s of a request that was sent',
  (code) => {
    for (const syscall of ['connect', 'read', 'queryA', undefined]) {
      const error = Object.assign(new Error(code), { code, ...(syscall !== undefined && { syscall }) });
      expect(classify(error, { side: 'upstream', phase: 'sent' }).executed).toBe('unknown');
      expect(classify(new TypeError('x', { cause: error }), { phase: 'sent' }).executed).toBe('unknown');
    }
  },
);

it.each([
  ['ENETUNREACH', ['connect', 'connect'], 'no'],
  ['ETIMEDOUT', ['connect', 'connect'], 'no'],
  ['ENETUNREACH', ['connect', 'read'], 'unknown'],
])('knows the sum of the addresses that Node has tried: %s by %o', (code, syscalls, executed) => {
  const errors = syscalls.map((syscall) => Object.assign(new Error(code), { code, syscall }));
  const sum = Object.assign(new AggregateError(errors), { code });
  expect(classify(new TypeError('fetch failed', { cause: sum }), { side: 'upstream' }).executed).toBe(executed);
});

it('does not wait for a certificate to become valid', () => {
  const expired = Object.assign(new Error('certificate has expired'), { code: 'CERT_HAS_EXPIRED' });
  expect(classify(new TypeError('fetch failed', { cause: expired }))).toMatchObject({
    retryable: false,
    recoveryAction: 'contact_operator',
  });
});

it('knows the errors that Node really makes', async () => {
  const [spawnError]: unknown[] = await once(spawn('no-such-command-of-ours'), 'error').catch((error: unknown) => [
    error,
  ]);
  expect(classify(spawnError, { side: 'upstream' })).toMatchObject({
    kind: 'server_not_running',
    executed: 'no',
    retryable: false,
  });

  const noFile: unknown = await readFile('/no/such/file').catch((error: unknown) => error);
  expect(classify(noFile)).toMatchObject({ kind: 'not_found' });

  const plain = createServer((socket) => socket.end('hello')).listen(0, '127.0.0.1');
  await once(plain, 'listening');
  const address = plain.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const tls: unknown = await fetch(`https://127.0.0.1:${port}/`).catch((error: unknown) => error);
  const garbage: unknown = await fetch(`http://127.0.0.1:${port}/`).catch((error: unknown) => error);
  plain.close();
  expect(classify(tls, { side: 'upstream' })).toMatchObject({ kind: 'server_not_running', executed: 'no' });
  expect(classify(garbage, { side: 'upstream' })).toMatchObject({ kind: 'upstream_bad_answer', executed: 'unknown' });
});
