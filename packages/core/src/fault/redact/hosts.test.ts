import { describe, expect, it } from 'vitest';
import { createRedactor } from './redactor.ts';

const redactor = createRedactor([]);

// E7, C120
describe('hosts', () => {
  it.each([
    ['java.net.UnknownHostException: billing', 'UnknownHostException: [host]'],
    [
      'java.net.UnknownHostException: billing-api: Name or service not known',
      'UnknownHostException: [host]: Name or service not known',
    ],
    ['ping: db-main: Temporary failure in name resolution', 'ping: [host]: Temporary failure in name resolution'],
    ['ssh: Could not resolve hostname build01: no address', 'ssh: Could not resolve hostname [host]: no address'],
    ['wget: unable to resolve host address ‘repo01’', 'wget: unable to resolve host address ‘[host]’'],
    ['Connection refused: redis01/10.1.1.1:6379', 'Connection refused: [host]'],
    ['Connection refused: api.github.com/140.82.1.1:443', 'Connection refused: api.github.com/[host]'],
    ['连接主机 db-main:3306 失败', '连接主机 [host] 失败'],
    ['\\\\wsl.localhost\\Ubuntu\\home\\bob\\x', '[path]/x'],
    ['npm ERR! //npm.acme.lan/:always-auth', 'npm ERR! //[host]/:always-auth'],
  ])('%s: a name goes that could not be resolved or reached', (text, expected) => {
    expect(redactor.strict(text).text).toBe(expected);
  });

  it.each([
    ['getaddrinfo ENOTFOUND postgres.database', 'getaddrinfo ENOTFOUND [host]'],
    ['connect ECONNREFUSED orders.billing:8080', 'connect ECONNREFUSED [host]'],
    ['GET http://orders.billing:8080/x failed', 'GET http://[host] failed'],
    ['GET http://orders.billing/x failed', 'GET http://[host] failed'],
    ['kafka-0.kafka.messaging:9092 is away', '[host] is away'],
    ['connecting to redis-master.cache:6379.', 'connecting to [host].'],
  ])('%s: the name of a service and its namespace is no public one', (text, expected) => {
    expect(redactor.strict(text).text).toBe(expected);
  });

  it.each([
    'getaddrinfo ENOTFOUND api.acme.io',
    'https://intro.example.museum-of-words/x answered 503',
    'http://пример.рф/x answered 503',
    'failed to lookup address information: Name or service not known',
    'httpx.ConnectError: [Errno -2] Name or service not known',
    'Could not resolve host: Name or service not known',
    'server.port:8080 and user.age:150 are no numbers',
    'Unable to connect to the server: dial tcp: i/o timeout',
    'Version 1.2.3.4 is older than 1.2.4.0',
    'either and/or 5 of 7',
    'Chrome/120.0.0.0 is not supported',
    'Cannot post to endpoint: body is empty',
    'Unknown host language "Klingon"',
  ])('leaves what is public or no host: %s', (text) => {
    expect(redactor.strict(text).text).toBe(text.replace('httpx.', ''));
  });
});
