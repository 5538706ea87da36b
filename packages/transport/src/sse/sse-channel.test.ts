import { Message, metaKeys, SystemClock } from '@breakwater/core';
import type { Channel } from '@breakwater/core';
import { expect, it } from 'vitest';
import { openHttpPool } from '../http/http-pool.ts';
import { isSessionLost } from '../http/session-lost.ts';
import { eventText, FakeHttpServer, openEvents, resultFor, sendJson } from '../http/testing/fake-http-server.ts';
import type { Behaviour } from '../http/testing/fake-http-server.ts';
import { RecordingListener, until } from '../http/testing/recording-listener.ts';
import { openSseChannel } from './sse-channel.ts';

interface Opened extends AsyncDisposable {
  readonly server: FakeHttpServer;
  readonly heard: RecordingListener;
  readonly channel: Channel;
}

type Stream = Parameters<Behaviour>[1];

async function open(behaviour: Behaviour): Promise<Opened> {
  const server = await FakeHttpServer.start(behaviour);
  const heard = new RecordingListener();
  const pool = openHttpPool();
  const channel = openSseChannel(
    { server: 'old', url: new URL('/gw/a/sse', server.url), locale: 'en', clock: new SystemClock(), pool },
    heard,
  );
  const dispose = async (): Promise<void> => {
    await channel.close();
    await pool.close();
    await server.stop();
  };
  return { server, heard, channel, [Symbol.asyncDispose]: dispose };
}

/** An HTTP+SSE server that names this endpoint; `onPost` gets each message and the stream. */
function withEndpoint(
  endpoint: string,
  onPost: (request: Parameters<Behaviour>[0], response: Stream, stream: Stream) => void,
): Behaviour {
  let stream: Stream | undefined;
  return (request, response) => {
    if (request.method === 'GET') {
      stream = openEvents(response);
      stream.write(`event: endpoint\ndata: ${endpoint}\n\n`);
    } else if (stream !== undefined) {
      onPost(request, response, stream);
    }
  };
}

const answering = (request: Parameters<Behaviour>[0], response: Stream, stream: Stream): void => {
  response.writeHead(202).end('Accepted');
  if (request.message?.id !== undefined) stream.write(eventText(resultFor(request, { protocolVersion: '2024-11-05' })));
};

// C65
it.each([
  ['/messages?s=1', '/messages?s=1'],
  ['messages?s=1', '/gw/a/messages?s=1'],
  ['?s=1', '/gw/a/sse?s=1'],
])('sends its messages to the endpoint %s by the rules of URLs', async (endpoint, path) => {
  await using opened = await open(withEndpoint(endpoint, answering));
  expect(opened.channel.state).toBe('opening');
  opened.channel.send(Message.request(1, 'initialize'));
  await until(() => opened.heard.answerTo(1) !== undefined);
  opened.channel.send(Message.notification('notifications/initialized'));
  opened.channel.send(Message.request(2, 'tools/list'));
  await until(() => opened.heard.answerTo(2) !== undefined);
  expect(opened.channel.state).toBe('open');
  expect(opened.server.seen.slice(1).map((seen) => seen.path)).toEqual([path, path, path]);
  expect(opened.server.heard).toEqual(['GET', 'initialize', 'notifications/initialized', 'tools/list']);
  expect(opened.heard.vias).toEqual([undefined, undefined]);
  expect(opened.server.seen[3]?.headers['mcp-protocol-version']).toBe('2024-11-05');
});

it('takes its version from the answer to the legacy `initialize` alone', async () => {
  await using opened = await open(withEndpoint('/messages', answering));
  opened.channel.send(Message.request(1, 'initialize', { _meta: { [metaKeys.protocolVersion]: '2026-07-28' } }));
  await until(() => opened.heard.answerTo(1) !== undefined);
  opened.channel.send(Message.request(2, 'tools/list'));
  await until(() => opened.heard.answerTo(2) !== undefined);
  expect(opened.server.seenMessage('tools/list')?.headers['mcp-protocol-version']).toBeUndefined();
});

