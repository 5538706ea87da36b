import { Message } from '@breakwater/core';
import { expect, it } from 'vitest';
import { VirtualClock } from '@breakwater/core/testing';
import {
  eventText,
  FakeHttpServer,
  legacyServer,
  openEvents,
  resultFor,
  sendJson,
} from './testing/fake-http-server.ts';
import { OpenedChannel } from './testing/opened-channel.ts';
import { until } from './testing/recording-listener.ts';

const echo = legacyServer((request, response) => sendJson(response, resultFor(request, { content: [] })));

it('sends the session and the negotiated version after initialize, and not before', async () => {
  await using opened = await OpenedChannel.to(echo);
  await opened.initialize();
  opened.call(2);
  await opened.outcome(2);

  const initialize = opened.server.seenMessage('initialize');
  expect(initialize?.headers['mcp-session-id']).toBeUndefined();
  expect(initialize?.headers['mcp-protocol-version']).toBeUndefined();
  for (const method of ['notifications/initialized', 'tools/call']) {
    const { headers } = opened.server.seenMessage(method) ?? {};
    expect(headers).toMatchObject({ 'mcp-session-id': 's1', 'mcp-protocol-version': '2025-06-18' });
  }
});

// C66
it('accepts both forms whatever the configuration says, and sends configured headers', async () => {
  await using opened = await OpenedChannel.to(echo, {
    headers: {
      Accept: '*/*',
      'Content-Type': 'text/plain',
      'Mcp-Session-Id': 'x',
      Authorization: 'Bearer t0k\n',
      'Transfer-Encoding': 'chunked',
    },
  });
  opened.call(1);
  await opened.outcome(1);
  const { headers } = opened.server.seen[0] ?? {};
  expect(headers?.accept).toBe('application/json, text/event-stream');
  expect(headers?.['content-type']).toBe('application/json');
  expect(headers?.authorization).toBe('Bearer t0k');
  expect(headers?.['mcp-session-id']).toBeUndefined();
});

it('sends the credentials of the URL as a header and its query as it is', async () => {
  const server = await OpenedChannel.to(echo);
  await using _server = server;
  const url = new URL(`http://bob:p%40ss@127.0.0.1:${server.server.port}/mcp?sig=TOK`);
  await using opened = await OpenedChannel.to(echo, { url });
  opened.call(1);
  await opened.outcome(1);
  const [seen] = server.server.seen;
  expect(seen?.headers.authorization).toBe(`Basic ${Buffer.from('bob:p@ss').toString('base64')}`);
  expect(seen?.path).toBe('/mcp?sig=TOK');
});

// C61
it.each([
  ['202 without body', 202, {}, ''],
  ['200 with length 0 and the type of JSON', 200, { 'content-type': 'application/json', 'content-length': '0' }, ''],
  ['200 null', 200, { 'content-type': 'application/json' }, 'null'],
  ['204', 204, {}, ''],
  ['202 text', 202, { 'content-type': 'text/plain' }, 'ok'],
  ['200 with a message without id', 200, { 'content-type': 'application/json' }, '{"jsonrpc":"2.0","id":null}'],
])('takes %s as the acknowledgement of a notification', async (_what, status, headers, body) => {
  await using opened = await OpenedChannel.to(
    legacyServer(
      (request, response) => sendJson(response, resultFor(request)),
      ({ message }, response) => {
        if (message?.method !== 'notifications/initialized') return false;
        response.writeHead(status, headers).end(body);
        return true;
      },
    ),
  );
  await opened.initialize();
  opened.call(2);
  await opened.outcome(2);
  expect(opened.heard.failures.size).toBe(0);
  expect(opened.heard.noises).toEqual([]);
  await until(() => opened.server.heard.includes('GET'));
});

it('takes an event stream as the acknowledgement of a notification, and leaves it', async () => {
  await using opened = await OpenedChannel.to(
    legacyServer(
      (request, response) => sendJson(response, resultFor(request)),
      ({ message }, response) => {
        if (message?.method !== 'notifications/initialized') return false;
        openEvents(response);
        return true;
      },
    ),
  );
  await opened.initialize();
  opened.call(2);
  await opened.outcome(2);
  await until(() => opened.server.seenMessage('notifications/initialized')?.aborted() ?? false);
  expect(opened.heard.noises).toEqual([]);
});

it('holds requests back until notifications/initialized is acknowledged', async () => {
  let acknowledge: (() => void) | undefined;
  await using opened = await OpenedChannel.to(
    legacyServer(
      (request, response) => sendJson(response, resultFor(request)),
      ({ message }, response) => {
        if (message?.method !== 'notifications/initialized') return false;
        acknowledge = () => response.writeHead(202).end();
        return true;
      },
    ),
  );
  await opened.initialize();
  opened.call(2);
  opened.call(3);
  opened.channel.cancel('3');
  await new Promise((resolve) => setTimeout(resolve, 20)); // Real: nothing may happen in it.
  expect(opened.server.heard).toEqual(['initialize', 'notifications/initialized']);
  acknowledge?.();
  await opened.outcome(2);
  expect(opened.server.seen.filter(({ message }) => message?.method === 'tools/call')).toHaveLength(1);
});

