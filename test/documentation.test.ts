import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseConfig, renderProblem } from '../packages/breakwater/src/config/index.ts';
import { textOf, useKit } from './kit/index.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const documents = globSync(['*.md', 'packages/*/README.md', 'docs/**/*.md'], { cwd: root });
const snippets = globSync('docs/snippets/*', { cwd: root });

// E2
it('has in its generated pages and snippets what the code has; else run `npm run generate`', () => {
  const args = ['--conditions=@breakwater/source', join(root, 'scripts/generate.mjs'), '--check'];

  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });

  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

describe('the documentation', () => {
  it.each([...snippets.filter((path) => path.endsWith('.json')), 'examples/quickstart/breakwater.json'])(
    'shows a configuration that is right: %s',
    (file) => {
      const environment = {
        MAIL_PASSWORD: 'of-the-mail-server',
        SEARCH_TOKEN: 'of-the-search',
        CI_TOKEN: 'of-the-test-runs',
      };
      // What a host calls us is a name that no server of ours may have.
      const text = readFileSync(join(root, file), 'utf8').replace('"breakwater": {', '"gateway": {');

      const read = parseConfig({ file, text }, environment, {
        readText: () => 'of-dana-herself',
        ...(file.endsWith('rules.json') && { alone: 'files' }),
      });

      expect((read.ok ? read.warnings : read.problems).map((problem) => renderProblem(problem))).toEqual([]);
    },
  );

  it('shows every snippet somewhere', () => {
    const texts = documents.map((path) => readFileSync(join(root, path), 'utf8')).join('\n');

    expect(snippets.filter((path) => !texts.includes(`<!-- snippet: ${path} -->`))).toEqual([]);
  });

  it.each(documents)('links to files that are there: %s', (path) => {
    const targets = [...readFileSync(join(root, path), 'utf8').matchAll(/\]\((?!https?:)([^)#\s]+)/g)];

    const missing = targets.flatMap(([, target = '']) =>
      existsSync(join(root, dirname(path), target)) ? [] : [target],
    );

    expect(missing).toEqual([]);
  });
});

describe('the example of the README', () => {
  const kit = useKit();

  it('is what a model reads when a server dies in the middle of a call', async () => {
    const { server } = await kit.fake('commits', { words: ['closes'] });
    const host = kit.runGateway(server, { flags: ['--name', 'mail'] });
    await host.initialize();
    await host.request('tools/list');

    const sent = textOf(await host.callTool('send', { text: 'hello' }));
    const found = textOf(await host.callTool('find'));

    expect(withoutId(sent)).toBe(withoutId(readFileSync(join(root, 'docs/snippets/died-mid-call.txt'), 'utf8')));
    // What the README says of reads: this one died the same way and was repeated.
    expect(found).toBe('find: done');
  });
});

/** Each run makes another reference. */
function withoutId(text: string): string {
  return text.replace(/bw-[a-z0-9]+-\d+/, 'bw-…').trimEnd();
}
