import { describe, expect, it } from 'vitest';
import { at, useKit } from '../kit/index.ts';
import { openDoor } from './doors.ts';

describe('C85', () => {
  const kit = useKit();

  it.each(
    (['run', 'http'] as const).flatMap((kind) => ['same', 'alternate', 'fresh'].map((words) => [words, kind] as const)),
  )('C85 a cursor that never ends ends all the same, with each tool once (%s, %s)', async (words, kind) => {
    const { host, journal } = await openDoor(kit, kind, 'lists', { words: [words] });
    await host.initialize();
    const list = await host.request('tools/list');

    const names = at(list, 'result', 'tools');
    expect(names).toHaveLength(8);
    expect(new Set(Array.isArray(names) ? names.map((tool) => at(tool, 'name')) : []).size).toBe(8);
    expect(at(list, 'result', 'nextCursor')).toBeUndefined();
    // Our own reading after the handshake and the host's, two pages each.
    expect(journal.received('tools/list').length).toBeLessThanOrEqual(4);
  });

  it.each(['run', 'http'] as const)(
    'C85 a cursor that comes again ends the list, also where its page is a new one (%s)',
    async (kind) => {
      const { host, journal } = await openDoor(kit, kind, 'lists', { words: ['grows'] });
      await host.initialize();
      const list = await host.request('tools/list');
      expect(at(list, 'result', 'tools')).toHaveLength(16);
      expect(journal.received('tools/list').length).toBeLessThanOrEqual(4);
    },
  );

  it('C85 on the path of all servers one endless list keeps nobody', async () => {
    const [one, two] = [await kit.fake('lists', { words: ['fresh'] }), await kit.fake('names', { words: ['A'] })];
    const gateway = await kit.startGateway({ mcpServers: { endless: one.server, well: two.server } });
    const host = kit.openHttp(gateway.endpoint());
    await host.initialize();
    expect(at(await host.request('tools/list'), 'result', 'tools')).toHaveLength(12);
  });
});
