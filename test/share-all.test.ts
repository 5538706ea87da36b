import { expect, it } from 'vitest';
import { at, textOf, useKit } from './kit/index.ts';

const kit = useKit();

it('has one process for all hosts with share: "all", none of which can be asked anything', async () => {
  const asks = await kit.fake('asks', { words: ['elicit'] });
  const gateway = await kit.startGateway({ mcpServers: { asks: asks.server }, servers: { asks: { share: 'all' } } });
  const hosts = [kit.openHttp(gateway.endpoint('asks')), kit.openHttp(gateway.endpoint('asks'))];
  for (const host of hosts) await host.initialize({ capabilities: { elicitation: {} } });
  const openings = asks.journal?.received('initialize') ?? [];
  expect(openings).toHaveLength(1);
  expect(openings[0]).toContain('"capabilities":{}');
  for (const host of hosts) expect(at(await host.request('tools/list'), 'result', 'tools')).not.toEqual([]);

  // One host leaves; the other's server stays.
  await hosts[0]?.delete().finished();
  expect(at(await hosts[1]?.request('tools/list'), 'result', 'tools')).not.toEqual([]);
});

it('opens that process itself, so that no host’s opening is any other’s trouble', async () => {
  const picky = await kit.fake('handshake', { words: ['picky'] });
  const gateway = await kit.startGateway({ mcpServers: { picky: picky.server }, servers: { picky: { share: 'all' } } });
  const versions = ['2024-11-05', '2025-11-25', '2099-01-01'];
  const hosts = versions.map(() => kit.openHttp(gateway.endpoint('picky')));
  const open = async (): Promise<readonly unknown[]> =>
    Promise.all(
      hosts.map(async (host, n) => {
        const protocolVersion = versions[n] ?? '';
        return (await host.initialize({ protocolVersion })).result?.['protocolVersion'];
      }),
    );
  // Each in the revision that it knows, also where the server would have refused that one.
  expect(await open()).toEqual(['2024-11-05', '2025-11-25', '2025-11-25']);
  await hosts[0]?.callTool('die');
  expect(await open()).toEqual(['2024-11-05', '2025-11-25', '2025-11-25']);
  for (const host of hosts) expect(textOf(await host.callTool('hello'))).toBe('hello');
  const said = picky.journal.received('initialize').map((text): unknown => at(JSON.parse(text), 'params'));
  const ours = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'breakwater' } };
  expect(said).toMatchObject([ours, ours]);
});

it('says of a server that refuses to be opened for all only what it has said to us', async () => {
  const { server } = await kit.fake('handshake', { words: ['refuses-plain'], over: 'http' });
  const gateway = await kit.startGateway({ mcpServers: { old: server }, servers: { old: { share: 'all' } } });
  const host = kit.openHttp(gateway.endpoint('old'));
  expect((await host.initialize({ protocolVersion: '2025-11-25' })).result?.['protocolVersion']).toBe('2025-06-18');
});

it('has a process for each host without it', async () => {
  const asks = await kit.fake('asks', { words: ['elicit'] });
  const gateway = await kit.startGateway({ mcpServers: { asks: asks.server } });
  for (const host of [kit.openHttp(gateway.endpoint('asks')), kit.openHttp(gateway.endpoint('asks'))])
    await host.initialize();
  expect(asks.journal?.received('initialize')).toHaveLength(2);
});
