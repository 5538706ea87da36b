import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { until, type Json } from '../kit/index.ts';
import { useKitThroughout } from './kept-kit.ts';
import { realServers } from './real-servers.ts';
import { Passage, ways, type WayHost } from './ways.ts';

describe.each(ways)('a server that asks an SDK host, $sdk through $door', (way) => {
  // One gateway for all tests of a way; each test brings its own answers.
  const kit = useKitThroughout();
  const asked: Json[] = [];
  let elicited: 'accept' | 'decline' = 'accept';
  let roots: { readonly uri: string; readonly name: string }[] = [];
  let everything: WayHost;
  let filesystem: WayHost;

  beforeAll(async () => {
    const { everything: asking, filesystem: rooted } = realServers(kit);
    const granted = join(kit.place.directory, 'granted');
    mkdirSync(granted);
    roots = [{ uri: pathToFileURL(granted).href, name: 'Granted' }];
    const passage = new Passage(
      kit,
      way,
      { everything: asking, filesystem: rooted },
      {
        sampling(params) {
          asked.push(params);
          return { model: 'host-model', role: 'assistant', content: { type: 'text', text: 'pong from the host' } };
        },
        elicitation(params) {
          asked.push(params);
          return elicited === 'accept'
            ? { action: 'accept', content: { name: 'Ada', integer: 7 } }
            : { action: elicited };
        },
        roots: () => ({ roots }),
      },
    );
    everything = await passage.host('everything');
    filesystem = await passage.host('filesystem');
  });

  it('samples with the host and gets its answer', async () => {
    const result = await everything.callTool('trigger-sampling-request', { prompt: 'ping', maxTokens: 16 });

    expect(result).toMatchObject({ content: [{ text: expect.stringContaining('pong from the host') as unknown }] });
    expect(asked.at(-1)).toMatchObject({
      maxTokens: 16,
      messages: [{ content: { text: expect.stringContaining('ping') as unknown } }],
    });
  });

  it('elicits what the user fills in', async () => {
    elicited = 'accept';
    const result = await everything.callTool('trigger-elicitation-request');

    expect(JSON.stringify(result)).toContain('- Name: Ada\\n- Favorite Integer: 7');
    expect(asked.at(-1)).toMatchObject({ requestedSchema: { required: ['name'] } });
  });

  it('learns that the user declines', async () => {
    elicited = 'decline';

    expect(JSON.stringify(await everything.callTool('trigger-elicitation-request'))).toContain('User declined');
  });

  it('works in the roots of the host from its first moment', async () => {
    expect(await until('the roots', () => says(filesystem, 'list_allowed_directories', '/granted'))).toBe(true);
  });

  it('reads the roots anew when the host says that they have changed', async () => {
    await until('the first roots', () => says(everything, 'get-roots-list', 'Granted'));
    roots = [...roots, { uri: 'file:///elsewhere', name: 'Elsewhere' }];
    await everything.client.sendRootsListChanged();

    expect(await until('the new root', () => says(everything, 'get-roots-list', 'Elsewhere'))).toBe(true);
  });
});

/** Whether a tool's answer has this text in it. */
async function says(host: WayHost, tool: string, text: string): Promise<boolean> {
  return JSON.stringify(await host.callTool(tool)).includes(text);
}
