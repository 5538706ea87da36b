import { PassThrough, Writable } from 'node:stream';
import { Message } from '@breakwater/core';
import { expect, it } from 'vitest';
import type { Connection } from '@breakwater/transport';
import type { Backend } from '../backend/backend.ts';
import type { HostRequest } from './host-request.ts';
import { StdioHost } from './stdio-host.ts';
import type { HostSession } from './host-session.ts';
import type { Upstream, UpstreamHost } from '../server/upstream.ts';
import { aVoice } from '../testing/host-voice.ts';

const mebibyte = 'x'.repeat(1024 * 1024);

/** A host that sends requests and reads when told to, in front of a server that answers when told to. */
function aHost() {
  const input = new PassThrough();
  const held: (() => void)[] = [];
  const written: string[] = [];
  let reads = false;
  const output = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      written.push(String(chunk).slice(0, 500));
      if (reads) done();
      else held.push(done);
    },
  });
  const requests: HostRequest[] = [];
  const told: unknown[] = [];
  const toServer: Message[] = [];
  let session: UpstreamHost | undefined;
  const bugs: unknown[] = [];
  const backend: Backend = {
    request(request) {
      requests.push(request);
      return new Promise(() => {});
    },
    notification: () => {},
    changed: () => {},
    close: () => Promise.resolve(),
  };
  const host = new StdioHost({
    input,
    output,
    maxMessageBytes: 1_000_000,
    onUnread: (...what) => void told.push(what),
    session: {
      principal: { id: 'local', kind: 'local' },
      backend: (opened) => {
        session = opened;
        return backend;
      },
      voice: aVoice({ onBug: (error) => void bugs.push(error) }),
    },
  });
  // Sound: to a session a server is no more than itself.
  const upstream = {} as unknown as Upstream;
  // Sound: a session does no more with a connection than to answer on it.
  const connection = { send: (message: Message) => void toServer.push(message) } as unknown as Connection;
  return {
    host,
    input,
    output,
    bugs,
    backend,
    requests,
    told,
    toServer,
    written,
    ask: (id: number) => input.write(`${Message.request(id, 'tools/list').text}\n`),
    // Sound: the session makes its backend while it is being made.
    notify: (method: string) =>
      (session as HostSession).serverNotification(upstream, Message.notification(method, { mebibyte }), undefined),
    question: (id: number) =>
      (session as HostSession).serverRequest(upstream, connection, Message.request(id, 'vendor/ask'), undefined, []),
    settle: () => new Promise((resolve) => setTimeout(resolve)),
    read: () => {
      reads = true;
      held.shift()?.();
    },
  };
}

it('keeps a bounded amount of notifications for a host that does not read, and says how many it has left out', async () => {
  const { notify, output, read, told, settle } = aHost();
  for (let n = 0; n < 100; n++) notify('notifications/message');
  expect(output.writableLength).toBeLessThan(8 * mebibyte.length);
  for (let n = 0; n < 100; n++) notify('notifications/resources/updated');
  expect(output.writableLength).toBeLessThan(24 * mebibyte.length);
  expect(told).toEqual([]);
  read();
  await settle();

  const [[what, count] = []] = told as [string, number][];
  expect(what).toBe('unread');
  expect(count).toBeGreaterThan(150);
});

it('takes no more requests of a host that does not read its answers, and loses none', async () => {
  const { ask, notify, requests, read, settle, written } = aHost();
  for (let id = 1; id <= 3; id++) ask(id);
  await settle();
  for (let n = 0; n < 100; n++) notify('notifications/resources/updated');
  for (const request of requests) request.answer(Message.result(request.id, {}));
  ask(4);
  await settle();
  expect(requests).toHaveLength(3);
  read();
  await settle();

  expect(requests).toHaveLength(4);
  for (let id = 1; id <= 3; id++) expect(written.filter((line) => line.includes(`"id":${id},`))).toHaveLength(1);
});

