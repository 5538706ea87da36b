import { expect, it } from 'vitest';

import { aConfig, problemsOf, warningsOf } from './testing.ts';
import { parseConfig } from './parse-config.ts';
import { renderProblem } from './problem.ts';

const anyServer = '"mcpServers": { "files": { "command": "npx" }, "search": { "url": "https://search.example/mcp" } }';

function within(rest: string): string {
  return `{ ${anyServer},\n${rest} }`;
}

it('reads comments, trailing commas and a byte order mark', () => {
  const text = `\ufeff// ours\n{ ${anyServer}, /* more */ "defaults": { "deadline": "20s", }, }`;

  expect(aConfig(text).defaults).toEqual({ deadline: 20_000 });
});

it('takes a file with everything in it that stands at its top level', () => {
  const text = within(
    '"listen": "127.0.0.1:9181", "store": "memory:", "stateDir": "./state", "support": "ops@example.com", "codes": {}',
  );

  expect(problemsOf(text)).toEqual([]);
});

it.each([
  ['a missing comma', '{ "mcpServers": {}\n  "defaults": {} }', '2:3', 'Expected a comma before this.'],
  [
    'a string without its end',
    '{ "mcpServers": {\n "a": { "command": "npx } } }',
    '2:20',
    'This string does not end on its line',
  ],
  ['an unquoted key', '{\n  mcpServers: {} }', '2:3', 'This is not JSON'],
  ['single quotes', "{ 'mcpServers': {} }", '1:3', 'Expected a string in double quotes.'],
  ['a missing brace', '{ "mcpServers": {', '1:18', 'Expected a closing brace'],
  ['a brace too many', '{ "mcpServers": {} }\n}', '2:1', 'Expected the end of the file'],
  ['a comment without its end', '{ "mcpServers": {} }\n/* more', '2:1', 'This comment does not end'],
  [
    'a lone backslash',
    '{ "mcpServers": { "a": { "command": "C:\\tools\\q" } } }',
    '1:37',
    'a backslash that escapes nothing',
  ],
  [
    'a repeated key',
    '{ "mcpServers": {},\n  "mcpServers": {} }',
    '2:3',
    'The key "mcpServers" is repeated; it already stands in line 1.',
  ],
  [
    'a repeated key inside',
    '{ "mcpServers": { "a": { "command": "x",\r\n "command": "y" } } }',
    '2:2',
    'already stands in line 1',
  ],
  [
    'a prototype as a key',
    '{ "mcpServers": { "__proto__": { "command": "x" } } }',
    '1:19',
    'The key "__proto__" cannot be used.',
  ],
  ['an empty file', '', '1:1', 'The file is empty'],
  ['a file of comments', '// nothing\n', '1:1', 'The file is empty'],
  ['an array', '[]', '1:1', 'Expected the file to be an object with `mcpServers`, got an array.'],
  ['no servers', '{ "listen": "127.0.0.1:1" }', '1:1', '`mcpServers` to be an object of servers; it is missing.'],
  [
    'a lone CR as line end',
    '{\r  "mcpServers": 5 }',
    '2:17',
    'Expected `mcpServers` to be an object of servers, got a number.',
  ],
  ['nesting without end', `{ "mcpServers": ${'['.repeat(100_000)}`, '1:80', 'more than 64 levels deep'],
])('names the place of %s', (_, text, place, message) => {
  const [problem] = problemsOf(text);

  expect(problem).toContain(`breakwater.json:${place}: `);
  expect(problem).toContain(message);
});

it('goes on after a missing comma', () => {
  const problems = problemsOf(within('"defaults": { "timeout": 5\n "locale": "fr" }'));

  expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
    'breakwater.json:2:26:',
    'breakwater.json:3:2:',
    'breakwater.json:3:12:',
  ]);
});

it.each([
  ['Infinity', '`Infinity` is not a value in JSON.'],
  ['-Infinity', '`-Infinity` is not a value in JSON.'],
  ['NaN', '`NaN` is not a value in JSON.'],
  ['undefined', '`undefined` is not a value in JSON.'],
  ['True', '`True` is not a value in JSON.'],
])('goes on after a bare %s and says the rest as well', (value, message) => {
  const problems = problemsOf(within(`"defaults": { "deadline": ${value}, "timeout": 5, "lokale": "zh" }`));

  expect(problems).toHaveLength(3);
  expect(problems[0]).toContain(`2:27: ${message}`);
  expect(problems[1]).toContain('Expected `timeout` to be a duration');
  expect(problems[2]).toContain('Did you mean `locale`?');
});

