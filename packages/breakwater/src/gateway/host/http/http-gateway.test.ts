import { request as httpRequest, type IncomingMessage } from 'node:http';
import { Message, SystemClock, type Locale } from '@breakwater/core';
import { afterEach, expect, it, vi } from 'vitest';
import type { Backend } from '../../backend/backend.ts';
import type { HostRequest } from '../host-request.ts';
import { ModernHost } from '../modern-host.ts';
import { Access } from './access.ts';
import { HttpGateway, type Endpoint } from './http-gateway.ts';
import { aVoice } from '../../testing/host-voice.ts';

const gateways: HttpGateway[] = [];
const initialize = Message.request(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {} }).text;
const ping = Message.request(2, 'ping', {}).text;
const unknownSession = { status: 404, session: undefined };

/** A backend that answers as it is told, and remembers its sessions. */
class FakeBackends {
  opened = 0;
  closed = 0;
  answer: (request: HostRequest) => Promise<Message | undefined>;
  notification: Backend['notification'] = () => {};

  constructor(answer: (request: HostRequest) => Promise<Message | undefined>) {
    this.answer = answer;
  }

  create(): Backend {
    this.opened += 1;
    return {
      request: (request) => this.answer(request),
      notification: (message) => this.notification(message),
      changed: () => {},
      close: () => {
        this.closed += 1;
        return Promise.resolve();
      },
    };
  }
}

class ModernFake extends ModernHost {
  readonly #opened: () => Promise<void>;
  readonly #received: () => void;

  constructor(opened: () => Promise<void>, received: () => void) {
    super({
      lines: [],
      backend: () => expect.unreachable('There are no lines.'),
      clock: new SystemClock(),
      voice: aVoice(),
    });
    this.#opened = opened;
    this.#received = received;
  }

  override opened(): Promise<void> {
    return this.#opened();
  }

  override receive(...request: Parameters<ModernHost['receive']>): HostRequest {
    this.#received();
    return super.receive(...request);
  }
}

interface Asked {
  readonly status: number | undefined;
  readonly session: string | undefined;
  readonly type: string | undefined;
  readonly body: string;
}

async function aGateway(
  backends: FakeBackends,
  {
    opened = () => Promise.resolve(),
    access = new Access([], true),
    locale = 'en',
  }: { readonly opened?: () => Promise<void>; readonly access?: Access; readonly locale?: Locale } = {},
) {
  const bugs: unknown[] = [];
  const unread: string[] = [];
  const modern = { received: 0 };
  const voice = aVoice({ locale, onBug: (error) => void bugs.push(error) });
  const endpoint = (path: string): Endpoint => ({
    path,
    voice,
    backend: () => backends.create(),
    modern: new ModernFake(opened, () => (modern.received += 1)),
    mirroredParams: () => undefined,
    maxMessageBytes: 1_000_000,
  });
  const gateway = new HttpGateway({
    endpoints: [endpoint('/mcp'), endpoint('/mcp/one')],
    access,
    clock: new SystemClock(),
    voice,
    onUnread: (what) => void unread.push(what),
    readiness: () => ({ ready: true, servers: {} }),
  });
  gateways.push(gateway);
  const { port } = await gateway.listen('127.0.0.1', 0);
  const send = (path: string, body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}) => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const request = httpRequest(
      { port, host: '127.0.0.1', path, method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
      resolve,
    );
    request.on('error', reject);
    request.end(body);
    return { request, response: promise };
  };
  const ask = async (
    path: string,
    body: string | Uint8Array,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Asked> => {
    const response = await send(path, body, headers).response;
    let text = '';
    for await (const chunk of response) text += String(chunk);
    const session = response.headers['mcp-session-id'];
    return {
      status: response.statusCode,
      session: typeof session === 'string' ? session : undefined,
      type: response.headers['content-type'],
      body: text,
    };
  };
  return { send, ask, bugs, unread, modern };
}

afterEach(async () => {
  await Promise.all(gateways.splice(0).map((gateway) => gateway.close()));
});

const good = ({ id }: HostRequest): Promise<Message> =>
  Promise.resolve(Message.result(id, { protocolVersion: '2025-06-18' }));

it('keeps no session whose initialize is answered with an error', async () => {
  const backends = new FakeBackends(({ id }) => Promise.resolve(Message.error(id, { code: -32602, message: 'No.' })));
  const { ask } = await aGateway(backends);

  expect(await ask('/mcp', initialize)).toMatchObject({ status: 200, session: undefined });
  expect([backends.opened, backends.closed]).toEqual([1, 1]);
});

