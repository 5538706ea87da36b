import { expect, it } from 'vitest';

import { aConfig, problemsOf, warningsOf } from './testing.ts';

function entry(members: string, name = 'files'): string {
  return `{ "mcpServers": { "${name}": { ${members} } } }`;
}

it('tells a process from a remote server', () => {
  const text = `{ "mcpServers": {
    "files": { "command": "npx", "args": ["-y", "x"], "env": { "A": "1" }, "cwd": "/srv" },
    "search": { "type": "sse", "url": "https://search.example/sse", "headers": { "X-Team": "a" } },
    "plain": { "url": "http://127.0.0.1:1/mcp" } } }`;

  expect(aConfig(text).mcpServers).toEqual({
    files: { kind: 'process', command: 'npx', args: ['-y', 'x'], env: { A: '1' }, cwd: '/srv' },
    search: { kind: 'remote', url: 'https://search.example/sse', headers: { 'X-Team': 'a' }, transport: 'sse' },
    plain: { kind: 'remote', url: 'http://127.0.0.1:1/mcp', headers: {} },
  });
});

it.each(['http', 'streamable-http', 'streamableHttp'])('knows the type %s that hosts write', (type) => {
  expect(aConfig(entry(`"type": "${type}", "url": "https://a.example"`)).mcpServers['files']).toMatchObject({
    transport: 'http',
  });
});

it.each([
  ['"command": "x", "url": "https://a.example"', 'has both `command` and `url`'],
  ['', 'has neither `command` nor `url`'],
  ['"command": "x", "type": "http"', 'its `type` is not "stdio"'],
  ['"url": "https://a.example", "type": "stdio"', 'its `type` is "stdio"'],
  ['"url": "https://a.example", "args": []', '`args` is for a server with a `command`'],
  ['"command": "x", "headers": {}', '`headers` are for a server with a `url`'],
  ['"command": ""', 'Expected `command` to be the name or path of a program'],
  ['"command": "a\\u0000b"', 'Expected `command` to be a string without NUL'],
  ['"command": ["npx"]', 'Expected `command` to be a string, got an array.'],
  ['"command": "x", "args": "-y"', 'Expected `args` to be an array of strings'],
  ['"command": "x", "args": ["--port", 8080]', 'Put it in double quotes.'],
  ['"command": "x", "env": { "PORT": 8080 }', 'Expected `PORT` in `env` to be a string, got a number.'],
  ['"command": "x", "env": { "A=B": "" }', 'Expected each key of `env` to be the name of a variable'],
  ['"url": "search.example/mcp"', 'Expected `url` to be an http or https URL'],
  ['"url": "ws://search.example/mcp"', 'Expected `url` to be an http or https URL'],
  ['"url": "https:search"', 'Expected `url` to be an http or https URL'],
  [
    '"url": "https://a.example", "headers": { "X Y": "" }',
    'Expected each key of `headers` to be the name of an HTTP header',
  ],
  ['"url": "https://a.example", "headers": { "X": "a\\nb" }', 'a header value of one line'],
  ['"command": "x", "disabled": "yes"', 'Expected `disabled` to be true or false, got "yes".'],
])('refuses an entry of %s', (members, message) => {
  const problems = problemsOf(entry(members));

  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(message);
});

it.each([
  ['a__b', '"__"', 'For example "a_b".'],
  ['b_', 'does not end with "_"', 'For example "b".'],
  ['_b', 'begins with a letter', 'For example "b".'],
  ['my server', 'letters, digits', 'For example "my-server".'],
  ['github.com/x', 'letters, digits', 'For example "github-com-x".'],
  ['服务器', 'letters, digits', ''],
  ['', 'letters, digits', ''],
  ['breakwater', 'reserved', ''],
  ['Breakwater', 'reserved', ''],
])('refuses the server name %j', (name, message, hint) => {
  const problems = problemsOf(entry('"command": "x"', name));

  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(message);
  expect(problems[0]).toContain(hint);
});

it.each(['a', 'a-b_c', 'constructor', 'toString', '7'])('accepts the server name %s', (name) => {
  expect(Object.keys(aConfig(entry('"command": "x"', name)).mcpServers)).toEqual([name]);
});

it('lets members of hosts be, with a warning each', () => {
  const text = entry('"command": "x", "alwaysAllow": ["a"], "timeout": 60, "agrs": []');

  expect(aConfig(text).mcpServers['files']).toEqual({ kind: 'process', command: 'x', args: [], env: {} });
  expect(warningsOf(text)).toEqual([
    expect.stringContaining(
      '1:46: The key "alwaysAllow" of the server "files" is a host\'s, or unknown; it has no effect here.',
    ),
    expect.stringContaining('"servers": { "files": { "timeout": … } }'),
    expect.stringContaining('Did you mean `args`?'),
  ]);
});

it.each(['"disabled": true', '"enabled": false'])(
  'leaves out a server with %s, its missing variables and its faults',
  (off) => {
    const text = `{ "mcpServers": { "off": { ${off}, "url": "\${NOT_SET}", "command": 5 }, "on": { "command": "x" } },
    "servers": { "off": { "trusted": true } }, "tools": { "off/a": {} } }`;

    expect(Object.keys(aConfig(text).mcpServers)).toEqual(['on']);
    expect(warningsOf(text)).toEqual([
      expect.stringContaining('1:19: The server "off" is disabled and is not served.'),
    ]);
  },
);
