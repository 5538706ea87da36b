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
      stream.write(`retry: 300\n${eventText(progress(1), 'e1')}${eventText(progress(2), 'e2')}`);
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
    await clock.advance(299);
    await new Promise((resolve) => setTimeout(resolve, 20)); // Real: no request may arrive in it.
    expect(opened.server.seen.filter(({ headers }) => headers['last-event-id'] !== undefined)).toEqual([]);
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
    const resumed = opened.server.seen.find(({ headers }) => headers['last-event-id'] !== undefined);
    expect(resumed).toMatchObject({ method: 'GET', headers: { 'last-event-id': 'e3', 'mcp-session-id': 's1' } });
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
    await clock.advance(500);
    await new Promise((resolve) => setTimeout(resolve, 4)); // Real: a round trip on the loopback.
  }
  expect(opened.heard.failures.get('2')).toMatchObject({ kind: 'connection_lost', executed: 'unknown' });
  expect(opened.server.seen.filter(({ headers }) => headers['last-event-id'] !== undefined).length).toBeLessThanOrEqual(
    5,
  );
  expect(opened.server.heard.filter((method) => method === 'tools/call')).toHaveLength(1);
});

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
