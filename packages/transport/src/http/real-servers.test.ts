import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { Message, SystemClock } from '@breakwater/core';
import type { Channel } from '@breakwater/core';
import { afterAll, afterEach, expect, it } from 'vitest';
import { openSseChannel } from '../sse/sse-channel.ts';
import { openHttpChannel } from './http-channel.ts';
import { openHttpPool } from './http-pool.ts';
import { RecordingListener } from './testing/recording-listener.ts';

const everything = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');
const children: ChildProcess[] = [];
const pool = openHttpPool();

afterAll(() => pool.close());

afterEach(async () => {
  const ended = children.map((child) => new Promise((resolve) => child.once('exit', resolve)));
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await Promise.all(ended);
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Sound: it listens on a TCP port.
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function startEverything(mode: 'streamableHttp' | 'sse'): Promise<number> {
  const port = await freePort();
  const child = spawn(process.execPath, [everything, mode], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  children.push(child);
  // It says on stderr when it listens.
  await new Promise<void>((resolve, reject) => {
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (/running on port|listening on port/i.test(said)) resolve();
    });
    child.once('exit', () => reject(new Error(`the server ended: ${said}`)));
  });
  return port;
}

/** Real servers take real time; this waits for them without spinning. */
async function until(condition: () => boolean): Promise<void> {
  const giveUpAt = performance.now() + 15_000;
  while (!condition()) {
    if (performance.now() > giveUpAt) throw new Error(`waited in vain for: ${condition.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function useEverything(channel: Channel, heard: RecordingListener): Promise<void> {
  channel.send(
    Message.request(1, 'initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 't', version: '1' },
    }),
  );
  await until(() => heard.answerTo(1) !== undefined);
  channel.send(Message.notification('notifications/initialized'));
  channel.send(Message.request(2, 'tools/list'));
  channel.send(Message.request(3, 'tools/call', { name: 'echo', arguments: { message: 'héllo 世界' } }));
  channel.send(
    Message.request(4, 'tools/call', {
      name: 'trigger-long-running-operation',
      arguments: { duration: 0.3, steps: 3 },
      _meta: { progressToken: 4 },
    }),
  );
  await until(() => [2, 3, 4].every((id) => heard.answerTo(id) !== undefined));
  expect(heard.answerTo(3)?.result).toMatchObject({ content: [{ type: 'text', text: 'Echo: héllo 世界' }] });
  expect(heard.messages.filter(({ method }) => method === 'notifications/progress')).not.toEqual([]);
  await channel.close();
}

it('talks to the official everything-server on Streamable HTTP', async () => {
  const port = await startEverything('streamableHttp');
  const heard = new RecordingListener();
  const url = new URL(`http://127.0.0.1:${port}/mcp`);
  await useEverything(
    openHttpChannel({ server: 'everything', url, era: 'legacy', locale: 'en', clock: new SystemClock(), pool }, heard),
    heard,
  );
  expect(heard).toMatchObject({ failures: new Map(), closings: [{ kind: 'connection_lost' }] });
  const progress = heard.messages.findIndex(({ method }) => method === 'notifications/progress');
  expect(heard.vias[progress]).toBe('4');
});

it('talks to the official everything-server on HTTP+SSE', async () => {
  const port = await startEverything('sse');
  const heard = new RecordingListener();
  await useEverything(
    openSseChannel(
      {
        server: 'everything',
        url: new URL(`http://127.0.0.1:${port}/sse`),
        locale: 'en',
        clock: new SystemClock(),
        pool,
      },
      heard,
    ),
    heard,
  );
  expect(heard).toMatchObject({ failures: new Map(), closings: [{ kind: 'connection_lost' }] });
});
