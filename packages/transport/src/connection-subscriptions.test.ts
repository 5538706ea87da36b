import { Message, metaKeys, type Channel, type ChannelListener } from '@breakwater/core';
import { expect, it } from 'vitest';
import { Connection } from './connection.ts';
import { unheard } from './testing/unheard.ts';

/** Two subscriptions of one caller, under its ids 2 and 3 and under ours, 1 and 2. */
function twoSubscriptions() {
  const heard: (readonly [string, unknown])[] = [];
  let listener: ChannelListener | undefined;
  const channel: Channel = { state: 'open', send: ignore, cancel: ignore, close: () => Promise.resolve() };
  const open = (given: ChannelListener): Channel => {
    listener = given;
    return channel;
  };
  const connection = new Connection(open, {
    request: ignore,
    notification: (message) => heard.push(['nobody’s', idIn(message)]),
    stray: (what) => heard.push([what, undefined]),
    bug: (error) => expect.unreachable(String(error)),
    closed: ignore,
  });
  for (const id of [2, 3])
    connection.request(Message.request(id, 'subscriptions/listen'), {
      ...unheard,
      subscribed: (message) => heard.push([`to ${id}`, idIn(message)]),
    });
  const say = (text: string): void => listener?.message(Message.read(text), undefined);
  const tell = (id: string): void =>
    say(
      `{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"_meta":{"${metaKeys.subscriptionId}":${id}}}}`,
    );
  return { connection, heard, say, tell };
}

it('tells of a subscription under the id of its caller', () => {
  const { heard, tell } = twoSubscriptions();
  for (const id of ['1', '2', '"2"']) tell(id);

  expect(heard).toEqual([
    ['to 2', 2],
    ['to 3', 3],
    ['to 3', 3],
  ]);
});

it.each(['2', '"2"'])('tells nobody of one that was taken back, whose id %s may be that of another', (id) => {
  const { connection, heard, tell } = twoSubscriptions();
  connection.cancel('2');
  tell(id);

  expect(heard).toEqual([['unattributed-notification', undefined]]);
});

it('tells nobody of one that the server has ended', () => {
  const { heard, say, tell } = twoSubscriptions();
  say('{"jsonrpc":"2.0","id":2,"result":{}}');
  tell('2');

  expect(heard).toEqual([['unattributed-notification', undefined]]);
});

it.each(['99', '"own"'])('passes on what a server says under an id that is none of ours: %s', (id) => {
  const { heard, tell } = twoSubscriptions();
  tell(id);

  expect(heard).toEqual([['nobody’s', JSON.parse(id)]]);
});

function idIn(message: Message): unknown {
  const span = message.find(message.paramsSpan, '_meta', metaKeys.subscriptionId);
  return span === undefined ? undefined : message.valueAt(span);
}

function ignore(): void {}
