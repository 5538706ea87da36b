import { Message, type Channel, type ChannelListener } from '@breakwater/core';
import { describe, expect, it } from 'vitest';
import { Connection } from './connection.ts';
import { unheard } from './testing/unheard.ts';

const parseError = '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}';

/** A connection to a peer that says what it is made to, and what became of each request. */
class FakePeer implements Channel {
  readonly state = 'open';
  readonly connection: Connection;
  readonly strays: string[] = [];
  readonly fates: string[] = [];
  #listener: ChannelListener | undefined = undefined;

  constructor() {
    this.connection = new Connection(
      (listener) => {
        this.#listener = listener;
        return this;
      },
      {
        request: ignore,
        notification: ignore,
        stray: (what) => this.strays.push(what),
        bug: (error) => expect.unreachable(String(error)),
        closed: ignore,
      },
    );
  }

  call(): string {
    const fate = (what: string) => () => this.fates.push(`${id} ${what}`);
    const id = this.connection.request(Message.request(1, 'tools/call'), {
      ...unheard,
      answered: fate('answered'),
      suspected: fate('suspected'),
      misplaced: fate('misplaced'),
      presumed: fate('presumed'),
    });
    return id;
  }

  /** A call that has got its answer. */
  callInFull(): void {
    this.answer(this.call());
    this.fates.length = 0;
  }

  notify(): void {
    this.connection.send(Message.notification('notifications/roots/list_changed'));
  }

  answer(id: string, via?: string): void {
    this.say(`{"jsonrpc":"2.0","id":${id},"result":{}}`, via);
  }

  say(text: string, via?: string): void {
    this.#listener?.message(Message.read(text), via);
  }

  send(): void {}
  cancel(): void {}
  close(): Promise<void> {
    return Promise.resolve();
  }
}

describe('an error that names no request', () => {
  it('is taken for the only one that waits', () => {
    const peer = new FakePeer();
    peer.call();
    peer.say(parseError);
    expect(peer.fates).toEqual(['1 presumed']);
    expect(peer.connection.pendingCount).toBe(0);
  });

  it.each([
    ['a notification', (peer: FakePeer) => peer.notify()],
    ['a response', (peer: FakePeer) => peer.say('{"jsonrpc":"2.0","id":"p","method":"ping"}')],
    ['a request that was taken back', (peer: FakePeer) => peer.connection.cancel(peer.call())],
  ])("is nobody's where it may be about %s that was sent meanwhile", (_what, sendIt) => {
    const peer = new FakePeer();
    peer.call();
    sendIt(peer);
    peer.say(parseError);
    expect(peer.fates).toEqual(['1 suspected']);
    expect(peer.strays).toEqual(['unattributed-error']);
    peer.answer('1');
    expect(peer.fates.at(-1)).toBe('1 answered');
  });

  it("is nobody's where it may be about a notification just before the request", () => {
    const peer = new FakePeer();
    peer.notify();
    peer.call();
    peer.say(parseError);
    expect(peer.fates).toEqual(['1 suspected']);
  });

  it('is taken for the only one again as soon as the peer has gone on to what was sent later', () => {
    const peer = new FakePeer();
    peer.notify();
    peer.callInFull();
    peer.call();
    peer.say(parseError);
    expect(peer.fates).toEqual(['2 presumed']);
  });

  it("is nobody's on the common stream of a peer that answers each request on its own", () => {
    const peer = new FakePeer();
    peer.answer(peer.call(), '1');
    peer.call();
    peer.say(parseError);
    expect(peer.fates).toEqual(['1 answered', '2 suspected']);
  });
});

describe('a result that names no request', () => {
  it('is no answer, not even for the only one that waits', () => {
    const peer = new FakePeer();
    peer.call();
    peer.say('{"jsonrpc":"2.0","id":null,"result":{}}');
    expect(peer.fates).toEqual(['1 misplaced']);
    expect(peer.connection.pendingCount).toBe(1);
  });
});

describe('an answer to a request that never was', () => {
  const answer = '{"jsonrpc":"2.0","id":0,"error":{"code":-32601,"message":"no"}}';

  it('may be meant for the only one that waits', () => {
    const peer = new FakePeer();
    peer.call();
    peer.say(answer);
    expect(peer.fates).toEqual(['1 misplaced']);
  });

  it('does not end a call where it may be about a notification', () => {
    const peer = new FakePeer();
    peer.call();
    peer.notify();
    peer.say(answer);
    expect(peer.fates).toEqual(['1 suspected']);
  });

  it('is about the request on whose own stream it comes', () => {
    const peer = new FakePeer();
    peer.call();
    peer.call();
    peer.say(answer, '2');
    expect(peer.fates).toEqual(['2 misplaced']);
  });
});

function ignore(): void {}

it.each(['1', '"1"', '1.0'])('takes progress under the token %s for the first call', (token) => {
  const peer = new FakePeer();
  peer.call();
  peer.say(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":${token},"progress":1}}`);
  expect(peer.strays).toEqual([]);
});