it.each([
  ['UTF-16 LE with a mark', 'UTF-16 LE', [0xff, 0xfe, 0x7b, 0, 0x7d, 0]],
  ['UTF-16 LE without one', 'UTF-16 LE', [0x7b, 0, 0x7d, 0]],
  ['UTF-16 BE with a mark', 'UTF-16 BE', [0xfe, 0xff, 0, 0x7b, 0, 0x7d]],
  ['UTF-16 BE without one', 'UTF-16 BE', [0, 0x7b, 0, 0x7d]],
  ['UTF-32 LE', 'UTF-32 LE', [0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0]],
])('names %s', (_, name, bytes) => {
  const result = parseConfig({ bytes: Uint8Array.from(bytes), file: 'breakwater.json' }, {});

  expect(result.ok ? [] : result.problems.map((problem) => problem.message)).toEqual([
    `The file is encoded as ${name}; expected UTF-8.`,
  ]);
});

it('names the place where a file in another encoding stops being UTF-8', () => {
  const gbk = [...new TextEncoder().encode('{ "mcpServers": {},\n  "support": "'), 0xc4, 0xe3, 0xba, 0xc3, 0x22, 0x7d];

  const result = parseConfig({ bytes: Uint8Array.from(gbk), file: 'breakwater.json' }, {});

  expect(result.ok ? [] : result.problems.map((problem) => renderProblem(problem))).toEqual([
    expect.stringContaining('breakwater.json:2:15: The file is not valid UTF-8 from here on'),
  ]);
});

it('accepts the bytes of a file with a byte order mark', () => {
  const bytes = new TextEncoder().encode('\ufeff{ "mcpServers": {} }');

  expect(parseConfig({ bytes, file: 'breakwater.json' }, {}).ok).toBe(true);
});

it.each([
  ['"defaults": { "deadlin": "20s" }', '2:15', 'Unknown key "deadlin" in `defaults`.', 'Did you mean `deadline`?'],
  ['"defaults": { "idle_timeout": "20s" }', '2:15', 'Unknown key', 'Did you mean `idleTimeout`?'],
  [
    '"defaults": { "retry": { "maxAttemps": 2 } }',
    '2:26',
    'Unknown key "maxAttemps" in `retry`.',
    'Did you mean `maxAttempts`?',
  ],
  [
    '"servers": { "files": { "trust": true } }',
    '2:25',
    'Unknown key "trust" in `servers` "files".',
    'Did you mean `trusted`?',
  ],
  ['"servers": { "files": { "command": "x" } }', '2:25', 'Unknown key', 'It belongs in an entry of `mcpServers`.'],
  ['"servers": { "file": {} }', '2:14', 'There is no server "file" in `mcpServers`.', 'Did you mean "files"?'],
  ['"tools": { "flies/read": {} }', '2:12', 'There is no server "flies" in `mcpServers`.', 'Did you mean "files"?'],
  ['"tools": { "files__read": {} }', '2:12', 'to be "server/tool" or "server/*"', 'Did you mean "files/read"?'],
  ['"tools": { "read": {} }', '2:12', 'to be "server/tool" or "server/*"', 'For example "files/read".'],
  ['"tools": { "files": {} }', '2:12', 'to be "server/tool" or "server/*"', 'Did you mean "files/*"?'],
  ['"tools": { "files/read_*": {} }', '2:12', 'has a pattern', 'whole name'],
  ['"tools": { "files/read": { "startTimeout": "1m" } }', '2:28', 'Unknown key', 'It belongs to the connection'],
  [
    '"tools": { "files/read": { "trusted": true } }',
    '2:28',
    'Unknown key',
    'It belongs to one server, under `servers`.',
  ],
  ['"deadline": "20s"', '2:1', 'Unknown key "deadline".', 'It belongs under `defaults`, `servers` or `tools`.'],
  ['"mcpservers": {}', '2:1', 'Unknown key "mcpservers".', 'Did you mean `mcpServers`?'],
  ['"codes": { "rate_limit": -32000 }', '2:12', 'Unknown key "rate_limit" in `codes`.', 'Did you mean `rate_limited`?'],
  ['"codes": { "cancelled": -32000 }', '2:12', 'Unknown key "cancelled" in `codes`.', ''],
  ['"access": { "token": {} }', '2:13', 'Unknown key "token" in `access`.', 'Did you mean `tokens`?'],
])('names the nearest right key for %s', (rest, place, message, hint) => {
  const [problem] = problemsOf(within(rest));

  expect(problem).toContain(
    `breakwater.json:${place}: ${message.startsWith('Unknown') || message.startsWith('There') ? message : ''}`,
  );
  expect(problem).toContain(message);
  expect(problem).toContain(hint);
});

