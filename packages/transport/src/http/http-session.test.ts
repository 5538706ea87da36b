import { Message, metaKeys } from '@breakwater/core';
import { expect, it } from 'vitest';
import { VirtualClock } from '@breakwater/core/testing';
import { isSessionLost, judgeSession } from './session-lost.ts';
import { eventText, legacyServer, openEvents, resultFor, sendJson } from './testing/fake-http-server.ts';
import type { Behaviour } from './testing/fake-http-server.ts';
import { OpenedChannel } from './testing/opened-channel.ts';
import { until } from './testing/recording-listener.ts';

type Response = Parameters<Behaviour>[1];
type Refuse = (response: Response, id: unknown) => void;

/** Answers calls until it is told to forget its session, then refuses whatever carries one. */
function forgetful(refuse: Refuse): { readonly behaviour: Behaviour; forget(): void } {
  let forgotten = false;
  const behaviour = legacyServer((request, response) => {
    if (forgotten && request.headers['mcp-session-id'] !== undefined) refuse(response, request.message?.id);
    else sendJson(response, resultFor(request));
  });
  return { behaviour, forget: () => (forgotten = true) };
}

// C52
it.each<[string, Refuse]>([
  ['404', (response) => void response.writeHead(404).end('Not Found')],
  [
    '404 with -32001 and id null',
    (response) => sendJson(response, sessionError(null, 'Session not found', -32001), {}, 404),
  ],
  [
    '404 with the id of the request',
    (response, id) => sendJson(response, sessionError(id, 'Session not found', -32001), {}, 404),
  ],
  [
    '400 No valid session',
    (response, id) => sendJson(response, sessionError(id, 'Bad Request: No valid session ID provided'), {}, 400),
  ],
  [
    '400 Server not initialized',
    (response) => sendJson(response, sessionError(null, 'Bad Request: Server not initialized'), {}, 400),
  ],
  ['401 Session not found', (response) => void response.writeHead(401).end('Session not found')],
  [
    '404 under a name for an id',
    (response) => sendJson(response, sessionError('server-error', 'Session not found', -32600), {}, 404),
  ],
])('ends the channel when the server refuses its session with %s', async (_what, refuse) => {
  const { behaviour, forget } = forgetful(refuse);
  await using opened = await OpenedChannel.to(behaviour);
  await opened.initialize();
  opened.call(2);
  await opened.outcome(2);
  forget();
  for (const id of [3, 4, 5]) opened.call(id);
  await until(() => opened.heard.closings.length === 1);

  for (const id of ['3', '4', '5']) {
    const failure = opened.heard.failures.get(id);
    expect(failure).toMatchObject({ kind: 'connection_lost', executed: 'no' });
    expect(failure !== undefined && isSessionLost(failure)).toBe(true);
  }
  expect(opened.heard.closings.map(isSessionLost)).toEqual([true]);
  expect(opened.heard.log.at(-1)).toBe('closed');
  expect(opened.channel.state).toBe('closed');
  // A forgotten session needs no farewell.
  await opened.channel.close();
  expect(opened.server.heard).not.toContain('DELETE');
});

