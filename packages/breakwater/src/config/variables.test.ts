import { expect, it } from 'vitest';

import { aConfig, problemsOf } from './testing.ts';
import { expand } from './variables.ts';

const environment = { TOKEN: 'abc', EMPTY: '', NESTED: '${TOKEN}' };

it.each([
  ['Bearer ${TOKEN}', 'Bearer abc'],
  ['${TOKEN}${TOKEN}', 'abcabc'],
  ['${NOT_SET:-fallback}', 'fallback'],
  ['${NOT_SET:-}', ''],
  ['${EMPTY:-fallback}', 'fallback'],
  ['${TOKEN:-fallback}', 'abc'],
  ['${NOT_SET:-a:-b}', 'a:-b'],
  ['${NESTED}', '${TOKEN}'],
  ['$${TOKEN}', '${TOKEN}'],
  ['$$${TOKEN}', '$${TOKEN}'],
  ['costs $5 and $HOME', 'costs $5 and $HOME'],
  ['$', '$'],
])('makes %j into %j', (template, text) => {
  expect(expand(template, environment, 'here')).toMatchObject({ text, problems: [] });
});

it.each([
  ['${NOT_SET}', 'The environment variable NOT_SET is not set; `here` needs it.'],
  ['${EMPTY}', 'The environment variable EMPTY is empty; `here` needs it.'],
  ['${constructor}', 'The environment variable constructor is not set; `here` needs it.'],
  ['${}', 'Expected `${NAME}` or `${NAME:-default}`.'],
  ['${TOKEN', 'Expected `${NAME}` or `${NAME:-default}`.'],
  ['${input:key}', 'Expected `${NAME}` or `${NAME:-default}`.'],
  ['${A-b}', 'Expected `${NAME}` or `${NAME:-default}`.'],
  ['${NOT_SET:-${TOKEN}}', 'A default cannot hold another variable.'],
])('refuses %j', (template, message) => {
  expect(expand(template, environment, 'here').problems.map((problem) => problem.message)).toEqual([message]);
});

it('fills in every string of an entry', () => {
  const text = `{ "mcpServers": {
    "a": { "command": "\${BIN}", "args": ["\${X:-y}"], "env": { "K": "\${TOKEN}" }, "cwd": "\${DIR}" },
    "b": { "url": "https://\${HOST}/mcp", "headers": { "Authorization": "Bearer \${TOKEN}" } } } }`;

  expect(aConfig(text, { BIN: 'npx', TOKEN: 'abc', DIR: '/srv', HOST: 'b.example' }).mcpServers).toEqual({
    a: { kind: 'process', command: 'npx', args: ['y'], env: { K: 'abc' }, cwd: '/srv' },
    b: { kind: 'remote', url: 'https://b.example/mcp', headers: { Authorization: 'Bearer abc' } },
  });
});

it('fills in the strings of rules and of the listener', () => {
  const text = '{ "mcpServers": {}, "listen": "127.0.0.1:${PORT}", "defaults": { "deadline": "${DEADLINE:-20s}" } }';

  expect(aConfig(text, { PORT: '9000' })).toMatchObject({ listen: { port: 9_000 }, defaults: { deadline: 20_000 } });
});

it('names each missing variable and its place, and judges no placeholder', () => {
  const text =
    '{ "mcpServers": { "b": { "url": "${URL}",\n "headers": { "Authorization": "Bearer ${TOKEN}" } } },\n "listen": "${LISTEN}" }';

  expect(problemsOf(text).map((problem) => problem.split('\n')[0])).toEqual([
    'breakwater.json:1:33: The environment variable URL is not set; `mcpServers.b.url` needs it.',
    'breakwater.json:2:32: The environment variable TOKEN is not set; `mcpServers.b.headers.Authorization` needs it.',
    'breakwater.json:3:12: The environment variable LISTEN is not set; `listen` needs it.',
  ]);
});

it('never shows what came from a variable', () => {
  const text =
    '{ "mcpServers": {}, "listen": "${SECRET}", "defaults": { "deadline": "${SECRET}", "errors": "${SECRET}" } }';

  const problems = problemsOf(text, { SECRET: 'hunter' });

  expect(problems).toHaveLength(3);
  expect(problems.join('\n')).not.toContain('hunter');
  expect(problems[1]).toContain('got the value of ${SECRET}');
});