it.each(['http://10.0.0.5:8080/messages', '//evil.test/messages', 'https://127.0.0.1/messages', 'http://[', ''])(
  'refuses the endpoint %j, and sends nothing there',
  async (endpoint) => {
    await using opened = await open(withEndpoint(endpoint, answering));
    opened.channel.send(Message.request(1, 'initialize'));
    await until(() => opened.heard.closings.length === 1);
    expect(opened.heard.closings[0]).toMatchObject({ kind: 'upstream_bad_answer', executed: 'no', server: 'old' });
    expect(opened.heard.closings[0]?.message).not.toMatch(/10\.0\.0\.5|evil\.test|127\.0\.0\.1/);
    expect(opened.server.heard).toEqual(['GET']);
  },
);

it('names the path it tried when the endpoint is not there', async () => {
  await using opened = await open(
    withEndpoint('/messages?sessionId=SECRET', (_request, response) => void response.writeHead(404).end('Cannot POST')),
  );
  opened.channel.send(Message.request(1, 'initialize'));
  await until(() => opened.heard.failures.size === 1);
  expect(opened.heard.failures.get('1')?.message).toContain('"/messages"');
  expect(opened.heard.failures.get('1')?.message).not.toContain('SECRET');
  expect(opened.heard.closings).toEqual([]);
});

it('ends with its stream, calls in flight with an unknown outcome', async () => {
  await using opened = await open(
    withEndpoint('/m', (_request, response, stream) => {
      response.writeHead(202).end();
      stream.end();
    }),
  );
  opened.channel.send(Message.request(1, 'tools/call'));
  await until(() => opened.heard.closings.length === 1);
  expect(opened.heard.closings[0]).toMatchObject({ kind: 'connection_lost', executed: 'unknown' });
  expect(opened.channel.state).toBe('closed');
});

it.each<[string, Behaviour]>([
  ['404', (_request, response) => void response.writeHead(404).end()],
  ['JSON', (_request, response) => sendJson(response, {})],
  ['a stream that ends before its endpoint', (_request, response) => void openEvents(response).end(': hi\n\n')],
  ['a reset', (_request, response) => void response.socket?.destroy()],
])('closes when the stream is answered with %s, nothing executed', async (_what, behaviour) => {
  await using opened = await open(behaviour);
  opened.channel.send(Message.request(1, 'initialize'));
  await until(() => opened.heard.closings.length === 1);
  expect(opened.heard.closings[0]).toMatchObject({ executed: 'no' });
  expect(opened.heard.failures.size).toBe(0);
});

it('fails only the request whose POST fails', async () => {
  await using opened = await open(
    withEndpoint('/m', (request, response, stream) => {
      if (request.message?.id === 1) response.socket?.destroy();
      else answering(request, response, stream);
    }),
  );
  opened.channel.send(Message.request(1, 'tools/call'));
  await until(() => opened.heard.failures.size === 1);
  expect(opened.heard.failures.get('1')).toMatchObject({ kind: 'connection_lost', executed: 'unknown' });
  opened.channel.send(Message.request(2, 'tools/call'));
  await until(() => opened.heard.answerTo(2) !== undefined);
});

it('ends when its messages meet an unknown session', async () => {
  await using opened = await open(
    withEndpoint('/m', (_request, response) => void response.writeHead(404).end('Session not found')),
  );
  opened.channel.send(Message.request(1, 'tools/call'));
  await until(() => opened.heard.closings.length === 1);
  expect(opened.heard.failures.get('1')).toMatchObject({ executed: 'no' });
  expect(opened.heard.closings.map(isSessionLost)).toEqual([true]);
});

