import { expect, it } from 'vitest';
import { VirtualClock } from '@breakwater/core/testing';
import { eventText, legacyServer, openEvents, resultFor } from './testing/fake-http-server.ts';
import type { Behaviour, SeenRequest } from './testing/fake-http-server.ts';
import { OpenedChannel } from './testing/opened-channel.ts';
import { until } from './testing/recording-listener.ts';

function progress(value: number): object {
  return { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 2, progress: value } };
}

/** Sends events 1 to 3 of a call and breaks; `onResume` gets the GET that carries a cursor. */
function breaking(
  onResume: (request: SeenRequest, response: Parameters<Behaviour>[1], call: SeenRequest) => void,
  how: 'end' | 'reset' = 'reset',
): Behaviour {
  let call: SeenRequest | undefined;
  return legacyServer(
    (request, response) => {
      call = request;
      const stream = openEvents(response);
      stream.write(`retry: 1500\n${eventText(progress(1), 'e1')}${eventText(progress(2), 'e2')}`);
      stream.write(eventText(progress(3), 'e3'), () => (how === 'end' ? stream.end() : stream.socket?.destroy()));
    },
    (request, response) => {
      if (request.method !== 'GET' || request.headers['last-event-id'] === undefined || call === undefined)
        return false;
      onResume(request, response, call);
      return true;
    },
  );
}

/** The requests that went on behind an event. */
function resumed({ server }: OpenedChannel): readonly SeenRequest[] {
  return server.seen.filter(({ headers }) => headers['last-event-id'] !== undefined);
}

function progressOf(times: number): readonly string[] {
  return Array.from({ length: times }, () => 'message notifications/progress');
}

/** Lets virtual seconds pass, each long enough for real sockets to do their part. */
async function pass(clock: VirtualClock, seconds: number, steps = 1): Promise<void> {
  for (let step = 0; step < seconds * steps; step++) {
    await clock.advance(1_000 / steps);
    await new Promise((resolve) => setTimeout(resolve, 4)); // Real: a round trip on the loopback.
  }
}

// C68
it.each(['end', 'reset'] as const)(
  'resumes a request whose stream broke by %s, and delivers nothing twice',
  async (how) => {
    const clock = new VirtualClock();
    await using opened = await OpenedChannel.to(
      breaking((_request, response, call) => {
        const stream = openEvents(response);
        stream.end(`${eventText(progress(3), 'e3')}${eventText(progress(4), 'e4')}${eventText(resultFor(call), 'e5')}`);
      }, how),
      { clock },
    );
    await opened.initialize();
    opened.call(2);
    await until(() => opened.heard.messages.length === 4 && clock.armed > 0);
    await clock.advance(1_499);
    await new Promise((resolve) => setTimeout(resolve, 20)); // Real: no request may arrive in it.
    expect(resumed(opened)).toEqual([]);
    await clock.advance(2);
    await opened.outcome(2);
    expect(opened.heard.messages.map(({ params }) => (params as { progress?: number } | undefined)?.progress)).toEqual([
      undefined,
      1,
      2,
      3,
      4,
      undefined,
    ]);
    expect(opened.heard.vias).toEqual(['1', '2', '2', '2', '2', '2']);
    const [again] = resumed(opened);
    expect(again).toMatchObject({ method: 'GET', headers: { 'last-event-id': 'e3', 'mcp-session-id': 's1' } });
    expect(opened.server.heard.filter((method) => method === 'tools/call')).toHaveLength(1);
  },
);

it.each<[string, (response: Parameters<Behaviour>[1]) => void]>([
  ['404', (response) => void response.writeHead(404).end()],
  ['405', (response) => void response.writeHead(405).end()],
  ['plain text', (response) => void response.writeHead(200, { 'content-type': 'text/plain' }).end('ok')],
  ['one end after another', (response) => void openEvents(response).end(': nothing\n\n')],
  ['one reset after another', (response) => void response.socket?.destroy()],
])('reports an unknown outcome when resuming meets %s, and sends nothing again', async (_what, answer) => {
  const clock = new VirtualClock();
  await using opened = await OpenedChannel.to(
    breaking((_request, response) => answer(response)),
    { clock },
  );
  await opened.initialize();
  opened.call(2);
  await until(() => opened.heard.messages.length === 4);
  while (opened.heard.failures.size === 0) {
    await clock.advance(1_000);
    await new Promise((resolve) => setTimeout(resolve, 4)); // Real: a round trip on the loopback.
  }
  expect(opened.heard.failures.get('2')).toMatchObject({ kind: 'connection_lost', executed: 'unknown' });
  expect(opened.server.seen.filter(({ headers }) => headers['last-event-id'] !== undefined).length).toBeLessThanOrEqual(
    5,
  );
  expect(opened.server.heard.filter((method) => method === 'tools/call')).toHaveLength(1);
});