it('tells a server that asks a host which does not read', () => {
  const { notify, question, toServer } = aHost();
  question(1);
  for (let n = 0; n < 100; n++) notify('notifications/resources/updated');
  expect(toServer).toEqual([]);
  question(2);

  expect(toServer.map(({ id, isError }) => [id, isError])).toEqual([['2', true]]);
});

it('answers a message that meets a mistake of ours, and reads on', async () => {
  const { input, written, bugs, backend, requests, ask, read, settle } = aHost();
  const bug = new Error('planted');
  const fail = (): never => {
    throw bug;
  };
  const { request } = backend;
  Object.assign(backend, { request: fail, notification: fail });
  ask(1);
  input.write(`${Message.notification('notifications/roots/list_changed').text}\n`);
  await settle();
  Object.assign(backend, { request });
  ask(2);
  read();
  await settle();

  expect(bugs).toEqual([bug, bug]);
  expect(written).toHaveLength(1);
  expect(JSON.parse(written[0] ?? '')).toMatchObject({ id: 1, error: { code: -32603 } });
  expect(requests.map(({ id }) => id)).toEqual(['2']);
});

it.each([
  ['that is too large', `"result":{"a":"${mebibyte}"}`, -32008],
  ['that is no response', '"outcome":{}', -32600],
])('passes on that an answer has come %s, and answers it with nothing', async (_what, members, code) => {
  const { input, question, ask, toServer, requests, written, read, settle } = aHost();
  question(41);
  ask(1);
  input.write(`{"jsonrpc":"2.0","id":1,${members}}\n`);
  read();
  await settle();

  expect(toServer.map(({ id, error }) => [id, error])).toEqual([['41', expect.objectContaining({ code })]]);
  expect([requests.length, written.length]).toEqual([1, 1]);
});

it('passes on that an answer has come that is no UTF-8', async () => {
  const { input, question, toServer, settle } = aHost();
  question(41);
  input.write(Buffer.from('{"jsonrpc":"2.0","id":1,"result":{"a":"\xff"}}\n', 'latin1'));
  await settle();

  expect(toServer.map(({ id, isError }) => [id, isError])).toEqual([['41', true]]);
});

it.each([
  ['5', -32600],
  [`{"a":"${mebibyte}"}`, -32008],
])(
  'takes a request with a method that is no text for a request, also under the id of a question',
  async (method, code) => {
    const { input, question, toServer, written, read, settle } = aHost();
    question(41);
    input.write(`{"jsonrpc":"2.0","id":1,"method":${method}}\n`);
    read();
    await settle();

    expect(toServer).toEqual([]);
    expect(JSON.parse(written[1] ?? '')).toMatchObject({ id: 1, error: { code } });
  },
);

it('refuses a request that is too large under the number of its wire', async () => {
  const { input, written, read, settle } = aHost();
  const meta = '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}';
  input.write(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{${meta},"a":"${mebibyte}"}}\n`);
  read();
  await settle();

  expect(written.map((line): unknown => JSON.parse(line))).toMatchObject([{ id: 7, error: { code: -31008 } }]);
});

it('refuses a request that is too large, and says nothing to a notification', async () => {
  const { input, written, read, settle } = aHost();
  input.write(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"a":"${mebibyte}"}}\n`);
  input.write(`{"method":"tools/call","params":{"a":"${mebibyte}"},"jsonrpc":"2.0","id":7}\n`);
  read();
  await settle();

  expect(written.map((line): unknown => JSON.parse(line))).toMatchObject([{ id: 7, error: { code: -32008 } }]);
});

// Less than requests have that are still to be answered.
it('ends with its host, whose subscription waits for nothing', { timeout: 3_000 }, async () => {
  const { input, host, requests } = aHost();
  input.write(`${Message.request(1, 'subscriptions/listen', { notifications: {} }).text}\n`);
  input.end();
  await host.ended;

  expect(requests).toHaveLength(1);
});
