import fc from 'fast-check';
import { expect, it } from 'vitest';

import { problemsOf, read, warningsOf } from './testing.ts';
import type { Environment } from './variables.ts';

function secretsOf(entry: object, environment: Environment = {}): Record<string, boolean> {
  const result = read(JSON.stringify({ mcpServers: { s: entry } }), environment);
  if (!result.ok) throw new Error('not a configuration');
  return Object.fromEntries(result.secrets.map(({ value, named }) => [value, named]));
}

const long = 'q7Zr2mWx9LpT4v';

it.each([
  ['a variable with a secret name', { command: 'x', env: { API_KEY: long } }, [long]],
  ['a variable of one word', { command: 'x', env: { PGPASSWORD: long } }, [long]],
  ['a short value', { command: 'x', env: { SECRET: 'abc12345' } }, ['abc12345']],
  ['a bearer header', { url: 'https://u.test', headers: { Authorization: `Bearer ${long}` } }, [long]],
  [
    'a basic header',
    { url: 'https://u.test', headers: { authorization: 'Basic Ym9iOmh1bnRlcjIyMjIy' } },
    ['Ym9iOmh1bnRlcjIyMjIy', 'hunter22222'],
  ],
  ['a key header', { url: 'https://u.test', headers: { 'X-Api-Key': long } }, [long]],
  ['a cookie', { url: 'https://u.test', headers: { Cookie: `a=b; sid=${long}` } }, [`a=b; sid=${long}`, long]],
  ['a password in the URL', { url: 'https://bob:PASSPASS@u.test/mcp' }, ['PASSPASS']],
  ['an encoded password', { url: 'https://bob:p%40ssword@u.test/mcp' }, ['p@ssword', 'p%40ssword']],
  ['a token as user', { url: `https://${long}@u.test/mcp` }, [long]],
  ['a parameter of the URL', { url: `https://u.test/mcp?x=1&sig=${long}&y=2` }, [long]],
  ['a connection string', { command: 'x', args: ['postgres://u:p/w@rd!!@db:5432/app?x=1'] }, ['p/w@rd!!']],
  ['a connection string in a variable', { command: 'x', env: { DATABASE_URL: `mysql://u:${long}@db/app` } }, [long]],
  ['pairs', { command: 'x', env: { CONN: `Server=db;Password=${long};Timeout=30` } }, [long]],
  ['a flag and its value', { command: 'x', args: ['--api-key', long, '--port', '8080'] }, [long]],
  ['a flag with its value', { command: 'x', args: [`--token=${long}`] }, [long]],
  ['a header as an argument', { command: 'x', args: ['--header', `Authorization: Bearer ${long}`] }, [long]],
  ['JSON in a variable', { command: 'x', env: { HEADERS: `{"Authorization":"Bearer ${long}","A":"b"}` } }, [long]],
])('finds %s', (_, entry, values) => {
  expect(secretsOf(entry)).toEqual(Object.fromEntries(values.map((value) => [value, true])));
});

it('finds the value of a variable of ours with a secret name, wherever it goes', () => {
  expect(secretsOf({ command: 'x', args: ['-c', 'key ${MY_TOKEN} end'] }, { MY_TOKEN: long })).toEqual({
    [long]: true,
  });
});

it('marks what only looks like a secret as not named', () => {
  expect(secretsOf({ url: `https://u.test/api/s/a1b2c3d4e5f6a7b8c9d0e1f2/mcp` })).toEqual({
    a1b2c3d4e5f6a7b8c9d0e1f2: false,
  });
});

it.each([
  [{ url: 'https://u.test', headers: { 'X-Custom': 'a9f3kd82mz' } }, 'a9f3kd82mz'],
  [{ url: 'https://u.test', headers: { 'X-Custom': 'Custom zz-4k2m9x7qp1' } }, 'zz-4k2m9x7qp1'],
  [{ command: 'x', env: { UPSTREAM: long + 'ab' } }, long + 'ab'],
])('marks what looks made by a machine in %j as not named', (entry, value) => {
  expect(secretsOf(entry)).toEqual({ [value]: false });
});

