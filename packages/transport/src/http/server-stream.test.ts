import { expect, it } from 'vitest';
import { VirtualClock } from '@breakwater/core/testing';
import { isSessionLost } from './session-lost.ts';
import { eventText, legacyServer, openEvents, resultFor, sendJson } from './testing/fake-http-server.ts';
import type { Behaviour, SeenRequest } from './testing/fake-http-server.ts';
import { OpenedChannel } from './testing/opened-channel.ts';
import { until } from './testing/recording-listener.ts';

const clocked = (): { clock: VirtualClock; random: () => number } => ({ clock: new VirtualClock(), random: () => 0 });

/** A legacy server with a GET stream of its own making. */
function withStream(onGet: Behaviour): Behaviour {
  return legacyServer(
    (request, response) => sendJson(response, resultFor(request)),
    (request, response) => {
      if (request.method !== 'GET') return false;
      void onGet(request, response);
      return true;
    },
  );
}

function gets(opened: OpenedChannel): readonly SeenRequest[] {
  return opened.server.seen.filter(({ method }) => method === 'GET');
}

/** Lets virtual seconds pass, each long enough for real sockets to do their part. */
async function pass(clock: VirtualClock, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    await clock.advance(1_000);
    await new Promise((resolve) => setTimeout(resolve, 2)); // Real: a round trip on the loopback.
  }
}

