import { VirtualClock } from '@breakwater/core/testing';
import { expect, it } from 'vitest';
import { HttpFailures } from './http-failures.ts';

// C126
it.each([
  ['ENOTFOUND', 'The name in the url of the server "docs" could not be resolved.', undefined],
  ['EAI_AGAIN', 'The name in the url of the server "docs" could not be resolved.', undefined],
  ['ECONNREFUSED', 'The server "docs" cannot be reached: nothing listens at its address.', undefined],
  [
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'The server "docs" does not answer with TLS. Its url may have to begin with http:.',
    false,
  ],
  ['EHOSTUNREACH', undefined, undefined],
])('%s says why a server was not reached', (code, message, retryable) => {
  const failures = new HttpFailures({ server: 'docs', locale: 'en', clock: new VirtualClock() });
  const error = Object.assign(new Error(`connect ${code} db.internal:443`), { code, syscall: 'connect' });

  const failure = failures.trouble({ type: 'network', error, sent: false, answering: false });

  expect(failure).toMatchObject({ kind: 'server_not_running', executed: 'no', server: 'docs' });
  expect(failure.message).toBe(message);
  expect(failure.retryable).toBe(retryable);
});

it('names a status that stands in place of a message', () => {
  const failures = new HttpFailures({ server: 'docs', locale: 'en', clock: new VirtualClock() });
  const refused = (status: number) => failures.refused({ status, headers: {}, text: 'broken' });
  expect(refused(500).message).toBe('The server "docs" answered HTTP 500 instead of a message.');
  expect(refused(404).message).toBe("There is no MCP endpoint at the server's address.");
});
