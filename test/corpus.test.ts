import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { useKit } from './kit/index.ts';
import { Chance } from './planted/chance.ts';

const seed = process.env['BREAKWATER_SEED'];
const chance = seed === undefined ? new Chance() : new Chance(seed);
process.stdout.write(`sources chosen with BREAKWATER_SEED=${chance.seed}\n`);

const packages = fileURLToPath(new URL('../node_modules/', import.meta.url));
const howMany = 300;

// E7, and the first rule: do no harm. Sources are full of what looks like secrets, stacks and paths.
describe('sources of installed packages', () => {
  const kit = useKit();

  it.each(['run', 'serve'] as const)(
    'pass as successes with no byte changed (%s)',
    { timeout: 60_000 },
    async (kind) => {
      const files = choose(sources(packages), howMany);
      const texts = files.map((file) => readFileSync(file, 'utf8'));
      expect(texts.join('').length).toBeGreaterThan(500_000);
      const list = join(kit.directory('corpus'), 'texts.json');
      writeFileSync(list, JSON.stringify(texts));
      const { server } = await kit.fake('tells', { words: [list] });
      // Something to look for, or nothing would be looked at.
      const env = { CORPUS_TOKEN: chance.mixed(24) };
      const gateway =
        kind === 'serve' ? await kit.startGateway({ mcpServers: { fake: { ...server, env } } }) : undefined;
      const stdio = kind === 'run' ? kit.runGateway(server, { env }) : undefined;
      const host = stdio ?? kit.openHttp(gateway?.endpoint('fake') ?? '');
      await host.initialize();

      const changed: (string | undefined)[] = [];
      for (const [nth, text] of texts.entries()) {
        const id = 1_000 + nth;
        await host.request('tools/call', { name: 'success', arguments: { nth } }, { id });
        const bytes = stdio?.texts.at(-1) ?? ('calls' in host ? host.calls.at(-1)?.body : undefined);
        const direct = JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } });
        if (inStream(bytes) !== direct) changed.push(files[nth]);
      }
      expect(changed).toEqual([]);
    },
  );
});

/** The message of a body, be it plain or one event; an answer that took a little longer comes as that. */
function inStream(body: string | undefined): string | undefined {
  return body?.startsWith(':') === true ? /^data: (.*)$/m.exec(body)?.[1] : body;
}

function sources(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(?:[cm]?[jt]sx?|json|md|map|ya?ml|py|sh|html|css)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

function choose(files: readonly string[], count: number): readonly string[] {
  const chosen = new Set<string>();
  while (chosen.size < Math.min(count, files.length)) {
    const file = chance.one(files);
    if (statSync(file).size <= 200_000) chosen.add(file);
  }
  return [...chosen];
}