it('goes on behind a status that passes, when the server wants it', async () => {
  const clock = new VirtualClock();
  await using opened = await OpenedChannel.to(
    breaking((_request, response, call) => {
      if (resumed(opened).length === 1) response.writeHead(503, { 'retry-after': '7' }).end();
      else openEvents(response).end(eventText(resultFor(call), 'e4'));
    }),
    { clock },
  );
  await opened.initialize();
  opened.call(2);
  await until(() => opened.heard.messages.length === 4 && clock.armed > 0);
  await clock.advance(1_500);
  await until(() => resumed(opened).length === 1 && clock.armed > 0);
  await pass(clock, 6);
  expect(resumed(opened)).toHaveLength(1);
  await pass(clock, 2);
  await opened.outcome(2);
  expect(opened.heard.answerTo(2)).toBeDefined();
});

// A server may have its client come again and again (2025-11-25, SEP-1699), and some say `retry: 0`.
it.each([
  ['an event', (n: number) => `id: p${n}\ndata:\n\n`],
  ['the time', () => 'retry: 0\n\n'],
])('comes again once a second as long as each stream gives %s and ends', async (_what, prime) => {
  const clock = new VirtualClock();
  await using opened = await OpenedChannel.to(
    legacyServer(
      (_request, response) => void openEvents(response).end(`retry: 0\n${prime(0)}id: p\ndata:\n\n`),
      (request, response) => {
        const { length } = resumed(opened);
        if (request.headers['last-event-id'] === undefined) return false;
        openEvents(response).end(length < 20 ? prime(length) : eventText({ jsonrpc: '2.0', id: 2, result: {} }));
        return true;
      },
    ),
    { clock },
  );
  await opened.initialize();
  opened.call(2);
  await until(() => clock.armed > 0);
  await pass(clock, 10, 10);
  expect(resumed(opened).length).toBeGreaterThan(5);
  expect(resumed(opened).length).toBeLessThanOrEqual(10);
  await pass(clock, 25);
  await opened.outcome(2);
  expect(opened.heard.answerTo(2)).toBeDefined();
});

it('resumes as often as it must where the stream lives for a while each time', async () => {
  const clock = new VirtualClock();
  let stream: ReturnType<typeof openEvents> | undefined;
  await using opened = await OpenedChannel.to(
    breaking((_request, response, call) => {
      stream = openEvents(response);
      if (resumed(opened).length === 8) stream.end(eventText(resultFor(call)));
    }),
    { clock },
  );
  await opened.initialize();
  opened.call(2);
  await until(() => opened.heard.messages.length === 4);
  for (let cut = 1; cut <= 8; cut++) {
    while (resumed(opened).length < cut) await pass(clock, 1);
    await pass(clock, 3);
    stream?.destroy();
  }
  await opened.outcome(2);
  expect(opened.heard.answerTo(2)).toBeDefined();
});

it('delivers the answer of a resumed stream under an event id that it has seen', async () => {
  const clock = new VirtualClock();
  await using opened = await OpenedChannel.to(
    breaking((_request, response, call) => {
      openEvents(response).end(`${eventText(progress(3), 'e3')}${eventText(resultFor(call), 'e3')}`);
    }),
    { clock },
  );
  await opened.initialize();
  opened.call(2);
  await until(() => opened.heard.messages.length === 4 && clock.armed > 0);
  await clock.advance(1_500);
  await opened.outcome(2);
  expect(opened.heard.log).toEqual(['message 1', ...progressOf(3), 'message 2']);
});

it.each(['legacy', 'modern'] as const)(
  'delivers all of a stream that was not cut, whatever the ids of its events (%s)',
  async (era) => {
    await using opened = await OpenedChannel.to(
      legacyServer((request, response) => {
        openEvents(response).end(
          [progress(1), progress(2), resultFor(request)].map((each) => eventText(each, '2')).join(''),
        );
      }),
      { era },
    );
    opened.call(2);
    await opened.outcome(2);
    expect(opened.heard.log).toEqual([...progressOf(2), 'message 2']);
  },
);

it('cancels a request that is being resumed', async () => {
  const clock = new VirtualClock();
  await using opened = await OpenedChannel.to(
    breaking(() => {}),
    { clock },
  );
  await opened.initialize();
  opened.call(2);
  await until(() => opened.heard.messages.length === 4);
  await new Promise((resolve) => setTimeout(resolve, 20)); // Real: the reset has to arrive.
  opened.channel.cancel('2');
  await until(() => opened.server.heard.includes('notifications/cancelled'));
  await clock.advance(10_000);
  expect(opened.server.seen.some(({ headers }) => headers['last-event-id'] !== undefined)).toBe(false);
  expect(opened.heard.failures.size).toBe(0);
});

it('does not resume on the modern wire', async () => {
  await using opened = await OpenedChannel.to(
    (_request, response) => {
      openEvents(response).end(eventText(progress(1), 'e1'));
    },
    { era: 'modern' },
  );
  opened.call(2);
  await opened.outcome(2);
  expect(opened.heard.failures.get('2')).toMatchObject({ kind: 'connection_lost', executed: 'unknown' });
  expect(opened.server.seen).toHaveLength(1);
});
