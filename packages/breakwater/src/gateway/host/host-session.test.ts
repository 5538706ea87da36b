import { Message } from '@breakwater/core';
import { describe, expect, it } from 'vitest';
import type { Connection } from '@breakwater/transport';
import type { Upstream } from '../server/upstream.ts';
import type { HostRequest } from './host-request.ts';
import { HostSession } from './host-session.ts';
import { aVoice } from '../testing/host-voice.ts';

const initialize = Message.request('opening', 'initialize', { capabilities: { elicitation: {} } });

/** A session whose requests wait for the test, its stream of its own, and a server that asks. */
function aSession({ takesMessages = true } = {}) {
  const onStream: Message[] = [];
  const onPosts: Message[] = [];
  const requests: HostRequest[] = [];
  const answers: Message[] = [];
  const { connection, heard: toServer } = aConnection();
  const session = new HostSession({
    port: { separatesRequests: true, send: (message) => void onStream.push(message) },
    principal: { id: 'local', kind: 'local' },
    backend: () => ({
      request: (request) => {
        requests.push(request);
        return new Promise(() => {});
      },
      notification: () => {},
      changed: () => {},
      close: () => Promise.resolve(),
    }),
    voice: aVoice(),
  });
  // Sound: to a session a server is no more than itself.
  const upstream = {} as unknown as Upstream;
  const send = (message: Message): boolean => {
    if (takesMessages) onPosts.push(message);
    return takesMessages;
  };
  const receive = (message: Message): void => {
    session.receive(message, { send, answer: (answer) => void answers.push(answer), end: () => {} });
  };
  /** A call of the host's that is under way. */
  const aCall = (): HostRequest => {
    receive(Message.request(requests.length, 'tools/call'));
    // Sound: the backend has got it.
    return requests.at(-1) as HostRequest;
  };
  const ask = (id: number, ...waiting: readonly HostRequest[]): void =>
    session.serverRequest(upstream, connection, Message.request(id, 'elicitation/create'), waiting[0], waiting);
  receive(initialize);
  return { session, upstream, aCall, ask, receive, onStream, onPosts, toServer, answers };
}

/** A connection of a server's, and what it hears there. */
function aConnection() {
  const heard: Message[] = [];
  // Sound: a session does no more with a connection than to answer on it.
  const connection = { send: (message: Message) => void heard.push(message) } as unknown as Connection;
  return { connection, heard };
}

it('asks the host on its own stream where the POST of the call takes nothing', () => {
  const { aCall, ask, onStream } = aSession({ takesMessages: false });
  ask(1, aCall());

  expect(onStream.map(({ method }) => method)).toEqual(['elicitation/create']);
});

it('takes a question back with the last call that may have asked it, and lets the server know', () => {
  const { session, upstream, aCall, ask, onPosts, toServer } = aSession();
  const [first, second] = [aCall(), aCall()];
  ask(41, first, second);
  const [question] = onPosts;
  session.callTakenBack(upstream, first);
  expect([toServer, onPosts.length]).toEqual([[], 1]);
  session.callTakenBack(upstream, second);

  expect(onPosts[1]).toMatchObject({
    method: 'notifications/cancelled',
    params: { requestId: Number(question?.id), reason: expect.any(String) as unknown },
  });
  expect(toServer.map(({ id, isError }) => [id, isError])).toEqual([['41', true]]);
});

it('keeps a question open whose call was answered, for the server may still want to know', () => {
  const { session, upstream, aCall, ask, receive, onPosts, toServer } = aSession();
  const [first, second] = [aCall(), aCall()];
  ask(41, first);
  first.answer(Message.result('1', {}));
  session.callTakenBack(upstream, second);
  const [question] = onPosts;
  receive(Message.result(question?.id ?? '', { action: 'accept' }));

  expect(toServer.map(({ id, result }) => [id, result])).toEqual([['41', { action: 'accept' }]]);
});

it('answers each process or session that asks, also two of one server under the same id, and takes back what it asked alone', () => {
  const { session, upstream, receive, onStream } = aSession();
  const [old, current] = [aConnection(), aConnection()];
  for (const { connection } of [old, current])
    session.serverRequest(upstream, connection, Message.request(1, 'elicitation/create'), undefined, []);
  session.serverNotification(
    upstream,
    Message.notification('notifications/cancelled', { requestId: 1 }),
    undefined,
    current.connection,
  );
  expect(onStream.at(-1)?.params).toEqual({ requestId: Number(onStream[1]?.id) });
  for (const { id = '' } of onStream.slice(0, 2)) receive(Message.result(id, { action: 'accept' }));

  expect(old.heard.map(({ id, result }) => [id, result])).toEqual([['1', { action: 'accept' }]]);
  expect(current.heard).toEqual([]);
});

it('refuses questions that a host has far too many of', () => {
  const { ask, onStream, toServer } = aSession();
  for (let id = 0; id < 1_001; id++) ask(id);

  expect(onStream).toHaveLength(1_000);
  expect(toServer.map(({ id, isError }) => [id, isError])).toEqual([['1000', true]]);
});

describe('an answer that is cut', () => {
  it.each(['"id":1,"result":{"action":"acc', '"id":"1","error":{"code":-1,"mess', '"result":{"id":2},"id":'])(
    'fails the question that it is about, or the only one that is open (%s)',
    (members) => {
      const { ask, receive, toServer, answers } = aSession();
      ask(41);
      receive(Message.read(`{"jsonrpc":"2.0",${members}`));

      expect(toServer.map(({ id, isError }) => [id, isError])).toEqual([['41', true]]);
      expect(answers).toMatchObject([{ isError: true }]);
    },
  );

  it.each([
    ['tells not which of two', '"result":{"action":"acc'],
    ['is about none', '"id":7,"result":{"action":"acc'],
    ['may be a request', '"id":1,"meth'],
    ['is a request', '"id":1,"method":"x","params":{"result":{'],
  ])('fails none where it %s', (_what, members) => {
    const { ask, receive, toServer } = aSession();
    for (const id of [41, 42]) ask(id);
    receive(Message.read(`{"jsonrpc":"2.0",${members}`));

    expect(toServer).toEqual([]);
  });
});

it.each(['{"jsonrpc":"2.0","id":1}', '{"jsonrpc":"2.0","id":1,"result":{},"error":{}}'])(
  'refuses %s under no id while a request has that id, and under its own else',
  (text) => {
    const { aCall, receive, answers } = aSession();
    receive(Message.read(text));
    aCall();
    receive(Message.read(text));

    expect(answers.map((answer) => answer.text)).toEqual([
      expect.stringContaining('"id":1,'),
      expect.stringContaining('"id":null,'),
    ]);
  },
);
