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

it('is opened again as it was, whoever comes while its process is away', async () => {
  const picky = await kit.fake('handshake', { words: ['picky'] });
  const gateway = await kit.startGateway({ mcpServers: { picky: picky.server }, servers: { picky: { share: 'all' } } });
  const [host, late] = [kit.openHttp(gateway.endpoint('picky')), kit.openHttp(gateway.endpoint('picky'))];
  await host.initialize();
  await host.callTool('die');
  // Opened with this, the server would refuse it.
  const opened = await late.initialize({ protocolVersion: '2024-11-05' });
  expect(opened.result?.['protocolVersion']).toBe('2025-11-25');
  for (const each of [host, late]) expect(textOf(await each.callTool('hello'))).toBe('hello');
  const versions = (picky.journal?.received('initialize') ?? []).map((text) =>
    at(JSON.parse(text), 'params', 'protocolVersion'),
  );
  expect(versions).toEqual(['2025-11-25', '2025-11-25']);
});

it.each([
  [0, 1],
  [1, 0],
])('is opened by whom the server takes, where hosts come at once', async (first, second) => {
  const picky = await kit.fake('handshake', { words: ['picky'] });
  const gateway = await kit.startGateway({ mcpServers: { picky: picky.server }, servers: { picky: { share: 'all' } } });
  const openings = [{}, { protocolVersion: '2024-11-05' }];
  const hosts = [kit.openHttp(gateway.endpoint('picky')), kit.openHttp(gateway.endpoint('picky'))];
  const answers = await Promise.all([first, second].map(async (who) => hosts[who]?.initialize(openings[who])));
  const taken = first === 0 ? answers : answers.slice(1);
  for (const answer of taken) expect(answer?.result?.['protocolVersion']).toBe('2025-11-25');
  expect(textOf((await hosts[0]?.callTool('hello')) ?? {})).toBe('hello');
});

it('is opened for a host that the server takes behind many that it has refused', async () => {
  const picky = await kit.fake('handshake', { words: ['picky'] });
  const gateway = await kit.startGateway({ mcpServers: { picky: picky.server }, servers: { picky: { share: 'all' } } });
  for (let refused = 0; refused < 6; refused++) {
    const { error } = await kit.openHttp(gateway.endpoint('picky')).initialize({ protocolVersion: '2024-11-05' });
    expect(error).toMatchObject({ code: -32_602 });
  }
  const host = kit.openHttp(gateway.endpoint('picky'));
  expect((await host.initialize()).error).toBeUndefined();
  expect(textOf(await host.callTool('hello'))).toBe('hello');
});

it('has a process for each host without it', async () => {
  const asks = await kit.fake('asks', { words: ['elicit'] });
  const gateway = await kit.startGateway({ mcpServers: { asks: asks.server } });
  for (const host of [kit.openHttp(gateway.endpoint('asks')), kit.openHttp(gateway.endpoint('asks'))])
    await host.initialize();
  expect(asks.journal?.received('initialize')).toHaveLength(2);
});
