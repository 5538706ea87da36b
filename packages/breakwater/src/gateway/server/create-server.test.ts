import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { Message, type Failure } from '@breakwater/core';
import { expect, it } from 'vitest';
import { emptyConfig } from '../../config/config.ts';
import type { ServerEntry } from '../../config/server-entry.ts';
import { createGatewayParts } from '../gateway-parts.ts';
import { createServer } from './create-server.ts';

const gone: Failure = { kind: 'server_not_running', executed: 'no' };

const config = { ...emptyConfig(), defaults: { locale: 'zh' as const } };

function aServer(entry: ServerEntry, random = Math.random) {
  const parts = { ...createGatewayParts(config), random };
  return createServer('files', entry, { config, secrets: [] }, parts, {
    env: {},
    inherit: 'clean',
    stderr: new PassThrough().resume(),
  });
}

// INTERFACES §14 spaces the starts of processes; a remote server has none to spare.
it.each<[string, ServerEntry, number]>([
  ['a process', { kind: 'process', command: 'no-such-server', args: [], env: {} }, 60_000],
  ['a remote server', { kind: 'remote', url: 'http://127.0.0.1:1/mcp', headers: {} }, 1_000],
])('has calls wait as long for another try as %s is worth', (_what, entry, mostMs) => {
  const server = aServer(entry, () => 1);
  for (const schedule of [server.schedule, server.newSchedule()]) {
    for (let start = 0; start < 20; start++) schedule.ended(start, { startedAtMs: start, readyAtMs: undefined }, gone);
    expect(schedule.nextStartByCallAt(19) - 19).toBe(mostMs);
    expect(schedule.failsFast).toBe(entry.kind === 'process');
  }
});

const noDefinition = (): undefined => undefined;

// A fault that is made far down, in a channel, is in the language that the configuration asks for.
it('speaks of a process in the language of its rules', async () => {
  const server = aServer({ kind: 'process', command: 'no-such-server', args: [], env: {} });
  const ended = await new Promise<Failure>((closed) => {
    server.settings.source.open('legacy', { message: () => {}, failed: () => {}, closed }, noDefinition);
  });
  expect(ended.message).toBe('服务器“files”无法启动：找不到命令“no-such-server”。');
});

it('speaks of a remote server in the language of its rules', async () => {
  const elsewhere = createHttpServer((_request, response) =>
    response.writeHead(307, { location: 'http://b.test/' }).end(),
  );
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  // Sound: it listens on a TCP port.
  const { port } = elsewhere.address() as AddressInfo;
  const server = aServer({ kind: 'remote', url: `http://127.0.0.1:${port}/mcp`, headers: {} });
  const { source } = server.settings;
  await source.prepare();
  const failure = await new Promise<Failure>((resolve) => {
    const channel = source.open(
      'legacy',
      {
        message: () => {},
        failed: (_id, reason) => resolve(reason),
        closed: () => {},
      },
      noDefinition,
    );
    channel.send(Message.request(1, 'initialize'));
  });
  expect(failure.message).toMatch(/^服务器“files”.*另一台主机/);
  await server.close();
  await new Promise((resolve) => elsewhere.close(resolve));
});