it('keeps no session whose stream had begun when its initialize failed', async () => {
  const fails = Promise.withResolvers<Message>();
  const backends = new FakeBackends(() => fails.promise);
  const { send, ask } = await aGateway(backends);
  const response = await send('/mcp', initialize, { accept: 'text/event-stream' }).response;
  const session = String(response.headers['mcp-session-id']);
  expect(await ask('/mcp', ping, { 'mcp-session-id': session })).toMatchObject({ status: 200 });
  fails.resolve(Message.error('1', { code: -32603, message: 'No.' }));
  for await (const _chunk of response);

  expect(backends.closed).toBe(1);
  expect(await ask('/mcp', ping, { 'mcp-session-id': session })).toMatchObject(unknownSession);
});

it('keeps no session whose host hangs up before its initialize is answered', async () => {
  const asked = Promise.withResolvers<HostRequest>();
  const backends = new FakeBackends((request) => {
    asked.resolve(request);
    return new Promise((resolve) => request.cancel.onCancel(() => resolve(undefined)));
  });
  const { send } = await aGateway(backends);
  const { request, response } = send('/mcp', initialize);
  const { cancel } = await asked.promise;
  const cancelled = new Promise((resolve) => cancel.onCancel(resolve));
  request.destroy();
  await expect(response).rejects.toThrow('socket hang up');

  expect(await cancelled).toBe('disconnect');
  expect(backends.closed).toBe(1);
});

it('opens no session for an initialize that wants no answer', async () => {
  const backends = new FakeBackends(good);
  const { ask } = await aGateway(backends);

  expect(await ask('/mcp', Message.notification('initialize').text)).toMatchObject({ status: 400 });
  expect(backends.opened).toBe(0);
});

it('knows a session only on the path where it was opened', async () => {
  const { ask } = await aGateway(new FakeBackends(good));
  const { session = '' } = await ask('/mcp/one', initialize);

  expect(await ask('/mcp', ping, { 'mcp-session-id': session })).toMatchObject(unknownSession);
  expect(await ask('/mcp/one', ping, { 'mcp-session-id': session })).toMatchObject({ status: 200 });
});

it('answers with an event where the host takes events alone, however soon the answer comes', async () => {
  const { ask } = await aGateway(new FakeBackends(good));
  const { session = '' } = await ask('/mcp', initialize);
  const answer = await ask('/mcp', ping, { 'mcp-session-id': session, accept: 'text/event-stream' });

  expect(answer.type).toBe('text/event-stream');
  expect(answer.body).toContain('data: {"jsonrpc":"2.0","id":2,"result":{}}\n\n');
});

it.each([
  ['a byte that begins nothing', [0xff]],
  ['a character that is cut off', [0xe2, 0x82]],
  ['half of a surrogate pair', [0xed, 0xa0, 0x80]],
])('refuses a body that is no UTF-8, whatever it holds (%s)', async (_what, bytes) => {
  const backends = new FakeBackends(good);
  const { ask } = await aGateway(backends);
  const body = Buffer.concat([
    Buffer.from('{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"a":"'),
    Buffer.from(bytes),
    Buffer.from('"}}'),
  ]);
  const { status, body: answer } = await ask('/mcp', body);

  expect([status, backends.opened]).toEqual([400, 0]);
  expect(JSON.parse(answer)).toMatchObject({ id: null, error: { code: -32700 } });
  expect(answer).toContain('not valid UTF-8');
});

it('takes a replacement character that the host itself has sent', async () => {
  const { ask } = await aGateway(
    new FakeBackends(({ id, message }) => Promise.resolve(Message.result(id, message.params))),
  );

  expect((await ask('/mcp', Message.request(1, 'initialize', { said: '\uFFFD' }).text)).body).toContain(
    '"said":"\uFFFD"',
  );
});

const version = '2026-07-28';

it('lets a client write a body to its end before it refuses that', async () => {
  const { ask } = await aGateway(new FakeBackends(good));
  const long = Message.request(7, 'tools/call', { text: 'x'.repeat(8_000_000) }).text;
  const answer = await ask('/mcp', long);

  expect(answer.status).toBe(413);
  expect(JSON.parse(answer.body)).toMatchObject({ id: 7, error: { code: -32_008 } });
  expect(answer.body).toContain(`${long.length} bytes`);
});

const meta = { 'io.modelcontextprotocol/protocolVersion': version, 'io.modelcontextprotocol/clientCapabilities': {} };
const list = Message.request(3, 'tools/list', { _meta: meta }).text;
const modernHeaders = { 'mcp-protocol-version': version, 'mcp-method': 'tools/list' };

