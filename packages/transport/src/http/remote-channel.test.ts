import { Message, metaKeys, SystemClock, type Channel, type Clock } from '@breakwater/core';
import { VirtualClock } from '@breakwater/core/testing';
import { expect, it } from 'vitest';
import { openHttpPool } from './http-pool.ts';
import { openRemoteChannel } from './remote-channel.ts';
import { eventText, FakeHttpServer, openEvents, resultFor, sendJson } from './testing/fake-http-server.ts';
import type { Behaviour } from './testing/fake-http-server.ts';
import { RecordingListener, until } from './testing/recording-listener.ts';

type Response = Parameters<Behaviour>[1];

interface Opened extends AsyncDisposable {
  readonly server: FakeHttpServer;
  readonly heard: RecordingListener;
  readonly channel: Channel;
}

async function open(behaviour: Behaviour, clock: Clock = new SystemClock()): Promise<Opened> {
  const server = await FakeHttpServer.start(behaviour);
  const heard = new RecordingListener();
  const pool = openHttpPool();
  const channel = openRemoteChannel(
    { server: 's', url: server.url, era: 'modern', locale: 'en', clock, pool, streamTimeoutMs: 3_000 },
    heard,
  );
  const dispose = async (): Promise<void> => {
    await channel.close();
    await pool.close();
    await server.stop();
  };
  return { server, heard, channel, [Symbol.asyncDispose]: dispose };
}

const initialize = (id: number): Message => Message.request(id, 'initialize', { protocolVersion: '2025-11-25' });

/** A server that refuses every POST to its address, and what it does with a GET. */
function refusing(refuse: (response: Response) => void, get: (response: Response) => void): Behaviour {
  return (request, response) => (request.method === 'GET' ? get(response) : refuse(response));
}

/** A server on HTTP+SSE whose address takes no POST. */
function oldServer(refuse: (response: Response) => void): Behaviour {
  let stream: Response | undefined;
  return (request, response) => {
    if (request.method === 'GET') {
      stream = openEvents(response);
      stream.write('event: endpoint\ndata: /messages\n\n');
    } else if (request.path === '/messages') {
      response.writeHead(202).end();
      if (request.message?.id !== undefined) stream?.write(eventText(resultFor(request)));
    } else refuse(response);
  };
}

it.each<[string, (response: Response) => void]>([
  ['404', (response) => void response.writeHead(404).end('Cannot POST /sse')],
  ['405', (response) => void response.writeHead(405).end()],
  ['400 in words', (response) => void response.writeHead(400).end('Bad Request')],
  ['501', (response) => void response.writeHead(501).end()],
])('goes on with HTTP+SSE where initialize is refused with %s and the old stream is there', async (_what, refuse) => {
  await using opened = await open(oldServer(refuse));
  const { channel, heard, server } = opened;
  channel.send(initialize(1));
  await until(() => heard.answerTo(1) !== undefined);
  channel.send(Message.notification('notifications/initialized'));
  channel.send(Message.request(2, 'tools/list'));
  await until(() => heard.answerTo(2) !== undefined);

  expect(heard.log).toEqual(['message 1', 'message 2']);
  expect(server.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /mcp',
    'GET /mcp',
    ...Array.from({ length: 3 }, () => 'POST /messages'),
  ]);
  server.closeConnections();
  await until(() => heard.closings.length === 1);
  expect(channel.state).toBe('closed');
});

it.each<[string, (response: Response) => void]>([
  ['no stream', (response) => void response.writeHead(405).end()],
  ['another stream, which ends', (response) => void openEvents(response).end(': hi\n\n')],
])('says how initialize was refused where there is %s, and stays on Streamable HTTP', async (_what, get) => {
  await using opened = await open(refusing((response) => void response.writeHead(404).end(), get));
  const { channel, heard, server } = opened;
  channel.send(initialize(1));
  await until(() => heard.failures.has('1'));
  expect(heard.failures.get('1')).toMatchObject({ kind: 'server_not_running', cause: { status: 404 } });

  channel.send(Message.request(2, 'tools/list'));
  await until(() => heard.failures.has('2'));
  expect(heard.log).toEqual(['failed 1', 'failed 2']);
  expect(server.heard).toEqual(['initialize', 'GET', 'tools/list']);
});

it('takes an `initialize` of the modern wire for a method like any other', async () => {
  await using opened = await open(oldServer((response) => void response.writeHead(404).end()));
  const { channel, heard, server } = opened;
  const params = { _meta: { [metaKeys.protocolVersion]: '2026-07-28' } };
  for (const [id, method] of ['tools/list', 'initialize', 'tools/list'].entries()) {
    channel.send(Message.request(id, method, params));
    await until(() => heard.failures.has(String(id)));
  }

  expect(server.heard).toEqual(['tools/list', 'initialize', 'tools/list']);
  expect(server.seen.map(({ headers }) => headers['mcp-protocol-version'])).toEqual(Array(3).fill('2026-07-28'));
});

it('waits a bounded time for the old stream to begin', async () => {
  const clock = new VirtualClock({ autoAdvance: false });
  await using opened = await open(
    refusing(
      (response) => void response.writeHead(404).end(),
      () => {},
    ),
    clock,
  );
  const { channel, heard, server } = opened;
  channel.send(initialize(1));
  await until(() => server.heard.includes('GET'));
  await clock.advance(2_999);
  expect(heard.log).toEqual([]);
  await clock.advance(1);
  expect(heard.log).toEqual(['failed 1']);
  await until(() => server.seen.every(({ aborted, method }) => method !== 'GET' || aborted()));
});

