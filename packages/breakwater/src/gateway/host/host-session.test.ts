import { Message } from '@breakwater/core';
import { expect, it } from 'vitest';
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
  const toServer: Message[] = [];
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
  // Sound: a session uses no more of a server than these two.
  const upstream = { send: (message: Message) => void toServer.push(message), connection: {} } as unknown as Upstream;
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
    session.serverRequest(upstream, Message.request(id, 'elicitation/create'), waiting[0], waiting);
  receive(initialize);
  return { session, upstream, aCall, ask, receive, onStream, onPosts, toServer, answers };
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

it('refuses questions that a host has far too many of', () => {
  const { ask, onStream, toServer } = aSession();
  for (let id = 0; id < 1_001; id++) ask(id);

  expect(onStream).toHaveLength(1_000);
  expect(toServer.map(({ id, isError }) => [id, isError])).toEqual([['1000', true]]);
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
