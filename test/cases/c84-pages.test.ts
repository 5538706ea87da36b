import { describe, expect, it } from 'vitest';
import { at, textOf, useKit, type JsonRpc } from '../kit/index.ts';
import { openDoor, type DoorKind } from './doors.ts';

const all = Array.from({ length: 120 }, (_, n) => `tool_${String(n + 1).padStart(3, '0')}`);
const faultKey = 'dev.breakwater/fault';

const doors = [
  ['run', 'legacy'],
  ['serve', 'legacy'],
  ['http', 'legacy'],
  ['run', 'modern'],
  ['http', 'modern'],
] as const satisfies readonly (readonly [DoorKind, 'legacy' | 'modern'])[];

describe('C84', () => {
  const kit = useKit();

  it.each(doors.flatMap(([kind, era]) => (['pages', 'flaky'] as const).map((words) => [words, kind, era] as const)))(
    'C84 the host gets every page as one list (%s, %s, %s)',
    async (words, kind, era) => {
      const { host } = await openDoor(kit, kind, 'lists', { words: [words], era, modern: era === 'modern' });
      if (era === 'legacy') await host.initialize();
      const ask = (method: string, params = {}): Promise<JsonRpc> =>
        era === 'modern' && 'modern' in host ? host.modern(method, params) : host.request(method, params);

      const list = await ask('tools/list');
      expect(namesOf(list)).toEqual(all);
      expect(at(list, 'result', 'nextCursor')).toBeUndefined();
      expect(at(list, 'result', '_meta', faultKey)).toBeUndefined();
      // A tool of the last page is as real as one of the first.
      expect(textOf(await ask('tools/call', { name: 'tool_120', arguments: {} }))).toBe('tool_120');
    },
  );

  it.each(['run', 'http'] as const)(
    'C84 a list of which a page is missing says so, and its tools can be called (%s)',
    async (kind) => {
      const { host, log } = await openDoor(kit, kind, 'lists', { words: ['broken'] });
      await host.initialize();

      const list = await host.request('tools/list');
      expect(namesOf(list)).toEqual(all.slice(0, 50));
      expect(at(list, 'result', 'nextCursor')).toBeUndefined();
      expect(at(list, 'result', '_meta', faultKey)).toMatchObject({
        origin: 'breakwater',
        server: 'fake',
        retryable: true,
      });
      expect(String(at(list, 'result', '_meta', faultKey, 'message'))).toContain('not whole');
      expect(log()).toContain('tools/list');
      // What isn't known not to be there is not refused.
      expect(textOf(await host.callTool('tool_120'))).toBe('tool_120');
    },
  );

  it('C84 on the path of all servers, a part that is missing is marked too', async () => {
    const { server: whole } = await kit.fake('lists', { words: ['pages'] });
    const { server: broken } = await kit.fake('lists', { words: ['broken'], over: 'http' });
    const gateway = await kit.startGateway({ mcpServers: { whole, broken } });
    const host = kit.openHttp(gateway.endpoint());
    await host.initialize();

    const list = await host.request('tools/list');
    expect(namesOf(list)).toHaveLength(170);
    expect(at(list, 'result', '_meta', faultKey)).toMatchObject({ server: 'broken' });
    expect(textOf(await host.callTool('broken__tool_120'))).toBe('tool_120');
  });
});

function namesOf(list: JsonRpc): readonly unknown[] {
  const tools = at(list, 'result', 'tools');
  return Array.isArray(tools) ? tools.map((tool) => at(tool, 'name')) : [];
}