it.each([
  ['without a token', {}, list, 401, -32010, -31010],
  ['too large', { authorization: 'Bearer right' }, 'x'.repeat(1_000_001), 413, -32008, -31008],
] as const)(
  'refuses a message %s under the number of its wire',
  async (_what, headers, body, status, legacy, modern) => {
    const { ask } = await aGateway(new FakeBackends(good), {
      access: new Access([{ name: 'ci', value: 'right' }], true),
    });
    const answers = [await ask('/mcp', body, headers), await ask('/mcp', body, { ...headers, ...modernHeaders })];
    const codes = answers.map((answer) => /"code":(-\d+)/.exec(answer.body)?.[1]);

    expect(answers).toMatchObject([{ status }, { status }]);
    expect(codes).toEqual([String(legacy), String(modern)]);
  },
);

it.each([
  ['a header that is missing', list, { 'mcp-protocol-version': version }, '缺少 Mcp-Method；请求头与正文必须一致。'],
  [
    'a name of another host',
    ping,
    { host: 'attacker.example' },
    '此网关只在回环地址上应答；Host 请求头指的不是回环地址。',
  ],
  [
    'no session',
    ping,
    { 'mcp-protocol-version': '2025-06-18' },
    '缺少 Mcp-Session-Id 请求头：请用 initialize 打开会话。',
  ],
])('refuses in the language of the operator: %s', async (_what, body, headers, sentence) => {
  const { ask } = await aGateway(new FakeBackends(good), { locale: 'zh' });

  expect((await ask('/mcp', body, headers)).body).toContain(sentence);
});

it('asks nobody for a host that has hung up while the wire was being found out', async () => {
  const [found, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const opened = (): Promise<void> => {
    asked.resolve();
    return found.promise;
  };
  const { send, ask, modern } = await aGateway(new FakeBackends(good), { opened });
  const { request, response } = send('/mcp', list, modernHeaders);
  await asked.promise;
  request.destroy();
  await expect(response).rejects.toThrow('socket hang up');
  // By the end of a whole exchange the gateway has seen the end of the connection before it.
  await ask('/healthz', '');
  found.resolve();
  await ask('/healthz', '');

  expect(modern.received).toBe(0);
});

it('answers also where the wire could not be found out by a mistake of ours', async () => {
  const bug = new Error('planted');
  const { ask, bugs } = await aGateway(new FakeBackends(good), { opened: () => Promise.reject(bug) });
  const answer = await ask('/mcp', list, modernHeaders);

  expect(JSON.parse(answer.body)).toMatchObject({ id: 3, error: { code: -32603 } });
  expect(bugs).toEqual([bug]);
});

it.each([
  [
    'a request of a session',
    Message.request(7, 'tools/call', {}).text,
    200,
    /^\{"jsonrpc":"2.0","id":7,"error":.*"unknown"/,
  ],
  ['a notification', Message.notification('notifications/roots/list_changed').text, 202, /^$/],
])(
  'answers a message that meets a mistake of ours, and stays there for others (%s)',
  async (_what, body, status, said) => {
    const bug = new Error('planted');
    const fail = (): never => {
      throw bug;
    };
    const backends = new FakeBackends((request) => (request.method === 'initialize' ? good(request) : fail()));
    backends.notification = fail;
    const { ask, bugs } = await aGateway(backends);
    const { session = '' } = await ask('/mcp', initialize);
    const answer = await ask('/mcp', body, { 'mcp-session-id': session });

    expect(answer).toMatchObject({ status, body: expect.stringMatching(said) as unknown });
    expect(bugs).toEqual([bug]);
    expect(await ask('/mcp', ping, { 'mcp-session-id': session })).toMatchObject({ status: 200 });
  },
);

it('answers a request for which no session can be made by a mistake of ours', async () => {
  const bug = new Error('planted');
  const backends = new FakeBackends(good);
  const { ask, bugs } = await aGateway(backends);
  backends.create = () => {
    throw bug;
  };
  const answer = await ask('/mcp', initialize);

  expect(JSON.parse(answer.body)).toMatchObject({ id: 1, error: { code: -32603 } });
  expect(bugs).toEqual([bug]);
});

it('ends the stream of a call whose host has stopped reading, as if it had hung up', async () => {
  const large = 'x'.repeat(1024 * 1024);
  const updated = Message.notification('notifications/resources/updated', { large });
  const backends = new FakeBackends(async (request) => {
    // Far more than any buffer between us and the host would take.
    for (let n = 0; n < 100 && request.cancel.reason === undefined; n++) {
      request.send(updated);
      await new Promise(setImmediate);
    }
    return undefined;
  });
  const { send, unread } = await aGateway(backends);
  const { response } = send('/mcp', initialize, { accept: 'text/event-stream' });
  const stream = await response;
  const ended = new Promise((resolve) => stream.once('error', resolve));
  stream.pause();
  await vi.waitFor(() => expect(backends.closed).toBe(1), 10_000);
  stream.resume();

  expect(unread).toEqual(['unread-stream']);
  expect(await ended).toMatchObject({ code: 'ECONNRESET' });
});
