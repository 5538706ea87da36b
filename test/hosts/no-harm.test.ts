import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { at, useKit } from '../kit/index.ts';
import { ableHost } from './able-host.ts';
import { compare, itemsIn, renamed, type Compared } from './compare.ts';
import { answerText, openDirect } from './raw-ways.ts';
import { entryOf, type Command, type RealServer } from './real-servers.ts';
import { everythingRequests, filesystemRequests, memoryRequests } from './requests.ts';
import { doors } from './ways.ts';

const kit = useKit();

describe.each(doors)('through %s', (door) => {
  // The everything-server works on a task, and polls one of the host's, for some seconds.
  it.each(['everything', 'filesystem', 'memory'] as const)(
    'every success of the server "%s" is what it said, byte for byte',
    { timeout: 40_000 },
    async (key) => {
      const { said, heard, failures, unasked } = await compare(kit, door, comparedServers[key]());

      expect(failures).toEqual([]);
      // Compared in no way: `serve` keeps the environment of its servers clean, and `run` tells Python its encoding.
      expect(unasked).toEqual(key === 'everything' ? ['get-env'] : []);
      expect(heard).toEqual(said);
    },
  );
});

it('joins the lists of several servers without changing anything but names', async () => {
  const servers = { everything: steady('everything'), filesystem: filesystem(), memory: memory() };
  const gateway = await kit.startGateway({ mcpServers: servers });
  const merged = kit.openHttp(gateway.endpoint());
  await merged.initialize();
  const direct = await Promise.all(
    Object.entries(servers).map(async ([key, server]) => ({ key, host: await openDirect(kit, server) })),
  );

  for (const [id, method] of ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'].entries()) {
    const lists: string[] = [];
    for (const { key, host } of direct) {
      await host.request(method, {}, { id: id + 10 });
      const text = answerText(host, id + 10);
      if (text.includes('"result"')) lists.push(itemsIn(renamed(text, (name) => `${key}__${name}`)));
    }
    await merged.request(method, {}, { id: id + 10 });
    expect(itemsIn(answerText(merged, id + 10))).toBe(lists.filter((items) => items !== '').join(','));
  }
});

it('reads a resource that a result links to and no list has, whichever server it is of', async () => {
  const vendor = { command: process.execPath, args: [fileURLToPath(new URL('vendor.ts', import.meta.url))] };
  const gateway = await kit.startGateway({
    mcpServers: { everything: steady('everything'), filesystem: filesystem(), vendor },
  });
  const host = kit.openHttp(gateway.endpoint());
  await host.initialize();
  const uri = at(await host.callTool('vendor__link'), 'result', 'content', 0, 'uri');

  expect(await host.request('resources/read', { uri })).toMatchObject({
    result: { contents: [{ uri: 'vendor://unlisted/1', text: 'the text of vendor://unlisted/1' }] },
  });
});

const comparedServers: Readonly<Record<RealServer, () => Compared>> = {
  everything: () => ({
    key: 'everything',
    server: steady('everything'),
    requests: everythingRequests,
    able: ableHost,
  }),
  filesystem() {
    const folder = kit.directory('files');
    keepFiles(join(folder, 'kept'));
    const forget = (): void => rmSync(join(folder, 'made'), { recursive: true });
    return { key: 'filesystem', server: filesystem(), requests: filesystemRequests(folder), forget };
  },
  memory() {
    const server = memory();
    return { key: 'memory', server, requests: memoryRequests, forget: () => rmSync(server.env.MEMORY_FILE_PATH) };
  },
};

function filesystem(): Command {
  return steady('filesystem', kit.directory('files'));
}

function memory(): Command & { readonly env: { readonly MEMORY_FILE_PATH: string } } {
  return { ...steady('memory'), env: { MEMORY_FILE_PATH: join(kit.place.directory, 'memory.jsonl') } };
}

/** A server that knows neither time nor chance. */
function steady(server: RealServer, ...args: readonly string[]): Command {
  const preload = new URL('steady.ts', import.meta.url).href;
  return { command: process.execPath, args: ['--import', preload, entryOf(server), ...args] };
}

/** Files of each kind, with times that don't change. */
function keepFiles(folder: string): void {
  mkdirSync(folder);
  const files = {
    'text.txt': 'one\ntwo\nthree ü\n',
    'image.png': '\u0089PNG',
    'sound.wav': 'RIFF',
    'other.bin': '\0\u0001',
  };
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), content, 'latin1');
    utimesSync(join(folder, name), 1_700_000_000, 1_700_000_000);
  }
}