it('opens the stream behind the handshake and gives its messages to no request', async () => {
  await using opened = await OpenedChannel.to(
    withStream((_request, response) => {
      const stream = openEvents(response);
      stream.write(': hello\n\n');
      stream.write(eventText({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' }));
    }),
  );
  await opened.initialize();
  await until(() => opened.heard.messages.length === 2);
  expect(opened.heard.vias).toEqual(['1', undefined]);
  expect(opened.heard.aliveVias).toEqual([undefined]);
  expect(gets(opened)[0]?.headers).toMatchObject({
    accept: 'text/event-stream',
    'mcp-session-id': 's1',
    'mcp-protocol-version': '2025-06-18',
  });
});

// C54
it.each<[string, Behaviour, number]>([
  ['plain text', (_request, response) => void response.writeHead(200, { 'content-type': 'text/plain' }).end('ok'), 1],
  ['405', (_request, response) => void response.writeHead(405).end(), 1],
  ['404 of a server without the route', (_request, response) => void response.writeHead(404).end('Cannot GET /mcp'), 1],
  ['JSON', (_request, response) => sendJson(response, {}), 1],
  ['a stream that is closed at once', (_request, response) => void openEvents(response).end(), 9],
  [
    'a stream with a comment that is closed at once',
    (_request, response) => void openEvents(response).end(': hi\n\n'),
    9,
  ],
  ['500', (_request, response) => void response.writeHead(500).end(), 9],
  ['a reset', (_request, response) => void response.socket?.destroy(), 9],
])(
  'asks for a stream that is answered with %s less than ten times in a minute, and never again',
  async (_what, onGet, most) => {
    const { clock, random } = clocked();
    await using opened = await OpenedChannel.to(withStream(onGet), { clock, random });
    await opened.initialize();
    await until(() => gets(opened).length === 1);
    await pass(clock, 60);
    expect(gets(opened).length).toBeLessThanOrEqual(most);
    await pass(clock, 45);
    const parked = gets(opened).length;
    await pass(clock, 60);
    expect(gets(opened)).toHaveLength(parked);
    opened.call(2);
    await opened.outcome(2);
    expect(opened.heard.closings).toEqual([]);
  },
);

it('tries a parked stream again with later traffic, not more often than once a minute', async () => {
  const { clock, random } = clocked();
  let healthy = false;
  await using opened = await OpenedChannel.to(
    withStream((_request, response) => {
      if (healthy) openEvents(response).write(eventText({ jsonrpc: '2.0', method: 'notifications/x' }));
      else response.writeHead(500).end();
    }),
    { clock, random },
  );
  await opened.initialize();
  await pass(clock, 160);
  const parked = gets(opened).length;
  healthy = true;
  opened.call(2);
  await until(() => opened.heard.messages.some(({ method }) => method === 'notifications/x'));
  expect(gets(opened)).toHaveLength(parked + 1);
});

it('waits as long as retry says before it opens the stream again', async () => {
  const { clock, random } = clocked();
  let stream: ReturnType<typeof openEvents> | undefined;
  await using opened = await OpenedChannel.to(
    withStream((_request, response) => {
      stream = openEvents(response);
      stream.write('retry: 5000\n\n');
    }),
    { clock, random },
  );
  await opened.initialize();
  for (let round = 1; round <= 3; round++) {
    await until(() => gets(opened).length === round);
    await pass(clock, 3);
    stream?.end();
    await pass(clock, 4);
    expect(gets(opened)).toHaveLength(round);
    await pass(clock, 2);
  }
});

// C86
it('says that something may have been missed when the stream is back, at most every five minutes, and loses none', async () => {
  const { clock, random } = clocked();
  let stream: ReturnType<typeof openEvents> | undefined;
  await using opened = await OpenedChannel.to(
    withStream((_request, response) => {
      stream = openEvents(response);
    }),
    { clock, random },
  );
  const told = (): number => opened.heard.log.filter((what) => what === 'missed').length;
  await opened.initialize();
  await until(() => stream !== undefined);
  await pass(clock, 5);
  expect(told()).toBe(0);

  for (let cut = 1; cut <= 4; cut++) {
    stream?.end();
    await until(() => clock.armed > 0);
    await pass(clock, 60);
    expect(gets(opened)).toHaveLength(1 + cut);
    expect(told()).toBe(1);
  }
  await pass(clock, 100);
  expect(told()).toBe(2);
  await pass(clock, 600);
  expect(told()).toBe(2);
});

it('says the same where the stream could not be opened at first', async () => {
  const { clock, random } = clocked();
  let isUp = false;
  await using opened = await OpenedChannel.to(
    withStream((_request, response) => {
      if (isUp) openEvents(response);
      else response.writeHead(503).end();
    }),
    { clock, random },
  );
  await opened.initialize();
  await until(() => gets(opened).length === 1 && clock.armed > 0);
  isUp = true;
  await pass(clock, 2);
  expect(opened.heard.log).toEqual(['message 1', 'missed']);
});

it('goes on behind the last event it has seen, on the GET only', async () => {
  const { clock, random } = clocked();
  await using opened = await OpenedChannel.to(
    withStream((request, response) => {
      const stream = openEvents(response);
      if (request.headers['last-event-id'] === undefined)
        stream.end(eventText({ jsonrpc: '2.0', method: 'notifications/x' }, 'e1'));
    }),
    { clock, random },
  );
  await opened.initialize();
  await until(() => opened.heard.messages.length === 2);
  await pass(clock, 3);
  await until(() => gets(opened).length === 2);
  opened.call(2);
  await opened.outcome(2);
  expect(gets(opened).map(({ headers }) => headers['last-event-id'])).toEqual([undefined, 'e1']);
  expect(opened.server.seenMessage('tools/call')?.headers['last-event-id']).toBeUndefined();
  expect(opened.heard.log).not.toContain('missed');
});

const forgotten: Behaviour = (_request, response) =>
  sendJson(response, { error: { message: 'Session not found' } }, {}, 404);

it('ends the session that the stream finds gone, and a ping too', async () => {
  await using opened = await OpenedChannel.to(
    legacyServer(
      (request, response) => sendJson(response, resultFor(request)),
      (request, response) => {
        if (request.method !== 'GET' && request.message?.method !== 'ping') return false;
        void forgotten(request, response);
        return true;
      },
    ),
  );
  await opened.initialize();
  await until(() => opened.heard.closings.length === 1);
  expect(opened.heard.closings.map(isSessionLost)).toEqual([true]);
});

it('stays with a session that the stream alone finds gone', async () => {
  await using opened = await OpenedChannel.to(withStream(forgotten));
  await opened.initialize();
  await until(() => opened.server.heard.includes('ping'));
  opened.call(2);
  await opened.outcome(2);
  expect(opened.channel.state).toBe('open');
  expect(new Set(opened.server.seen.slice(1).map(({ headers }) => headers['mcp-session-id'])).size).toBe(1);
});

// C49, C54
it.each<[string, Behaviour, number]>([
  ["is opened again after 404 of a replica that doesn't know the session", forgotten, 3],
  ['is opened again after 404 on the way', (_request, response) => void response.writeHead(404).end('Not Found'), 3],
  ['is not asked for again after 405', (_request, response) => void response.writeHead(405).end(), 2],
])('a stream that was open %s', async (_what, refuse, count) => {
  const { clock, random } = clocked();
  let stream: ReturnType<typeof openEvents> | undefined;
  let rounds = 0;
  await using opened = await OpenedChannel.to(
    withStream((request, response) => {
      rounds += 1;
      if (rounds === 2) void refuse(request, response);
      else stream = openEvents(response);
    }),
    { clock, random },
  );
  await opened.initialize();
  await until(() => stream !== undefined);
  await pass(clock, 3);
  stream?.end();
  await until(() => clock.armed > 0);
  await pass(clock, 60);
  expect(gets(opened)).toHaveLength(count);
  opened.call(2);
  await opened.outcome(2);
  expect(opened.channel.state).toBe('open');
});

it.each([
  ['the very id', (id: unknown) => id],
  ['the id as text', String],
])(
  'waits for an answer that may come on the open stream when a request is merely accepted (%s)',
  async (_what, form) => {
    let stream: ReturnType<typeof openEvents> | undefined;
    await using opened = await OpenedChannel.to(
      legacyServer(
        (request, response) => {
          const isLost = request.message?.id === 3;
          response.writeHead(isLost ? 404 : 202).end();
          if (!isLost) stream?.write(eventText({ ...resultFor(request), id: form(request.message?.id) }));
        },
        ({ method }, response) => {
          if (method !== 'GET') return false;
          stream = openEvents(response);
          stream.write(': open\n\n');
          return true;
        },
      ),
    );
    await opened.initialize();
    await until(() => opened.heard.aliveVias.length === 1);
    opened.call(2);
    await until(() => opened.heard.messages.length === 2);
    expect(opened.heard.failures.size).toBe(0);
    // A lost session is over when nothing waits in it any more.
    opened.call(3);
    await until(() => opened.heard.closings.length === 1);
  },
);

it('leaves an open stream alone however long it is open', async () => {
  const { clock, random } = clocked();
  await using opened = await OpenedChannel.to(
    withStream((_request, response) => void openEvents(response).write(': open\n\n')),
    { clock, random },
  );
  await opened.initialize();
  await until(() => opened.heard.aliveVias.length === 1);
  await clock.advance(600_000);
  opened.call(2);
  await opened.outcome(2);
  opened.call(3);
  await opened.outcome(3);
  expect(gets(opened)).toHaveLength(1);
});