// C62, C41
const answer = '{"jsonrpc":"2.0","id":7,"result":{"big":9007199254740993}}';
it.each([
  ['JSON with a charset', 'application/json; charset=utf-8', answer],
  ['text/json', 'text/json', answer],
  ['no type', undefined, answer],
  ['a suffix type', 'application/vnd.x+json', answer],
  ['JSON under the type of events', 'text/event-stream', answer],
  ['JSON behind blanks and a byte order mark', 'text/plain', `\ufeff\n  ${answer}\n`],
  ['events under the type of JSON', 'application/json', `event: message\ndata: ${answer}\n\n`],
  ['events without a type', undefined, `: hi\n\ndata: ${answer}\n\n`],
  ['events', 'text/event-stream; charset=utf-8', `data: ${answer}\n\n`],
  ['events without the last blank line, ended', 'text/event-stream', `data: ${answer}`],
  ['a batch', 'application/json', `[{"jsonrpc":"2.0","method":"notifications/message","params":{}}, ${answer}]`],
  ['a batch in an event', 'text/event-stream', `data: [${answer}]\n\n`],
])('reads an answer in %s', async (_what, type, body) => {
  await using opened = await OpenedChannel.to((_request, response) => {
    response.writeHead(200, type === undefined ? {} : { 'content-type': type }).end(body);
  });
  opened.call(7);
  await opened.outcome(7);
  expect(opened.heard.answerTo(7)?.text.trim()).toBe(answer);
  expect(opened.heard.vias.at(-1)).toBe('7');
});

it('reads an answer that comes byte by byte, type and all to be guessed', async () => {
  await using opened = await OpenedChannel.to(async (_request, response) => {
    for (const byte of Buffer.from(`data: ${answer}\r\n\r\n`)) {
      response.write(Uint8Array.of(byte));
      await new Promise((resolve) => setImmediate(resolve));
    }
    response.end();
  });
  opened.call(7);
  await opened.outcome(7);
  expect(opened.heard.texts).toEqual([answer]);
});

it.each(['null', undefined])('gives an error with the id %s in the body of a POST to that request', async (id) => {
  const member = id === undefined ? '' : `"id":${id},`;
  await using opened = await OpenedChannel.to((_request, response) => {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(`{"jsonrpc":"2.0",${member}"error":{"code":-32700,"message":"no"}}`);
  });
  opened.call('a');
  opened.call('b');
  await opened.outcome('a');
  await opened.outcome('b');
  expect(opened.heard.answerTo('a')?.error).toEqual({ code: -32700, message: 'no' });
  expect(new Set(opened.heard.vias)).toEqual(new Set(['"a"', '"b"']));
});

it('passes an answer under an id of another type as it is, and reports no failure', async () => {
  await using opened = await OpenedChannel.to((_request, response) =>
    sendJson(response, { jsonrpc: '2.0', id: '3', result: {} }),
  );
  opened.call(3);
  await until(() => opened.heard.messages.length > 0);
  await opened.channel.close();
  expect(opened.heard.messages[0]?.id).toBe('"3"');
  expect(opened.heard.failures.size).toBe(0);
});

function badAnswer(message: RegExp): object {
  return { kind: 'upstream_bad_answer', executed: 'unknown', message: expect.stringMatching(message) as string };
}

// C125
it.each<[string, number, string | undefined, string, object]>([
  ['an HTML page', 200, 'text/html', '<!doctype html><p>Sign in', badAnswer(/HTML page.*text\/html/)],
  ['an HTML page under the type of JSON', 200, 'application/json', '<html>', badAnswer(/HTML page.*application\/json/)],
  [
    'an HTML page under the type of events',
    200,
    'text/event-stream',
    '<html>',
    badAnswer(/HTML page.*text\/event-stream/),
  ],
  ['plain text', 200, 'text/plain', 'hello', badAnswer(/plain text/)],
  ['cut JSON', 200, 'application/json', '{"jsonrpc":"2.0","id":11,', badAnswer(/JSON that cannot be read/)],
  ['no body', 200, 'application/json', '', badAnswer(/nothing/)],
  ['202 without an answer', 202, undefined, '', badAnswer(/nothing/)],
  [
    'an event that is broken JSON',
    200,
    'text/event-stream',
    'data: {"jsonrpc":"2.0","id":11\n\n',
    badAnswer(/broken JSON/),
  ],
  ['another answer', 200, 'application/json', '{"jsonrpc":"2.0","id":99,"result":{}}', badAnswer(/without the answer/)],
  [
    'a stream without the answer',
    200,
    'text/event-stream',
    ': bye\n\n',
    { kind: 'connection_lost', executed: 'unknown', message: expect.stringMatching(/ended its stream/) as string },
  ],
  ['404', 404, 'text/plain', 'Not Found', {}],
  ['500', 500, 'text/html', '<html>', {}],
])('fails a request once and at once that gets %s', async (_what, status, type, body, expected) => {
  await using opened = await OpenedChannel.to((_request, response) => {
    response.writeHead(status, type === undefined ? {} : { 'content-type': type }).end(body);
  });
  opened.call(11);
  await until(() => opened.heard.failures.size === 1);
  const failure = opened.heard.failures.get('11');
  expect(failure).toMatchObject({ server: 'files', ...expected });
  expect(opened.heard.closings).toEqual([]);
});