function sessionError(id: unknown, message: string, code = -32000): object {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

// These statuses are no proof that nothing ran: the words may be about a session of the work itself (C78).
it.each<[string, Refuse]>([
  ['503 in text', (response) => void response.writeHead(503).end('unknown session')],
  ['500 in text', (response) => void response.writeHead(500).end('RuntimeError: Session is closed')],
  ['409 in text', (response) => void response.writeHead(409).end('checkout session expired after payment')],
  ['410 in text', (response) => void response.writeHead(410).end('session terminated')],
  ['502 as a page', (response) => void response.writeHead(502).end('<h1>502</h1> upstream session terminated')],
  ['503 as JSON-RPC', (response) => sendJson(response, sessionError(null, 'Session not found'), {}, 503)],
])('ends the channel, not knowing whether the call ran, where a ping is refused too by %s', async (_what, refuse) => {
  const { behaviour, forget } = forgetful(refuse);
  await using opened = await OpenedChannel.to(behaviour);
  await opened.initialize();
  forget();
  opened.call(3);
  opened.call(4);
  await until(() => opened.heard.closings.length === 1);
  for (const id of ['3', '4'])
    expect(opened.heard.failures.get(id)).toMatchObject({ kind: 'connection_lost', executed: 'unknown' });
  expect(opened.heard.closings.map(isSessionLost)).toEqual([true]);
  expect(opened.server.heard.filter((method) => method === 'ping')).toHaveLength(1);
});

it.each<[string, Refuse, object]>([
  [
    '500 in the words of its own work',
    (response) => void response.writeHead(500).end('{"detail":"Session is closed"}'),
    { kind: 'upstream_bad_answer', executed: 'unknown' },
  ],
  ['three bare 503', (response) => void response.writeHead(503).end(), { kind: 'overloaded', executed: 'unknown' }],
])('keeps a session that answers a ping, and tells the refusal as it is: %s', async (_what, refuse, expected) => {
  let finish: (() => void) | undefined;
  await using opened = await OpenedChannel.to(
    legacyServer((request, response) => {
      if (request.message?.method === 'ping') return sendJson(response, resultFor(request));
      if (request.message?.id !== 2) return refuse(response, request.message?.id);
      openEvents(response).write(': working\n\n');
      finish = () => response.end(eventText(resultFor(request)));
    }),
  );
  await opened.initialize();
  opened.call(2);
  await until(() => finish !== undefined);
  for (const id of [3, 4, 5]) {
    opened.call(id);
    await opened.outcome(id);
    expect(opened.heard.failures.get(`${id}`)).toMatchObject(expected);
  }
  expect(opened.server.heard).toContain('ping');
  finish?.();
  await opened.outcome(2);
  expect(opened.heard.answerTo(2)).toBeDefined();
  expect(opened.heard.log).not.toContain('retired');
});

it('keeps the session of a server that turns everybody away', async () => {
  let busy = false;
  await using opened = await OpenedChannel.to(
    legacyServer((request, response) => {
      if (busy) response.writeHead(503).end();
      else sendJson(response, resultFor(request));
    }),
  );
  await opened.initialize();
  busy = true;
  for (const id of [2, 3, 4]) {
    opened.call(id);
    await opened.outcome(id);
  }
  expect(opened.server.seen.filter(({ message }) => message?.method === 'ping')).toMatchObject([
    { headers: { 'mcp-session-id': 's1' } },
    { headers: expect.not.objectContaining({ 'mcp-session-id': 's1' }) as object },
  ]);
  busy = false;
  opened.call(5);
  await opened.outcome(5);
  expect(opened.heard.answerTo(5)).toBeDefined();
});

it('waits two seconds for the answer to a ping, and not beyond the end of the channel', async () => {
  const clock = new VirtualClock();
  await using opened = await OpenedChannel.to(
    legacyServer(({ message }, response) => {
      if (message?.method !== 'ping') response.writeHead(500).end('Session is closed');
    }),
    { clock },
  );
  await opened.initialize();
  opened.call(2);
  await until(() => opened.server.heard.includes('ping'));
  await clock.advance(2_000);
  await opened.outcome(2);
  expect(opened.heard.failures.get('2')).toMatchObject({ kind: 'upstream_bad_answer' });
  opened.call(3);
  await until(() => opened.server.heard.filter((method) => method === 'ping').length === 2);
});

it.each([
  [404, -32_002, 'record 12 not found'],
  [404, -32_000, 'record 12 not found'],
  [404, -32_603, 'database session not found'],
  [400, -32_602, 'invalid session argument: session "x" invalid'],
  [500, -32_603, 'payment sent, then: database session expired'],
  [409, -32_603, 'session expired'],
])('hands on the answer under %i with the id of the request, code %i and %j', async (status, code, text) => {
  const { behaviour, forget } = forgetful((response, id) =>
    sendJson(response, sessionError(id, text, code), {}, status),
  );
  await using opened = await OpenedChannel.to(behaviour);
  await opened.initialize();
  forget();
  opened.call(3);
  await opened.outcome(3);
  expect(opened.heard.answerTo(3)?.error).toEqual({ code, message: text });
  expect(opened.channel.state).toBe('open');
});

it('takes the third bare 503 in a row for a lost session, not knowing whether the call ran', async () => {
  const { behaviour, forget } = forgetful((response) => void response.writeHead(503).end());
  await using opened = await OpenedChannel.to(behaviour);
  await opened.initialize();
  forget();
  for (const id of [2, 3, 4]) {
    opened.call(id);
    await opened.outcome(id);
  }
  const lost = [...opened.heard.failures.values()].map(isSessionLost);
  expect(lost).toEqual([false, false, true]);
  expect(opened.heard.failures.get('4')).toMatchObject({ executed: 'unknown' });
});

it('keeps the session of a server that asks for patience', async () => {
  const { behaviour, forget } = forgetful((response) => void response.writeHead(503, { 'retry-after': '1' }).end());
  await using opened = await OpenedChannel.to(behaviour);
  await opened.initialize();
  forget();
  for (const id of [2, 3, 4, 5]) {
    opened.call(id);
    await opened.outcome(id);
  }
  expect(opened.heard.closings).toEqual([]);
  expect(opened.heard.failures.get('5')).toMatchObject({ retryAfterMs: 1_000 });
});

it('lets the requests of a lost session end by themselves, takes no more, and is closed and ended behind the last', async () => {
  let finish: (() => void) | undefined;
  await using opened = await OpenedChannel.to(
    legacyServer((request, response) => {
      if (request.message?.id === 3) {
        response.writeHead(404).end();
        return;
      }
      openEvents(response).write(': working\n\n');
      if (request.message?.id === 2) finish = () => response.end(eventText(resultFor(request)));
    }),
  );
  await opened.initialize();
  opened.call(2);
  await until(() => finish !== undefined);
  opened.call(3);
  await opened.outcome(3);
  expect(opened.channel.state).toBe('closed');
  opened.call(4);
  await opened.outcome(4);
  expect(opened.heard.failures.get('4')).toMatchObject({ executed: 'no' });
  expect(opened.heard.closings).toEqual([]);
  finish?.();
  await until(() => opened.heard.closings.length === 1);
  expect(opened.heard.log).toEqual(['message 1', 'retired', 'failed 3', 'failed 4', 'message 2', 'closed']);
  await opened.channel.close();
  expect(opened.server.seen.at(-1)).toMatchObject({ method: 'DELETE', headers: { 'mcp-session-id': 's1' } });
});

// C09
it('still tells a lost session that its last request is cancelled, and answers what it has asked', async () => {
  let hangUp: (() => void) | undefined;
  let acknowledge: (() => void) | undefined;
  const behave = legacyServer(({ message }, response) => {
    if (message?.id === 3) {
      response.writeHead(404).end();
      return;
    }
    const stream = openEvents(response);
    stream.write(': working\n\n');
    hangUp = () => stream.end();
  });
  await using opened = await OpenedChannel.to((request, response) => {
    if (request.message?.method === 'notifications/cancelled') {
      hangUp?.();
      acknowledge = () => response.writeHead(202).end();
    } else if (
      request.message?.method?.startsWith('notifications/') === true ||
      request.message?.method === undefined
    ) {
      response.writeHead(request.method === 'POST' ? 202 : 405).end();
    } else {
      void behave(request, response);
    }
  });
  await opened.initialize();
  opened.call(2);
  await until(() => opened.heard.aliveVias.includes('2'));
  opened.call(3);
  await opened.outcome(3);
  opened.channel.cancel('2');
  await until(() => acknowledge !== undefined);
  // By the time that the first has arrived, the end of the stream has too.
  for (const id of ['7', '8']) {
    opened.channel.send(Message.error(id, { code: -32_602, message: 'The call has ended.' }));
    await until(() => opened.server.seen.some(({ message }) => message?.id === Number(id)));
  }
  expect(opened.heard.closings).toEqual([]);
  acknowledge?.();
  await until(() => opened.heard.closings.length === 1);
});

it('ends a lost session and the requests on it with the channel', async () => {
  await using opened = await OpenedChannel.to(
    legacyServer(({ message }, response) => {
      if (message?.id === 3) response.writeHead(404).end();
    }),
  );
  await opened.initialize();
  opened.call(2);
  opened.call(3);
  await opened.outcome(3);
  await opened.channel.close();
  expect(opened.heard.closings).toMatchObject([{ executed: 'unknown' }]);
  expect(opened.server.seen.at(-1)).toMatchObject({ method: 'DELETE', headers: { 'mcp-session-id': 's1' } });
});

it.each([
  [404, 'Not Found', 'tools/call', 'lost'],
  [404, '{"error":{"code":-32601,"message":"Method not found"}}', 'tools/call', undefined],
  [404, 'Cannot POST', 'ping', undefined],
  [404, 'Session not found', 'ping', 'lost'],
  [400, 'Session ID abc is invalid', 'tools/call', 'lost'],
  [400, 'Mcp-Session-Id has expired', 'tools/call', 'lost'],
  [400, 'Invalid session', 'tools/call', 'lost'],
  [400, 'Bad Request: Unsupported protocol version', 'tools/call', undefined],
  [400, 'The session was closed at 5 pm', 'tools/call', 'lost'],
  [401, 'Unauthorized', 'tools/call', undefined],
  [401, 'invalid token', 'tools/call', undefined],
  [403, 'Session not found', 'tools/call', 'doubtful'],
  [403, 'Forbidden', 'tools/call', undefined],
  [410, 'Session terminated', 'tools/call', 'doubtful'],
  [
    422,
    '{"jsonrpc":"2.0","id":"7","error":{"code":-32602,"message":"unknown session format"}}',
    'tools/call',
    undefined,
  ],
  [409, 'Conflict: Only one SSE stream is allowed per session', 'tools/call', undefined],
  [429, 'too many requests, invalid session', 'tools/call', undefined],
  [500, 'Internal Server Error', 'tools/call', undefined],
  [500, 'Session is closed', 'tools/call', 'doubtful'],
  [404, '{"jsonrpc":"2.0","id":"7","result":{}}', 'tools/call', undefined],
  [404, '{"jsonrpc":"2.0","id":8,"error":{"code":-32002,"message":"no record"}}', 'tools/call', undefined],
])('judges %i %j to %s', (status, text, method, news) => {
  expect(judgeSession({ status, text, method, id: '7', withSession: true })).toBe(news);
  expect(judgeSession({ status, text, method, id: '7', withSession: false })).toBeUndefined();
});

it('begins a second initialize on the same channel without a session', async () => {
  await using opened = await OpenedChannel.to(legacyServer(() => {}));
  await opened.initialize();
  opened.request(9, 'initialize');
  await opened.outcome(9);
  const [, second] = opened.server.seen.filter(({ message }) => message?.method === 'initialize');
  expect(second?.headers['mcp-session-id']).toBeUndefined();
  expect(second?.headers['mcp-protocol-version']).toBeUndefined();
});

it('takes an `initialize` of the modern wire for a request of its session', async () => {
  let openings = 0;
  await using opened = await OpenedChannel.to(
    legacyServer(
      (request, response) => sendJson(response, resultFor(request)),
      (request, response) => {
        if (request.message?.method !== 'initialize' || ++openings === 1) return false;
        if (openings === 3) response.writeHead(404).end();
        else sendJson(response, resultFor(request, { protocolVersion: '2024-11-05' }), { 'mcp-session-id': 's2' });
        return true;
      },
    ),
  );
  await opened.initialize();
  const params = { _meta: { [metaKeys.protocolVersion]: '2026-07-28' } };
  opened.request(2, 'initialize', params);
  await opened.outcome(2);
  opened.call(3);
  await opened.outcome(3);
  expect(opened.server.seenMessage('tools/call')?.headers).toMatchObject({
    'mcp-session-id': 's1',
    'mcp-protocol-version': '2025-06-18',
  });

  opened.request(4, 'initialize', params);
  await opened.outcome(4);
  expect(opened.heard.failures.get('4')).toSatisfy(isSessionLost);
});

// C08, C09
it('cancels a legacy request by one notification with its id, and the session lives on', async () => {
  await using opened = await OpenedChannel.to(
    legacyServer((request, response) => {
      if (request.message?.id === 'slow') openEvents(response).write(': working\n\n');
      else sendJson(response, resultFor(request));
    }),
  );
  await opened.initialize();
  opened.call('slow');
  await until(() => opened.heard.aliveVias.includes('"slow"'));
  opened.channel.cancel('"slow"');
  opened.channel.cancel('"slow"');
  opened.call(3);
  await opened.outcome(3);
  await until(() => opened.server.heard.includes('notifications/cancelled'));
  const cancels = opened.server.seen.filter(({ message }) => message?.method === 'notifications/cancelled');
  expect(cancels.map(({ message }) => message?.params)).toEqual([{ requestId: 'slow', reason: 'cancelled by caller' }]);
  expect(cancels[0]?.headers['mcp-session-id']).toBe('s1');
  // On the legacy wire a disconnect must not be read as a cancel, so none is made at once.
  expect(opened.server.seen.find(({ message }) => message?.id === 'slow')?.aborted()).toBe(false);
  expect(opened.heard.failures.size).toBe(0);
});

it('hands on nothing of a cancelled request but its late answer, and lets its connection go', async () => {
  const clock = new VirtualClock();
  let finish: (() => void) | undefined;
  await using opened = await OpenedChannel.to(
    legacyServer((request, response) => {
      openEvents(response).write(': working\n\n');
      finish = () => {
        response.write('data: {"jsonrpc":"2.0","id":9,"method":"roots/list"}\n\n');
        response.write(`data: ${JSON.stringify(resultFor(request))}\n\n`);
      };
    }),
    { clock },
  );
  await opened.initialize();
  opened.call(2);
  await until(() => opened.heard.aliveVias.length > 0);
  opened.channel.cancel('2');
  finish?.();
  await until(() => opened.heard.log.length > 1);
  await clock.advance(6_000);
  await until(() => opened.server.seen.find(({ message }) => message?.id === 2)?.aborted() ?? false);
  expect(opened.heard.log).toEqual(['message 1', 'message 2']);
});

it('never sends a cancel for initialize or for a request that was not sent', async () => {
  await using opened = await OpenedChannel.to(({ message }, response) => {
    if (message?.method !== 'initialize') response.writeHead(202).end();
  });
  opened.request(1, 'initialize');
  await until(() => opened.server.seen.length === 1);
  opened.channel.cancel('1');
  opened.call(2);
  opened.channel.cancel('2');
  opened.channel.send(Message.notification('notifications/roots/list_changed'));
  await until(() => opened.server.heard.includes('notifications/roots/list_changed'));
  expect(opened.server.heard).not.toContain('notifications/cancelled');
  expect(opened.server.heard).not.toContain('tools/call');
  await until(() => opened.server.seen[0]?.aborted() ?? false);
});

it('cancels a modern request by closing its stream, without a message', async () => {
  await using opened = await OpenedChannel.to(
    (request, response) => {
      if (request.message?.id === 1) openEvents(response).write(': working\n\n');
      else sendJson(response, resultFor(request));
    },
    { era: 'modern' },
  );
  opened.call(1);
  await until(() => opened.heard.aliveVias.length > 0);
  opened.channel.cancel('1');
  await until(() => opened.server.seen[0]?.aborted() ?? false);
  opened.call(2);
  await opened.outcome(2);
  expect(opened.server.heard).toEqual(['tools/call', 'tools/call']);
  expect(opened.heard.log).toEqual(['message 2']);
});
