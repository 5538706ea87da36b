import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { useKitThroughout } from './kept-kit.ts';
import { realServers } from './real-servers.ts';
import { Passage, ways, type WayHost } from './ways.ts';

describe.each(ways)('an SDK host, $sdk through $door', (way) => {
  // One gateway for all tests of a way: none of them leaves anything that another could notice.
  const kit = useKitThroughout();
  let everything: WayHost;
  let filesystem: WayHost;
  let memory: WayHost;

  beforeAll(async () => {
    const passage = new Passage(kit, way, realServers(kit));
    everything = await passage.host('everything');
    filesystem = await passage.host('filesystem');
    memory = await passage.host('memory');
  });

  it('lists the tools of each server', async () => {
    for (const [host, tool] of [
      [everything, 'echo'],
      [filesystem, 'read_text_file'],
      [memory, 'create_entities'],
    ] as const) {
      const { tools } = await host.client.listTools();
      expect(tools.map(({ name }) => name)).toContain(host.named(tool));
    }
  });

  it('calls a tool that answers with text', async () => {
    expect(await everything.callTool('echo', { message: 'grüße' })).toMatchObject({
      content: [{ type: 'text', text: 'Echo: grüße' }],
    });
  });

  it('calls a tool that answers with structured content, and with an image', async () => {
    expect(await everything.callTool('get-structured-content', { location: 'Chicago' })).toMatchObject({
      structuredContent: { temperature: 36, humidity: 82 },
    });
    expect(await everything.callTool('get-tiny-image')).toMatchObject({
      content: [{ type: 'text' }, { type: 'image', mimeType: 'image/png' }, { type: 'text' }],
    });
  });

  it('writes a file and reads it back', async () => {
    const path = join(kit.place.directory, 'files', 'note.txt');
    await filesystem.callTool('write_file', { path, content: 'one\ntwo\n' });

    expect(await filesystem.callTool('read_text_file', { path })).toMatchObject({ content: [{ text: 'one\ntwo\n' }] });
  });

  it('keeps a graph and reads it as a tool and as a resource', async () => {
    const entity = { name: 'Ada', entityType: 'person', observations: ['counts'] };
    await memory.callTool('create_entities', { entities: [entity] });

    expect(await memory.callTool('read_graph')).toMatchObject({ structuredContent: { entities: [entity] } });
    const { contents } = await memory.client.readResource({ uri: 'memory://knowledge-graph' });
    expect(contents).toMatchObject([{ text: expect.stringContaining('"Ada"') as unknown }]);
  });

  it('lists resources and templates and reads one of each', async () => {
    const { client } = everything;
    const { resources } = await client.listResources();
    const { resourceTemplates } = await client.listResourceTemplates();
    const features = resources.find(({ name }) => name === 'features.md');

    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain(
      'demo://resource/dynamic/text/{resourceId}',
    );
    const listed = await client.readResource({ uri: features?.uri ?? '' });
    expect(listed.contents).toMatchObject([{ mimeType: 'text/markdown' }]);
    const expanded = await client.readResource({ uri: 'demo://resource/dynamic/text/7' });
    expect(expanded.contents).toMatchObject([{ text: expect.stringMatching(/^Resource 7: /) as unknown }]);
  });

  it('lists prompts and gets one with arguments', async () => {
    const { client, named } = everything;
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toContain(named('args-prompt'));

    const prompt = await client.getPrompt({ name: named('args-prompt'), arguments: { city: 'Bern' } });
    expect(prompt.messages).toMatchObject([{ content: { text: "What's weather in Bern?" } }]);
  });

  it('completes an argument of a prompt, with the ones before it as context, and of a template', async () => {
    const { client, named } = everything;
    const completion = await client.complete({
      ref: { type: 'ref/prompt', name: named('completable-prompt') },
      argument: { name: 'name', value: 'D' },
      context: { arguments: { department: 'Sales' } },
    });
    expect(completion.completion.values).toEqual(['David']);

    const ofTemplate = await client.complete({
      ref: { type: 'ref/resource', uri: 'demo://resource/dynamic/text/{resourceId}' },
      argument: { name: 'resourceId', value: '12' },
    });
    expect(ofTemplate.completion.values).toEqual(['12']);
  });

  it('is answered when it pings', async () => {
    expect(await everything.client.ping()).toEqual({});
  });
});