it('waits for the answers that a session which is lost to one message still gives, then ends', async () => {
  let finish: (() => void) | undefined;
  await using opened = await open(
    withEndpoint('/m', (request, response, stream) => {
      if (request.message?.id === 2) {
        response.writeHead(404).end('Session not found');
        return;
      }
      response.writeHead(202).end();
      finish = () => stream.write(eventText(resultFor(request)));
    }),
  );
  opened.channel.send(Message.request(1, 'tools/call'));
  await until(() => finish !== undefined);
  opened.channel.send(Message.request(2, 'tools/call'));
  await until(() => opened.heard.failures.size === 1);
  expect(opened.channel.state).toBe('closed');
  expect(opened.heard.closings).toEqual([]);
  finish?.();
  await until(() => opened.heard.closings.length === 1);
  expect(opened.heard.log).toEqual(['retired', 'failed 2', 'message 1', 'closed']);
});

// C09
it('still tells a session that is lost to one message that its last request is cancelled', async () => {
  await using opened = await open(
    withEndpoint('/m', (request, response) => {
      const isLost = request.message?.id === 2;
      response.writeHead(isLost ? 404 : 202).end(isLost ? 'Session not found' : 'Accepted');
    }),
  );
  opened.channel.send(Message.request(1, 'tools/call'));
  opened.channel.send(Message.request(2, 'tools/call'));
  await until(() => opened.heard.failures.size === 1);
  opened.channel.cancel('1');
  await until(() => opened.heard.closings.length === 1);
  expect(opened.server.heard.at(-1)).toBe('notifications/cancelled');
});

it('knows an answer by its id in another form too, the version in it included', async () => {
  await using opened = await open(
    withEndpoint('/m', (request, response, stream) => {
      const { id, method } = request.message ?? {};
      if (method === 'ping') response.writeHead(404).end('Session not found');
      else response.writeHead(202).end();
      if (typeof id === 'number')
        stream.write(`data: {"jsonrpc":"2.0","id":"${id}","result":{"protocolVersion":"2024-11-05"}}\n\n`);
    }),
  );
  opened.channel.send(Message.request(1, 'initialize'));
  await until(() => opened.heard.messages.length === 1);
  opened.channel.send(Message.request('lost', 'ping'));
  // With a request that seemed to wait for its answer it would stay open.
  await until(() => opened.heard.closings.length === 1);
  expect(opened.server.seenMessage('ping')?.headers['mcp-protocol-version']).toBe('2024-11-05');
});

it('takes an answer in the body of the POST, and an error status with one', async () => {
  await using opened = await open(
    withEndpoint('/m', (request, response) => {
      if (request.message?.id === 1) sendJson(response, resultFor(request));
      else sendJson(response, { jsonrpc: '2.0', id: null, error: { code: -32602, message: 'no' } }, {}, 400);
    }),
  );
  opened.channel.send(Message.request(1, 'tools/call'));
  opened.channel.send(Message.request(2, 'tools/call'));
  await until(() => opened.heard.messages.length === 2);
  expect(new Set(opened.heard.messages.map(({ id }) => id))).toEqual(new Set(['1', '2']));
});

it('cancels by notification, but not what still waits for the endpoint', async () => {
  let announce: (() => void) | undefined;
  await using opened = await open((request, response) => {
    if (request.method === 'GET') {
      const stream = openEvents(response);
      announce = () => stream.write('event: endpoint\ndata: /m\n\n');
    } else {
      response.writeHead(202).end();
    }
  });
  opened.channel.send(Message.request(1, 'tools/call'));
  opened.channel.cancel('1');
  opened.channel.send(Message.request(2, 'tools/call'));
  await until(() => announce !== undefined);
  announce?.();
  await until(() => opened.server.seenMessage('tools/call') !== undefined);
  opened.channel.cancel('2');
  await until(() => opened.server.heard.includes('notifications/cancelled'));
  expect(opened.server.heard.filter((method) => method === 'tools/call')).toHaveLength(1);
  expect(opened.server.seenMessage('notifications/cancelled')?.message?.params).toEqual({
    requestId: 2,
    reason: 'cancelled by caller',
  });
});
