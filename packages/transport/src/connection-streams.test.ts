import { Message, type Channel, type ChannelListener } from '@breakwater/core';
import { expect, it } from 'vitest';
import { Connection } from './connection.ts';
import { unheard } from './testing/unheard.ts';

/** Two requests under way, 1 and 2, on a channel with a stream for each. */
class TwoRequests {
  readonly fates: string[] = [];
  readonly strays: string[] = [];
  readonly connection: Connection;
  #listener: ChannelListener | undefined = undefined;

  constructor() {
    const channel: Channel = { state: 'open', send: ignore, cancel: ignore, close: () => Promise.resolve() };
    this.connection = new Connection(
      (listener) => {
        this.#listener = listener;
        return channel;
      },
      {
        request: ignore,
        notification: ignore,
        stray: (what) => this.strays.push(what),
        bug: (error) => expect.unreachable(String(error)),
        closed: ignore,
      },
    );
    for (const id of ['1', '2']) {
      const fate = (what: string) => () => this.fates.push(`${id} ${what}`);
      this.connection.request(Message.request(9, 'tools/call'), {
        ...unheard,
        answered: fate('answered'),
        suspected: fate('suspected'),
        misplaced: fate('misplaced'),
      });
    }
  }

  answer(id: string, via: string | undefined): void {
    this.#listener?.message(Message.read(`{"jsonrpc":"2.0","id":${id},"result":{}}`), via);
  }
}

// C40, C42
it.each(['2', '"2"', '0', '"x"'])(
  'gives what comes on the stream of one request under the id %s to nobody, and each its own',
  (id) => {
    const both = new TwoRequests();
    both.answer(id, '1');
    expect(both.fates).toEqual(['1 misplaced']);
    expect(both.strays).toEqual(['unknown-id']);

    both.answer('2', '2');
    both.answer('1', '1');
    expect(both.fates.slice(1)).toEqual(['2 answered', '1 answered']);
  },
);

it.each(['1', '"1"', '1.0'])('takes the answer %s on the stream of request 1', (id) => {
  const both = new TwoRequests();
  both.answer(id, '1');
  expect(both.fates).toEqual(['1 answered']);
});

it('holds what comes on the stream of a request that was taken back against no other', () => {
  const both = new TwoRequests();
  both.connection.cancel('1');
  both.answer('1', '1');
  both.answer('2', '1');
  expect(both.fates).toEqual([]);
  expect(both.strays).toEqual(['late-answer', 'unknown-id']);
});

it('goes by the id alone where all share a stream', () => {
  const both = new TwoRequests();
  both.answer('2', undefined);
  expect(both.fates).toEqual(['2 answered']);
});

function ignore(): void {}
