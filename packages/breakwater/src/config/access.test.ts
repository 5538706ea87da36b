import { expect, it } from 'vitest';

import { isLoopback, parseListen } from './listen-address.ts';
import { parseConfig } from './parse-config.ts';
import { aConfig, problemsOf } from './testing.ts';

function withAccess(listen: string, tokens: string): string {
  return `{ "mcpServers": {}, "listen": "${listen}",\n "access": { "tokens": ${tokens} } }`;
}

it.each([
  ['127.0.0.1:8808', '127.0.0.1', 8_808, true],
  ['127.8.8.8:1', '127.8.8.8', 1, true],
  ['localhost:0', 'localhost', 0, true],
  ['LOCALHOST:0', 'LOCALHOST', 0, true],
  ['[::1]:8808', '::1', 8_808, true],
  ['[0:0:0:0:0:0:0:1]:8808', '0:0:0:0:0:0:0:1', 8_808, true],
  ['[::ffff:127.0.0.1]:8808', '::ffff:127.0.0.1', 8_808, true],
  ['8808', '127.0.0.1', 8_808, true],
  ['0.0.0.0:8808', '0.0.0.0', 8_808, false],
  ['[::]:8808', '::', 8_808, false],
  ['[::ffff:10.0.0.1]:1', '::ffff:10.0.0.1', 1, false],
  ['192.168.1.2:80', '192.168.1.2', 80, false],
  ['localhost.example:80', 'localhost.example', 80, false],
  ['127.0.0.1.example:80', '127.0.0.1.example', 80, false],
  ['0:80', '0', 80, false],
])('reads %s', (text, host, port, loopback) => {
  const parsed = parseListen(text);

  expect(parsed).toEqual({ ok: true, address: { host, port } });
  expect(parsed.ok && isLoopback(parsed.address)).toBe(loopback);
});

it.each([
  '',
  ':',
  ':8808',
  '::1',
  '[::1]',
  '[x]:1',
  'a b:1',
  '127.0.0.1:65536',
  '127.0.0.1:-1',
  '127.0.0.1:80x',
  'http://a:1',
  'unix:/x',
  '/tmp/x.sock',
  '[::1:80',
  '-a:1',
])('refuses to listen on %j', (text) => {
  expect(parseListen(text).ok).toBe(false);
});

it.each(['0.0.0.0:8808', '[::]:8808', '192.168.1.2:80', 'gateway.example:80'])(
  'refuses %s without a token',
  (listen) => {
    expect(problemsOf(`{ "mcpServers": {}, "listen": "${listen}" }`)).toEqual([
      expect.stringContaining(`1:31: Refusing to listen on ${listen}: other machines could call every tool`),
    ]);
    expect(problemsOf(withAccess(listen, '{}'))).toHaveLength(1);
  },
);

it('listens beyond this machine with a token', () => {
  const config = aConfig(withAccess('0.0.0.0:8808', '{ "ci": "${CI_TOKEN}" }'), { CI_TOKEN: 'a-long-token-of-ci' });

  expect(config.listen).toEqual({ host: '0.0.0.0', port: 8_808 });
  expect(config.access.tokens).toEqual([{ name: 'ci', value: 'a-long-token-of-ci' }]);
});

it('listens on 127.0.0.1:8808 where nothing is said', () => {
  expect(aConfig('{ "mcpServers": {} }').listen).toEqual({ host: '127.0.0.1', port: 8_808 });
});

it('reads a token from a file beside the configuration', () => {
  const asked: string[] = [];
  const text = withAccess('127.0.0.1:1', '{ "ci": { "file": "secrets/ci" } }');

  const result = parseConfig(
    { text, file: '/etc/breakwater/breakwater.json' },
    {},
    {
      readText(path) {
        asked.push(path);
        return '\ufeffa-long-token-of-ci\r\n';
      },
    },
  );

  expect(asked).toEqual(['/etc/breakwater/secrets/ci']);
  expect(result.ok && result.config.access.tokens).toEqual([{ name: 'ci', value: 'a-long-token-of-ci' }]);
  expect(result.ok && result.secrets).toEqual([
    { value: 'a-long-token-of-ci', named: true, where: 'access.tokens.ci' },
  ]);
});

it.each([
  ['{ "ci": "literal-token-in-the-file" }', '2:32: An access token comes from the environment or from a file'],
  ['{ "ci": "${CI_TOKEN:-changeme}" }', '2:32: An access token comes from the environment or from a file'],
  ['{ "ci": "x${CI_TOKEN}" }', '2:32: An access token comes from the environment or from a file'],
  ['{ "ci": "${NOT_SET}" }', '2:32: The environment variable NOT_SET is not set; `access.tokens.ci` needs it.'],
  ['{ "ci": "${EMPTY}" }', '2:32: The environment variable EMPTY is empty; `access.tokens.ci` needs it.'],
  ['{ "ci": "${BLANK}" }', '2:32: The token "ci" is empty.'],
  ['{ "ci": "${SPACED}" }', 'holds characters that a bearer token cannot have'],
  ['{ "ci": "${CI_TOKEN}", "cd": "${CI_TOKEN}" }', 'The token "cd" is the same as that of "ci"'],
  ['{ "ci": { "file": "absent" } }', '2:42: The file of the token "ci" cannot be read: there is no such file.'],
  ['{ "ci": { "file": "" } }', 'Expected `file` to be a path'],
  ['{ "ci": { "flie": "x" } }', 'Expected the token "ci" to be "${VARIABLE}" or { "file": "path" }'],
  ['{ "c i": "${CI_TOKEN}" }', 'The name of a token consists of'],
  ['["${CI_TOKEN}"]', 'Expected `tokens` to be an object'],
])('refuses the tokens %s', (tokens, message) => {
  const environment = { CI_TOKEN: 'a-long-token-of-ci', EMPTY: '', BLANK: '  ', SPACED: 'two words' };

  const problems = problemsOf(withAccess('127.0.0.1:1', tokens), environment);

  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(message);
});

it('offers no default for a token whose variable is not set', () => {
  const [problem = ''] = problemsOf(withAccess('127.0.0.1:1', '{ "ci": "${NOT_SET}" }'));

  expect(problem).toContain('{ "file": "path" }');
  expect(problem).not.toContain('default');
});