it.each(['breaker', 'cache', 'degrade', 'concurrency', 'result', 'fill', 'confirm', 'expose', 'alternates', 'rate'])(
  'refuses %s, which a later version has, by name',
  (key) => {
    expect(problemsOf(within(`"defaults": { "${key}": {} }`))).toEqual([
      expect.stringContaining(`2:15: \`${key}\` in \`defaults\` is not supported yet.`),
    ]);
  },
);

it.each(['expose', 'hosts', 'faults', 'models', 'telemetry'])('refuses %s at the top by name', (key) => {
  expect(problemsOf(within(`"${key}": {}`))).toEqual([
    expect.stringContaining(`2:1: \`${key}\` is not supported yet.`),
  ]);
});

it.each([
  ['"listen": "0.0.0.0"', 'Add the port: "0.0.0.0:8808".'],
  ['"listen": 8808', 'Write "127.0.0.1:8808".'],
  ['"listen": ":8808"', 'Say the address: "127.0.0.1:8808"'],
  ['"listen": "::1"', '"[::1]:8808"'],
  ['"listen": "http://127.0.0.1:8808"', 'Leave out the scheme'],
  ['"listen": "unix:/tmp/x"', 'not supported'],
  ['"listen": "127.0.0.1:70000"', 'at most 65535'],
  ['"store": "sqlite:breakwater.db"', 'not supported yet'],
  ['"defaults": { "errors": "results" }', 'Expected `errors` to be "result" or "protocol", got "results".'],
  ['"defaults": { "locale": "fr" }', 'Expected `locale` to be "en" or "zh", got "fr".'],
  ['"defaults": { "retry": { "maxAttempts": 0 } }', 'Expected `maxAttempts` to be an integer from 1 to 100, got 0.'],
  ['"defaults": { "retry": { "maxAttempts": 1.5 } }', 'got 1.5.'],
  ['"defaults": { "retry": 3 }', 'Expected `retry` to be an object, got 3.'],
  ['"servers": { "files": { "trusted": "yes" } }', 'Expected `trusted` to be true or false, got "yes".'],
  ['"codes": { "rate_limited": "-32000" }', 'Expected `rate_limited` to be an integer'],
  ['"support": "two\\nlines"', 'Expected `support` to be a text of one line'],
  ['"stateDir": "~/state"', 'Expected `stateDir` to be a path'],
  ['"tools": { "files/write": { "safety": "keyed" } }', 'no `keyArgument` says which argument holds the key'],
])('says what was expected instead of %s', (rest, message) => {
  const problems = problemsOf(within(rest));

  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(message);
});

it('takes the key of a keyed tool from a more general rule', () => {
  const text = within(
    '"servers": { "files": { "keyArgument": "id" } }, "tools": { "files/write": { "safety": "keyed" } }',
  );

  expect(aConfig(text).tools['files/write']).toEqual({ safety: 'keyed' });
});

it('resolves the state folder from the folder of the file', () => {
  const result = parseConfig({ text: within('"stateDir": "state"'), file: '/etc/breakwater/breakwater.json' }, {});

  expect(result.ok && result.config.stateDir).toBe('/etc/breakwater/state');
});

it('takes rules alone for a server that comes from elsewhere', () => {
  const text = `{ "mcpServers": { "team": { "url": "\${NOT_SET}" } }, "listen": "0.0.0.0:80", "access": { "tokens": { "ci": "\${NOT_SET}" } },
    "servers": { "mine": { "deadline": "20s" }, "team": {} }, "tools": { "mine/*": {} } }`;
  const source = { text, file: 'breakwater.json' };

  const result = parseConfig(source, {}, { alone: 'mine' });

  expect(result).toMatchObject({
    ok: true,
    warnings: [],
    config: { mcpServers: {}, servers: { mine: { deadline: 20_000 } } },
  });
  expect(parseConfig({ text: '{}', file: 'breakwater.json' }, {}, { alone: 'mine' }).ok).toBe(true);
  expect(parseConfig({ text: '[]', file: 'breakwater.json' }, {}, { alone: 'mine' }).ok).toBe(false);
  expect(parseConfig(source, {}, { alone: 'other' }).ok).toBe(false);
});

it('warns of numbers that mean something else to hosts', () => {
  expect(warningsOf(within('"codes": { "rate_limited": -32000, "conflict": -32950 }'))).toEqual([
    expect.stringContaining(
      '2:28: "rate_limited" is given the number -32000, which official SDKs read as a closed connection',
    ),
  ]);
});

it('says everything at once, in the order of the file', () => {
  const problems = problemsOf(
    within('"defaults": { "deadline": 600,\n "x1": 1 },\n "listen": "nowhere",\n "models": {}'),
  );

  expect(problems.map((problem) => problem.split(': ')[0])).toEqual([
    'breakwater.json:2:27',
    'breakwater.json:3:2',
    'breakwater.json:4:12',
    'breakwater.json:5:2',
  ]);
});
