import { Message, SystemClock } from '@breakwater/core';
import { afterAll, expect, it } from 'vitest';
import { VirtualClock } from '@breakwater/core/testing';
import { detectHttpEra } from './http-era.ts';
import type { HttpEraOutcome } from './http-era.ts';
import { openHttpPool } from './http-pool.ts';
import { FakeHttpServer, openEvents, resultFor, sendJson } from './testing/fake-http-server.ts';
import type { Behaviour } from './testing/fake-http-server.ts';
import { until } from './testing/recording-listener.ts';

const discover = Message.request('d', 'server/discover', {
  _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' },
});

const pool = openHttpPool();
afterAll(() => pool.close());

async function detect(
  behaviour: Behaviour,
): Promise<{ readonly outcome: HttpEraOutcome; readonly heard: readonly string[] }> {
  const server = await FakeHttpServer.start(behaviour);
  const outcome = await detectHttpEra({
    server: 's',
    url: server.url,
    locale: 'en',
    clock: new SystemClock(),
    discover,
    pool,
  });
  await server.stop();
  return { outcome, heard: server.heard };
}

function error(code: number, id: unknown = 'd'): object {
  return { jsonrpc: '2.0', id, error: { code, message: 'x', data: { supported: ['2026-07-28'] } } };
}

const endpoint: Behaviour = ({ method }, response) => {
  if (method === 'GET') openEvents(response).write('event: endpoint\ndata: /messages\n\n');
  else response.writeHead(404).end('Cannot POST /sse');
};

it.each<[string, Behaviour]>([
  [
    'a DiscoverResult',
    (request, response) =>
      sendJson(response, resultFor(request, { supportedVersions: ['2026-07-28'], capabilities: {} })),
  ],
  [
    'a DiscoverResult in events',
    (request, response) =>
      void openEvents(response).write(`data: ${JSON.stringify(resultFor(request, { supportedVersions: [] }))}\n\n`),
  ],
  ['-32022 under 400', (_request, response) => sendJson(response, error(-32022), {}, 400)],
  ['-32022 under 400 without an id', (_request, response) => sendJson(response, error(-32022, undefined), {}, 400)],
  ['-32022 under 200', (_request, response) => sendJson(response, error(-32022))],
  ['-32020', (_request, response) => sendJson(response, error(-32020), {}, 400)],
])('finds a modern server by %s', async (_what, behaviour) => {
  const { outcome, heard } = await detect(behaviour);
  expect(outcome).toMatchObject({ ok: true, value: { era: 'modern', transport: 'streamable-http' } });
  expect(heard).toEqual(['server/discover']);
});

it.each<[string, Behaviour, readonly string[]]>([
  ['an unknown method', (_request, response) => sendJson(response, error(-32601)), ['server/discover']],
  ['a missing session', (_request, response) => sendJson(response, error(-32000, null), {}, 400), ['server/discover']],
  [
    '400 in words',
    (_request, response) => void response.writeHead(400).end('Missing session ID'),
    ['server/discover', 'GET'],
  ],
  ['404 and no stream', (_request, response) => void response.writeHead(404).end(), ['server/discover', 'GET']],
  [
    '405 and a stream without an endpoint',
    ({ method }, response) =>
      void (method === 'GET' ? openEvents(response).end(': hi\n\n') : response.writeHead(405).end()),
    ['server/discover', 'GET'],
  ],
])(
  'takes %s for a legacy server on Streamable HTTP, and opens no session to find out',
  async (_what, behaviour, asked) => {
    const { outcome, heard } = await detect(behaviour);
    expect(outcome).toEqual({ ok: true, value: { era: 'legacy', transport: 'streamable-http' } });
    expect(heard).toEqual(asked);
  },
);

it('finds a server on HTTP+SSE', async () => {
  const { outcome } = await detect(endpoint);
  expect(outcome).toEqual({ ok: true, value: { era: 'legacy', transport: 'sse' } });
});

it.each([401, 403, 429, 500, 502, 503])('decides nothing by a %i', async (status) => {
  const { outcome, heard } = await detect((_request, response) => void response.writeHead(status).end());
  expect(outcome).toMatchObject({ ok: false, failure: { executed: 'no', server: 's' } });
  expect(heard).toEqual(['server/discover']);
});

it('decides nothing by a server that is away, or silent', async () => {
  const gone = await FakeHttpServer.start(() => {});
  const { url } = gone;
  await gone.stop();
  expect(
    await detectHttpEra({ server: 's', url, locale: 'en', clock: new SystemClock(), discover, pool }),
  ).toMatchObject({
    ok: false,
    failure: { executed: 'no' },
  });

  const silent = await FakeHttpServer.start(() => {});
  const clock = new VirtualClock();
  const detecting = detectHttpEra({
    server: 's',
    url: silent.url,
    locale: 'en',
    clock,
    discover,
    pool,
    timeoutMs: 3_000,
  });
  await until(() => silent.seen.length === 1);
  await clock.advance(3_000);
  expect(await detecting).toMatchObject({ ok: false, failure: { kind: 'request_timeout' } });
  await silent.stop();
});