it.each([
  ['a closed port', 'server_not_running'],
  ['a handshake that fails', 'server_not_running'],
  ['a header that cannot be sent', 'internal'],
])('knows that nothing was executed after %s', async (what, kind) => {
  const other = await FakeHttpServer.start(echo);
  const url = new URL(what === 'a handshake that fails' ? other.url.href.replace('http:', 'https:') : other.url);
  if (what === 'a closed port') await other.stop();
  const headers = { 'x-key': what === 'a header that cannot be sent' ? 'a\nSECRET' : 'a' };
  await using opened = await OpenedChannel.to(echo, { url, headers });
  opened.call(1);
  await opened.outcome(1);
  expect(opened.heard.failures.get('1')).toMatchObject({ kind, executed: 'no', server: 'files' });
  expect(opened.heard.failures.get('1')?.message ?? '').not.toContain('SECRET');
  if (what !== 'a closed port') await other.stop();
});

it.each(['before the head', 'inside the body', 'inside a stream'])(
  'does not know the outcome of a request cut %s',
  async (place) => {
    await using opened = await OpenedChannel.to((_request, response) => {
      if (place !== 'before the head') {
        const type = place === 'inside a stream' ? 'text/event-stream' : 'application/json';
        response.writeHead(200, { 'content-type': type, 'content-length': '500' });
        response.write(place === 'inside a stream' ? ': hi\n\n' : '{"jsonrpc"');
      }
      setImmediate(() => response.socket?.destroy());
    });
    opened.call(1);
    await opened.outcome(1);
    expect(opened.heard.failures.get('1')).toMatchObject({ kind: 'connection_lost', executed: 'unknown' });
  },
);

it.each(['', 'connection: upgrade\r\nupgrade: h2c\r\n'])(
  'does not know the outcome of a request that is answered with an upgrade (%j)',
  async (headers) => {
    await using opened = await OpenedChannel.to((_request, response) => {
      response.socket?.end(`HTTP/1.1 101 Switching Protocols\r\n${headers}\r\n`);
    });
    opened.call(1);
    await opened.outcome(1);
    expect(opened.heard.failures.get('1')).toMatchObject({
      kind: headers === '' ? 'upstream_bad_answer' : 'connection_lost',
      executed: 'unknown',
    });
  },
);

// G6
it('replaces an idle connection that the server has closed, unseen', async () => {
  await using opened = await OpenedChannel.to(echo);
  for (let id = 1; id <= 3; id++) {
    opened.call(id);
    await opened.outcome(id);
    opened.server.closeConnections();
    await new Promise((resolve) => setTimeout(resolve, 10)); // Real: the FIN has to cross the loopback.
  }
  expect(opened.heard.failures.size).toBe(0);
  expect(opened.server.seen).toHaveLength(3);
});

it('reads a JSON-RPC error under an error status as the answer, and lets limits and sign-in speak by their status', async () => {
  const error = { code: -32022, message: 'version', data: { supported: ['2026-07-28'] } };
  const replies = new Map<unknown, [number, unknown]>([
    [1, [400, { jsonrpc: '2.0', id: 1, error }]],
    [2, [400, { jsonrpc: '2.0', error }]],
    [3, [404, { jsonrpc: '2.0', id: 3, error: { code: -32601, message: 'no' } }]],
    [4, [500, { jsonrpc: '2.0', id: 4, error: { code: -32603, message: 'no' } }]],
    [5, [429, { jsonrpc: '2.0', id: 5, error: { code: -32000, message: 'slow' } }]],
    [6, [401, { jsonrpc: '2.0', id: null, error: { code: -32000, message: 'who' } }]],
  ]);
  await using opened = await OpenedChannel.to(
    ({ message }, response) => {
      const [status, body] = replies.get(message?.id) ?? [500, ''];
      sendJson(response, body, { 'retry-after': '7' }, status);
    },
    { era: 'modern' },
  );
  for (const id of replies.keys()) opened.call(Number(id));
  for (const id of replies.keys()) await opened.outcome(Number(id));
  expect(new Set(opened.heard.messages.map(({ id }) => id))).toEqual(new Set(['1', '2', '3', '4']));
  expect(opened.heard.answerTo(2)?.error).toEqual(error);
  expect(opened.heard.failures.get('5')).toMatchObject({ executed: 'no', retryAfterMs: 7_000 });
  expect(opened.heard.failures.get('6')).toMatchObject({ kind: 'upstream_unauthorized', executed: 'no' });
});