it.each([
  {
    command: 'x',
    env: {
      MODEL: 'claude-sonnet-4-5-20250929',
      DATA_DIR: '/srv/data/2f8a9b3c4d5e6f7a8b9c',
      URL: 'https://u.test/a1b2c3d4e5f6a7b8c9d0',
      TZ: 'Europe/Berlin',
      SINCE: '2025-11-25T10:00:00Z',
    },
  },
  {
    url: 'https://u.test',
    headers: { 'X-Region': 'eu-west-1', 'User-Agent': 'agent/1.2.3', 'X-Model': 'gpt-4o-2024-08-06' },
  },
  { command: 'npx', args: ['-y', '@scope/server', '--port', '8080', '/srv/data'] },
  {
    command: 'x',
    env: {
      MAX_TOKENS: '4096',
      TOKEN_URL: 'https://u.test/token',
      DEBUG: 'true',
      AUTH: 'none',
      PUBLIC_KEY: 'abcdefghijklmnop',
    },
  },
  {
    url: 'https://u.test:8080/@scope/mcp?page=2',
    headers: { Accept: 'application/json', 'X-Team': 'platform-team-a' },
  },
])('takes nothing of %j for a secret', (entry) => {
  expect(secretsOf(entry)).toEqual({});
});

it.each([
  ['abc12345', 'it is masked in errors and logs, but not in the results of tools.'],
  ['abc1234', 'it is masked only in known places, such as behind its name.'],
])('warns of the short secret %s at its place, without showing it', (secret, consequence) => {
  const text = `{ "mcpServers": { "s": { "command": "x",\n "env": { "SECRET": "${secret}" } } } }`;

  const warnings = warningsOf(text);

  expect(warnings).toEqual([expect.stringContaining('breakwater.json:2:21: This secret has fewer than 12 characters')]);
  expect(warnings[0]).toContain(consequence);
  expect(warnings[0]).not.toContain(secret);
});

it('does not warn of a secret that is long enough', () => {
  expect(warningsOf(`{ "mcpServers": { "s": { "command": "x", "env": { "SECRET": "${long}" } } } }`)).toEqual([]);
});

it('never shows a value of servers or access, whatever is wrong with it', () => {
  const secret = 'hunter';
  const places = [
    `"mcpServers": { "s": "${secret}" }`,
    `"mcpServers": { "s": { "command": "x", "url": "${secret}" } }`,
    `"mcpServers": { "s": { "url": "${secret}", "headers": ["${secret}"] } }`,
    `"mcpServers": { "s": { "url": "https://u.test", "headers": { "A": "${secret}\\n" } } }`,
    `"mcpServers": { "s": { "url": "https://u.test", "headers": { "Bearer ${secret}": 5 } } }`,
    `"mcpServers": { "s": { "command": "x", "env": { "A": ["${secret}"] } } }`,
    `"mcpServers": { "s": { "command": "x", "env": "${secret}" } }`,
    `"mcpServers": { "s": { "command": "x", "env": { "A": 731884 } } }`,
    `"mcpServers": {}, "access": { "tokens": { "ci": 731884 } }`,
    `"mcpServers": { "s": { "command": "x", "env": { "A": ${secret} } } }`,
    `"mcpServers": { "s": { "command": "x", "env": { "A": "${secret} } } }`,
    `"mcpServers": {}, "access": { "tokens": { "ci": "${secret}" } }`,
    `"mcpServers": {}, "access": { "tokens": "${secret}" }`,
    `"mcpServers": {}, "access": "${secret}"`,
    `"mcpServers": {}, "listen": "127.0.0.1:1/${secret}"`,
    `"mcpServers": {}, "store": "redis://:${secret}@h"`,
  ];
  for (const place of places) {
    const problems = problemsOf(`{ ${place} }`);

    expect(problems.length).toBeGreaterThan(0);
    expect(problems.join('\n')).not.toMatch(/hunter|731884/);
  }
});

it('gives problems for any text, and never an exception', () => {
  const keys = [
    'mcpServers',
    'servers',
    'tools',
    'defaults',
    'access',
    'tokens',
    'retry',
    'deadline',
    'a',
    'a/b',
    'env',
    'url',
    'codes',
    '__proto__',
  ];
  const json = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom('x', '', '${A}', '20s', 5, -1, null, true),
      fc.array(tie('value'), { maxLength: 3 }),
      tie('object'),
    ),
    object: fc.dictionary(fc.constantFrom(...keys), tie('value'), { maxKeys: 6 }),
  })).object;
  const cut = fc.tuple(json, fc.nat(), fc.string({ maxLength: 3 })).map(([value, at, noise]) => {
    const text = JSON.stringify(value);
    const offset = at % (text.length + 1);
    return text.slice(0, offset) + noise + text.slice(offset);
  });

  fc.assert(
    fc.property(
      fc.oneof(
        json.map((value) => JSON.stringify(value)),
        cut,
        fc.string(),
      ),
      (text) => {
        const result = read(text, { A: 'a' });
        if (result.ok) return;
        expect(result.problems.length).toBeGreaterThan(0);
        for (const { message, line } of result.problems) {
          expect(message).toMatch(/\.$/);
          expect(message).not.toMatch(/Invalid|undefined/);
          expect(line).toBeGreaterThan(0);
        }
      },
    ),
    { numRuns: 500 },
  );
});
