import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { loadConfig } from './load-config.ts';
import { describeReadError } from './tokens.ts';
import { renderProblem } from './problem.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'breakwater-config-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function problemOf(path: string): Promise<string> {
  const result = await loadConfig(path, {});
  return result.ok ? 'none' : result.problems.map((problem) => renderProblem(problem)).join('\n');
}

it('reads a file, with tokens from files beside it', async () => {
  await writeFile(join(folder, 'ci.token'), 'a-long-token-of-ci\n');
  const path = join(folder, 'breakwater.json');
  await writeFile(path, '{ "mcpServers": {}, "access": { "tokens": { "ci": { "file": "ci.token" } } } }');

  const result = await loadConfig(path, {});

  expect(result.ok && result.config.access.tokens).toEqual([{ name: 'ci', value: 'a-long-token-of-ci' }]);
});

it('leaves a broken file as it is', async () => {
  const path = join(folder, 'breakwater.json');
  const bytes = Uint8Array.from([0xff, 0xfe, 0x7b, 0, 0x7d, 0]);
  await writeFile(path, bytes);

  expect(await problemOf(path)).toContain('UTF-16 LE');
  expect(new Uint8Array(await readFile(path))).toEqual(bytes);
});

it('says that a file is not there', async () => {
  const path = join(folder, 'absent.json');

  expect(await problemOf(path)).toBe(`${path}: The configuration cannot be read: there is no such file.`);
});

it('says that it is a folder, or not an ordinary file', async () => {
  await mkdir(join(folder, 'breakwater.json'));

  expect(await problemOf(join(folder, 'breakwater.json'))).toContain('it is a folder');
  expect(await problemOf('/dev/null')).toContain('it is not an ordinary file');
});

it('says that links lead in a circle', async () => {
  await symlink(join(folder, 'b'), join(folder, 'a'));
  await symlink(join(folder, 'a'), join(folder, 'b'));

  expect(await problemOf(join(folder, 'a'))).toContain('its links lead in a circle');
});

it('says that permission is denied', () => {
  // Whoever runs this as root is never denied anything, so the system's error is made here.
  expect(describeReadError(Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' }))).toContain(
    'permission denied',
  );
});
