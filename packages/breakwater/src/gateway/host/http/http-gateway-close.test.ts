import { request as httpRequest, type ClientRequest } from 'node:http';
import { Message, SystemClock, type Clock } from '@breakwater/core';
import { VirtualClock } from '@breakwater/core/testing';
import { expect, it } from 'vitest';
import type { Backend } from '../../backend/backend.ts';
import type { ModernLine } from '../../server/modern-line.ts';
import type { HostRequest } from '../host-request.ts';
import { ModernHost } from '../modern-host.ts';
import { Access } from './access.ts';
import { HttpGateway } from './http-gateway.ts';
import { aVoice } from '../../testing/host-voice.ts';

const version = '2026-07-28';
const call = { name: 'send', arguments: {} };
const wires = ['legacy', 'modern'] as const;

interface Answered {
  readonly status: number | undefined;
  readonly body: string;
}

function aModern(method: string, params: object = {}): string {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return Message.request(8, method, { ...params, _meta }).text;
}

/** A gateway in front of a backend that answers when told to, for hosts on both wires. */
async function aGateway(clock: Clock, speaks: () => Promise<boolean> = () => Promise.resolve(true)) {
  const requests: HostRequest[] = [];
  let arrived = Promise.withResolvers<HostRequest>();
  const backend = (): Backend => ({
    request(request) {
      if (request.method === 'initialize') return Promise.resolve(Message.result(request.id, {}));
      requests.push(request);
      arrived.resolve(request);
      arrived = Promise.withResolvers();
      return new Promise(() => {});
    },
    notification: () => {},
    changed: () => {},
    close: () => Promise.resolve(),
  });
  // Sound: a host on the modern wire uses no more of a line than these.
  const line = { speaks, discovered: Message.result('1', {}), supportedVersions: [version] } as unknown as ModernLine;
  const common = { voice: aVoice() };
  const gateway = new HttpGateway({
    endpoints: [
      {
        path: '/mcp',
        backend,
        ...common,
        modern: new ModernHost({ lines: [line], backend, clock, ...common }),
        mirroredParams: () => undefined,
        maxMessageBytes: 1_000_000,
      },
    ],
    access: new Access([], true),
    clock,
    ...common,
    onUnread: () => expect.unreachable('All is read.'),
    readiness: () => ({ ready: true, servers: {} }),
  });
  const { port } = await gateway.listen('127.0.0.1', 0);
  let session: string | undefined;
  /** Sends the head of a request; the answer comes when its body has been sent. */
  const open = (headers: Readonly<Record<string, string>>): { request: ClientRequest; answer: Promise<Answered> } => {
    const { promise, resolve, reject } = Promise.withResolvers<Answered>();
    const request = httpRequest({
      port,
      host: '127.0.0.1',
      path: '/mcp',
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(session !== undefined && { 'mcp-session-id': session }),
        ...headers,
      },
    });
    request.on('error', reject).on('response', (response) => {
      const id = response.headers['mcp-session-id'];
      if (typeof id === 'string') session = id;
      let body = '';
      response.on('data', (chunk) => (body += String(chunk)));
      response.on('error', reject).on('end', () => resolve({ status: response.statusCode, body }));
    });
    request.flushHeaders();
    return { request, answer: promise };
  };
  const ask = (wire: (typeof wires)[number], method: string, params: object): Promise<Answered> => {
    const legacy = wire === 'legacy';
    const headers = { 'mcp-protocol-version': version, 'mcp-method': method, 'mcp-name': call.name };
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const { request, answer } = open(legacy ? {} : headers);
    request.end(Message.request(7, method, legacy ? params : { ...params, _meta }).text);
    return answer;
  };
  /** Asks and gives the request as it has arrived at the backend. */
  const begin = async (wire: (typeof wires)[number], method = 'tools/call', params: object = call) => {
    if (wire === 'legacy') await ask('legacy', 'initialize', { protocolVersion: '2025-06-18', capabilities: {} });
    const request = arrived.promise;
    const answer = ask(wire, method, params);
    return { request: await request, answer };
  };
  return { gateway, ask, begin, open, requests };
}

it.each(wires)('lets a call that is under way end, on the %s wire', async (wire) => {
  const { gateway, begin } = await aGateway(new SystemClock());
  const { request, answer } = await begin(wire);
  const closed = gateway.close();
  setTimeout(() => request.answer(Message.result('7', { content: [] })), 100);

  expect(await answer).toMatchObject({ status: 200, body: expect.stringContaining('"content":[]') as unknown });
  await closed;
  expect(request.cancel.reason).toBeUndefined();
});

it.each(wires)('answers a call that takes longer, and takes it back, on the %s wire', async (wire) => {
  const clock = new VirtualClock();
  const { gateway, begin } = await aGateway(clock);
  const { request, answer } = await begin(wire);
  await gateway.close();

  expect(clock.now()).toBeGreaterThanOrEqual(5_000);
  expect(clock.now()).toBeLessThan(7_000);
  const { body } = await answer;
  expect(body).toContain('Breakwater was ended while the request was running.');
  expect(body).toContain('"kind":"server_not_running"');
  expect(request.cancel.reason).toBe('shutdown');
});

it('answers a request whose wire was still being found out', async () => {
  const asked = Promise.withResolvers<void>();
  const { gateway, ask, requests } = await aGateway(new SystemClock(), () => {
    asked.resolve();
    return new Promise(() => {});
  });
  const answer = ask('modern', 'tools/call', call);
  await asked.promise;
  await gateway.close();

  expect((await answer).body).toContain('"executed":"no"');
  expect(requests).toEqual([]);
});

it('waits for no subscription, and ends it in order', async () => {
  const clock = new VirtualClock();
  const { gateway, begin } = await aGateway(clock);
  const { answer } = await begin('modern', 'subscriptions/listen', { notifications: {} });
  await gateway.close();

  expect(clock.now()).toBeLessThan(5_000);
  expect((await answer).body).toContain(
    '"result":{"resultType":"complete","_meta":{"io.modelcontextprotocol/subscriptionId":7,',
  );
});

const batch = [Message.request(8, 'tools/list').text, Message.request(9, 'tools/call', call).text];

it.each([
  ['legacy', Message.request(8, 'tools/list').text, { error: { code: -32036, data: { executed: 'no' } } }],
  [
    'legacy',
    `[${batch.join(',')}]`,
    [
      { id: 8, error: { code: -32036 } },
      { id: 9, result: { isError: true } },
    ],
  ],
  ['legacy', Message.request(8, 'initialize', {}).text, { error: { code: -32036 } }],
  ['modern', aModern('tools/list'), { error: { code: -31036, data: { executed: 'no' } } }],
  ['modern', aModern('tools/call', call), { result: { isError: true, resultType: 'complete' } }],
] as const)(
  'answers on the %s wire what comes in when the end has begun, and asks nobody: %s',
  async (_wire, body, expected) => {
    const { gateway, ask, begin, open, requests } = await aGateway(new SystemClock());
    const { request, answer } = await begin('legacy');
    const late = open({});
    // By the end of a whole exchange the gateway has seen the head before it.
    await ask('legacy', 'ping', {});
    const closed = gateway.close();
    late.request.end(body);

    const { status, body: said } = await late.answer;
    expect(status).toBe(200);
    expect(JSON.parse(said)).toMatchObject(expected);
    request.answer(Message.result('7', {}));
    expect(await answer).toMatchObject({ status: 200 });
    await closed;
    expect(requests).toHaveLength(1);
  },
);