it('tells what came on the stream of a request, and gives comments as signs of life', async () => {
  await using opened = await OpenedChannel.to((request, response) => {
    openEvents(response);
    response.write(': beat\n\nevent: ping\ndata: now\n\n');
    response.write(eventText({ jsonrpc: '2.0', id: 5, method: 'sampling/createMessage', params: {} }));
    response.end(eventText(resultFor(request)));
  });
  opened.call(9);
  await opened.outcome(9);
  expect(opened.heard.messages.map(({ method }) => method)).toEqual(['sampling/createMessage', undefined]);
  expect(opened.heard.vias).toEqual(['9', '9']);
  expect(opened.heard.aliveVias).toEqual(['9', '9']);
});

// C60
it('delivers an event without its blank line after a short silence, once', async () => {
  const clock = new VirtualClock();
  await using opened = await OpenedChannel.to(
    (request, response) => {
      openEvents(response).write(eventText(resultFor(request)).slice(0, -1));
    },
    { clock },
  );
  opened.call(1);
  await until(() => clock.armed === 1);
  await clock.advance(400);
  expect(opened.heard.messages).toEqual([]);
  await clock.advance(200);
  expect(opened.heard.messages).toHaveLength(1);
  // The server leaves the stream open: it is given up.
  await clock.advance(2_000);
  await until(() => opened.server.seen[0]?.aborted() ?? false);
  expect(opened.heard.failures.size).toBe(0);
});

it.each(['application/json', 'text/event-stream'])(
  'fails an answer in %s that is larger than allowed, and goes on',
  async (type) => {
    let sent = 0;
    await using opened = await OpenedChannel.to(
      legacyServer((request, response) => {
        if (request.message?.id !== 2) return sendJson(response, resultFor(request));
        response.writeHead(200, { 'content-type': type });
        const piece = 'x'.repeat(10_000);
        response.write(type === 'text/event-stream' ? 'data: {"jsonrpc":"2.0","a":"' : '{"jsonrpc":"2.0","a":"');
        const more = (): void => {
          if (response.destroyed) return;
          sent += piece.length;
          response.write(piece, () => setImmediate(more));
        };
        more();
      }),
      { maxMessageBytes: 100_000 },
    );
    opened.call(2);
    await opened.outcome(2);
    expect(opened.heard.failures.get('2')).toMatchObject({
      kind: 'message_too_large',
      server: 'files',
      limit: 100_000,
    });
    await until(() => opened.server.seen[0]?.aborted() ?? false);
    expect(sent).toBeLessThan(5_000_000);
    opened.call(3);
    await opened.outcome(3);
    expect(opened.heard.answerTo(3)).toBeDefined();
  },
);

it('ends in order: closed once, the session deleted, nothing after it', async () => {
  await using opened = await OpenedChannel.to(legacyServer(() => {}));
  await opened.initialize();
  opened.call(2);
  await until(() => opened.server.heard.includes('tools/call'));
  await Promise.all([opened.channel.close(), opened.channel.close()]);
  expect(opened.channel.state).toBe('closed');
  expect(opened.heard.closings).toHaveLength(1);
  expect(opened.heard.closings[0]).toMatchObject({ kind: 'connection_lost', executed: 'unknown' });
  expect(opened.server.seen.at(-1)).toMatchObject({ method: 'DELETE', headers: { 'mcp-session-id': 's1' } });
  opened.channel.send(Message.request(3, 'tools/list'));
  opened.channel.cancel('2');
  expect(opened.heard.log.at(-1)).toBe('closed');
});

// C120
it('shows no part of its URL or headers in a failure', async () => {
  const url = new URL('http://bob:PASS-1@127.0.0.1:9/mcp-PATH?sig=TOK-1');
  await using opened = await OpenedChannel.to(echo, { url, headers: { authorization: 'Bearer xyz-1' } });
  opened.call(1);
  await opened.outcome(1);
  const { cause, ...shown } = opened.heard.failures.get('1') ?? {};
  expect(JSON.stringify(shown)).not.toMatch(/PASS-1|TOK-1|xyz-1|127\.0\.0\.1|mcp-PATH/);
  expect(String(cause)).not.toMatch(/PASS-1|TOK-1|xyz-1/);
});
