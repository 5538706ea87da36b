import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, expect, it } from 'vitest';
import { main } from './main.ts';

const state = mkdtempSync(join(tmpdir(), 'breakwater-run-'));
afterAll(() => rmSync(state, { recursive: true }));

/** Runs with these arguments for a host that has gone. */
async function started(args: readonly string[], stateHome = state) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  stdin.end();
  const code = await main(['run', ...args], {
    stdin,
    stdout,
    stderr,
    env: { XDG_STATE_HOME: stateHome },
    signal: new AbortController().signal,
    atExit: () => {},
  });
  return { code, stderr: String(stderr.read() ?? '') };
}

/** Runs with this name in front of a program that ends at once. */
const named = (name: string, stateHome?: string) =>
  started(['--name', name, '--', process.execPath, '--eval', ''], stateHome);

it.each([
  [['http://127.0.0.1:1/mcp', 'extra'], 'Expected nothing behind the URL of a server, got "extra".'],
  [['ftp://user:secret@x/'], 'Expected the URL of a server to begin with http:// or https://, got ftp://.'],
  [['--', 'ws://127.0.0.1:1/mcp'], 'got ws://.'],
  [['http://'], "'http://' is not a URL that can be reached."],
])('refuses what can be no server: %j', async (args, expected) => {
  const { code, stderr } = await started(args);

  expect(code).toBe(2);
  expect(stderr).toContain(expected);
});

it.each([
  ['two words', '"two words". A server name consists of', 'For example "two-words".'],
  ['a__b', 'cannot contain "__"', 'For example "a_b".'],
  ['', 'got "". A server name consists of', 'leave `--name` out.'],
  ['Breakwater', 'is reserved', 'leave `--name` out.'],
  ['a'.repeat(65), 'at most 64 characters', `For example "${'a'.repeat(64)}".`],
  ['\u001B[31mred', String.raw`"\u001b[31mred"`, 'For example "31mred".'],
])('refuses a name that could be no key under mcpServers, and says what could: %j', async (name, expected, advice) => {
  const { code, stderr } = await named(name);

  expect(code).toBe(2);
  expect(stderr).toContain('`--name`');
  expect(stderr).toContain(expected);
  expect(stderr).toContain(advice);
});

it('takes a name that could be one', async () => {
  expect(await named('my-server_2')).toEqual({ code: 0, stderr: '' });
});

it('tells its log of a state directory that can not be made, and does without', async () => {
  const file = join(state, 'file');
  writeFileSync(file, '');
  const { code, stderr } = await named('mine', file);

  expect(code).toBe(0);
  expect(stderr).toContain('state-directory');
});
