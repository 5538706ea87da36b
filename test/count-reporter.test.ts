import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs');
const reporter = join(import.meta.dirname, 'count-reporter.ts');
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'count-reporter-'));
  writeFileSync(
    join(folder, 'vitest.config.mjs'),
    `import { CountReporter } from ${JSON.stringify(reporter)};
    export default { test: { globals: true, reporters: ['default', new CountReporter()] } };`,
  );
});

afterEach(() => rmSync(folder, { recursive: true }));

it('ends the run with its counts, alone on the last line', () => {
  const { status, lastLine } = run({ 'a.test.mjs': "it('a', () => {}); it('b', () => {}); it.skip('c', () => {});" });

  expect({ status, lastLine }).toEqual({ status: 0, lastLine: '2 passed, 0 failed, 1 skipped' });
});

it('counts what fails without being a test: a file that cannot be imported, a stray rejection', () => {
  const { status, lastLine } = run({
    'a.test.mjs': "it('a', () => {}); it('b', () => { throw new Error('b'); });",
    'b.test.mjs': "throw new Error('on import');",
    'c.test.mjs': "it('c', () => { void Promise.reject(new Error('stray')); });",
  });

  expect({ status, lastLine }).toEqual({ status: 1, lastLine: '2 passed, 3 failed, 0 skipped' });
});

function run(files: Readonly<Record<string, string>>): { readonly status: number | null; readonly lastLine: string } {
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const { status, stdout } = spawnSync(process.execPath, [vitest, 'run', '--root', folder], { encoding: 'utf8' });
  return { status, lastLine: stdout.split('\n').at(-2) ?? '' };
}
