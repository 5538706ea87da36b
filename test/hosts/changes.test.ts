import { beforeAll, describe, expect, it } from 'vitest';
import { until } from '../kit/index.ts';
import { useKitThroughout } from './kept-kit.ts';
import { realServers } from './real-servers.ts';
import { Passage, ways, type WayHost } from './ways.ts';

const graph = 'memory://knowledge-graph';

describe.each(ways)('what a server says unasked to an SDK host, $sdk through $door', (way) => {
  // One gateway for all tests of a way; each test waits for something that only itself causes.
  const kit = useKitThroughout();
  let everything: WayHost;
  let memory: WayHost;
  let lists: WayHost;

  beforeAll(async () => {
    const { everything: everythingServer, memory: memoryServer } = realServers(kit);
    const { server } = await kit.fake('lists', { words: ['changes'] });
    const passage = new Passage(kit, way, { everything: everythingServer, memory: memoryServer, lists: server });
    everything = await passage.host('everything');
    memory = await passage.host('memory');
    lists = await passage.host('lists');
  });

  it('arrives as a log message from the level on that the host has set', async () => {
    const { client } = everything;
    const said = (): readonly string[] =>
      everything.heard('notifications/message').map((params) => JSON.stringify(params));
    await client.setLoggingLevel('warning');
    await client.subscribeResource({ uri: 'demo://resource/dynamic/text/1' });
    await client.setLoggingLevel('debug');
    await client.subscribeResource({ uri: 'demo://resource/dynamic/text/2' });

    await until('the log message', () => said().some((text) => text.includes('dynamic/text/2')));
    expect(said().filter((text) => text.includes('dynamic/text/1'))).toEqual([]);
  });

  it('arrives as an update of a resource for as long as the host subscribes to it', async () => {
    const { client } = memory;
    const updates = (): number => memory.heard('notifications/resources/updated').length;
    const change = (name: string) =>
      memory.callTool('create_entities', { entities: [{ name, entityType: 'thing', observations: [] }] });
    await client.subscribeResource({ uri: graph });
    await change('first');
    await until('an update', () => updates() === 1);
    await client.unsubscribeResource({ uri: graph });
    await change('unseen');
    await client.subscribeResource({ uri: graph });
    await change('second');

    await until('another update', () => updates() > 1);
    expect(memory.heard('notifications/resources/updated')).toEqual([{ uri: graph }, { uri: graph }]);
  });

  it('arrives as a change of the resources, and the new list has the new one', async () => {
    const { client } = everything;
    const before = everything.heard('notifications/resources/list_changed').length;
    await everything.callTool('gzip-file-as-resource', { name: 'new.gz', data: 'data:text/plain,hello' });

    await until('the change', () => everything.heard('notifications/resources/list_changed').length > before);
    const { resources } = await client.listResources();
    const added = resources.find(({ name }) => name === 'new.gz');
    expect(added?.uri).toBe('demo://resource/session/new.gz');
    expect((await client.readResource({ uri: added?.uri ?? '' })).contents).toMatchObject([
      { mimeType: 'application/gzip' },
    ]);
  });

  it('arrives as a change of the tools, and the new tool can be called', async () => {
    const before = lists.heard('notifications/tools/list_changed').length;
    await lists.callTool('change', { how: 'add' });

    await until('the change', () => lists.heard('notifications/tools/list_changed').length > before);
    const { tools } = await lists.client.listTools();
    expect(tools.map(({ name }) => name)).toContain(lists.named('added'));
    expect(await lists.callTool('added')).toMatchObject({ content: [{ text: 'added' }] });
  });
});