it.each([
  ['a short time', 400, 2_000],
  ['as long as for its beginning', 404, 3_000],
])('waits %s for a stream to name its endpoint where initialize was refused with %i', async (_what, status, waitMs) => {
  const clock = new VirtualClock({ autoAdvance: false });
  await using opened = await open(
    refusing(
      (response) => void response.writeHead(status).end(),
      (response) => void openEvents(response).write(': hi\n\n'),
    ),
    clock,
  );
  const { channel, heard, server } = opened;
  channel.send(initialize(1));
  await until(() => heard.aliveVias.length > 0);
  await clock.advance(waitMs - 1);
  expect(heard.log).toEqual([]);
  await clock.advance(1);
  expect(heard.log).toEqual(['failed 1']);
  await until(() => server.seen.every(({ aborted, method }) => method !== 'GET' || aborted()));
});

it.each([
  [404, 2_900],
  [405, 2_900],
  [501, 2_900],
  [400, 1_900],
])(
  'reaches a server on HTTP+SSE whose stream begins late, and whose endpoint comes late on it, behind a %i',
  async (status, endpointMs) => {
    const clock = new VirtualClock({ autoAdvance: false });
    let stream: Response | undefined;
    await using opened = await open((request, response) => {
      if (request.method === 'GET') stream = response;
      else response.writeHead(request.path === '/messages' ? 202 : status).end();
      if (request.message?.id !== undefined && request.path === '/messages')
        stream?.write(eventText(resultFor(request)));
    }, clock);
    const { channel, heard } = opened;
    channel.send(initialize(1));
    await until(() => stream !== undefined);
    await clock.advance(2_900);
    // Sound: it was waited for.
    openEvents(stream as Response).write(': hi\n\n');
    await until(() => heard.aliveVias.length > 0);
    await clock.advance(endpointMs);
    stream?.write('event: endpoint\ndata: /messages\n\n');
    await until(() => heard.answerTo(1) !== undefined);
    await clock.advance(10_000);
    expect(heard.log).toEqual(['message 1']);
  },
);

it('leaves nothing behind when it is closed while it waits for that', async () => {
  const clock = new VirtualClock({ autoAdvance: false });
  await using opened = await open(
    refusing(
      (response) => void response.writeHead(404).end(),
      (response) => void openEvents(response),
    ),
    clock,
  );
  const { channel, heard, server } = opened;
  channel.send(initialize(1));
  await until(() => server.heard.includes('GET'));
  await channel.close();
  expect([heard.log, clock.armed]).toEqual([['closed'], 0]);
});

it.each<[string, (response: Response) => void]>([
  ...[401, 403, 429, 500, 502, 503].map(
    (status) => [String(status), (response: Response) => void response.writeHead(status).end()] as const,
  ),
  [
    'a JSON-RPC error',
    (response) => sendJson(response, { jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'x' } }, {}, 400),
  ],
  [
    'a JSON-RPC error under an id of its own',
    (response) => sendJson(response, { jsonrpc: '2.0', id: 'no', error: { code: -32000, message: 'x' } }, {}, 406),
  ],
  [
    'a 400 that names revisions',
    (response) => void response.writeHead(400).end('Unsupported version (supported: 2025-03-26)'),
  ],
] as [string, (response: Response) => void][])('looks for no other transport after %s', async (_what, refuse) => {
  await using opened = await open((_request, response) => refuse(response));
  const { channel, heard, server } = opened;
  channel.send(initialize(1));
  await until(() => heard.log.length === 1);
  expect(server.heard).toEqual(['initialize']);
});

it('looks for no other transport for a question of the modern wire', async () => {
  await using opened = await open((_request, response) => void response.writeHead(404).end());
  const { channel, heard, server } = opened;
  channel.send(Message.request(1, 'server/discover'));
  await until(() => heard.failures.has('1'));
  expect(server.heard).toEqual(['server/discover']);
});

it('opens the legacy wire with initialize, whatever was asked on the modern one before', async () => {
  await using opened = await open((request, response) => {
    if (request.method === 'GET') openEvents(response);
    else if (request.message?.method === 'server/discover') response.writeHead(400).end();
    else if (request.message?.id === undefined) response.writeHead(202).end();
    else sendJson(response, resultFor(request, { protocolVersion: '2025-06-18' }), { 'mcp-session-id': 's1' });
  });
  const { channel, heard, server } = opened;
  const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
  channel.send(Message.request(1, 'server/discover', { _meta }));
  await until(() => heard.failures.has('1'));
  channel.send(initialize(2));
  await until(() => heard.answerTo(2) !== undefined);
  channel.send(Message.notification('notifications/initialized'));
  await until(() => server.heard.includes('GET'));

  const [discover, opening, ...later] = server.seen.map(({ headers }) => [
    headers['mcp-protocol-version'],
    headers['mcp-method'],
    headers['mcp-session-id'],
  ]);
  expect(discover).toEqual(['2026-07-28', 'server/discover', undefined]);
  expect(opening).toEqual([undefined, undefined, undefined]);
  expect(later).toEqual(later.map(() => ['2025-06-18', undefined, 's1']));
});
