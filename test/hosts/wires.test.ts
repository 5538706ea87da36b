import { Client } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { until } from '../kit/index.ts';
import { useKitThroughout } from './kept-kit.ts';
import { realServers } from './real-servers.ts';
import { doors, Passage, type WayHost } from './ways.ts';

describe.each(doors)('through %s', (door) => {
  describe('to a server of the legacy wire', () => {
    const kit = useKitThroughout();

    it('a host gets that finds out the wire by itself', async () => {
      const { everything } = realServers(kit);
      const host = await new Passage(kit, { sdk: 'v2', door }, { everything }, { era: 'auto' }).host('everything');

      expect(await host.callTool('echo', { message: 'hi' })).toMatchObject({ content: [{ text: 'Echo: hi' }] });
    });
  });

  describe.each(['stdio', 'http'] as const)('to a server of both wires on %s, a host on the modern one', (over) => {
    // One gateway for all tests: each waits for something that only itself causes.
    const kit = useKitThroughout();
    let host: WayHost;

    beforeAll(async () => {
      const fixture = await kit.fixture(over);
      const abilities = {
        era: 'modern' as const,
        sampling: () => ({
          role: 'assistant' as const,
          model: 'none',
          content: { type: 'text' as const, text: 'pong' },
        }),
        elicitation: () => ({ action: 'accept' as const, content: { name: 'Ada' } }),
        roots: () => ({ roots: [{ uri: 'file:///tmp' }] }),
      };
      host = await new Passage(kit, { sdk: 'v2', door }, { fixture }, abilities).host('fixture');
    });

    it('lists and calls', async () => {
      const { tools } = await host.client.listTools();

      expect(tools.map(({ name }) => name)).toContain(host.named('test_simple_text'));
      expect(await host.callTool('test_simple_text')).toMatchObject({ content: [{ type: 'text' }] });
    });

    it('reads, gets a prompt and completes', async () => {
      const { client, named } = host;
      const { contents } = await client.readResource({ uri: 'test://template/7/data' });
      const { messages } = await client.getPrompt({ name: named('test_simple_prompt') });
      const ref = { type: 'ref/prompt' as const, name: named('test_prompt_with_arguments') };
      const { completion } = await client.complete({ ref, argument: { name: 'arg1', value: 'par' } });

      expect(contents).toMatchObject([{ mimeType: 'application/json' }]);
      expect(messages).toHaveLength(1);
      expect(completion.values).toEqual(['paris', 'park', 'party']);
    });

    it('is asked what its user, its model and its roots have to say', async () => {
      const result = JSON.stringify(await host.callTool('test_input_required_result_multiple_inputs'));

      for (const said of ['Ada', 'pong', 'file:///tmp']) expect(result).toContain(said);
    });

    it('sees progress', async () => {
      const seen: number[] = [];
      await host.callTool('test_tool_with_progress', {}, { onprogress: ({ progress }) => void seen.push(progress) });

      expect(seen).toEqual([0, 50, 100]);
    });

    it('listens to changes', async () => {
      const { client } = host;
      if (!(client instanceof Client)) throw new Error('Only the SDK of version 2 listens.');
      const uri = 'test://watched-resource';
      const subscription = await client.listen({ toolsListChanged: true, resourceSubscriptions: [uri] });
      await host.callTool('test_trigger_tool_change');
      await host.callTool('test_trigger_resource_update');

      await until('the last change', () => host.heard('notifications/resources/updated').length > 0);
      expect(host.heard('notifications/tools/list_changed')).toHaveLength(1);
      expect(host.heard('notifications/resources/updated')).toMatchObject([{ uri }]);
      await subscription.close();
    });
  });
});

describe('through /mcp to several servers of the modern wire', () => {
  const kit = useKitThroughout();

  it('a host hears of all of them by one subscription', async () => {
    const servers = { first: await kit.fixture('stdio'), second: await kit.fixture('http') };
    const host = await new Passage(kit, { sdk: 'v2', door: '/mcp' }, servers, { era: 'modern' }).host('first');
    const { client } = host;
    if (!(client instanceof Client)) throw new Error('Only the SDK of version 2 listens.');
    const subscription = await client.listen({ promptsListChanged: true });
    await client.callTool({ name: 'first__test_trigger_prompt_change', arguments: {} });
    await client.callTool({ name: 'second__test_trigger_prompt_change', arguments: {} });

    const changes = (): number => host.heard('notifications/prompts/list_changed').length;
    await until('the second change', () => changes() === 2);
    expect(subscription.honoredFilter).toEqual({ promptsListChanged: true });
    await subscription.close();
  });
});
