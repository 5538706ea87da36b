import { Message, type Channel, type ChannelListener } from '@breakwater/core';
import { VirtualClock } from '@breakwater/core/testing';
import { Connection } from '@breakwater/transport';
import { expect, it } from 'vitest';
import { serverOf } from '../testing/server-of.ts';
import { Opening } from './opening.ts';
import type { ServerSource } from './server.ts';

const one = Message.request(1, 'initialize', { protocolVersion: '2025-11-25' });
const other = Message.request(1, 'initialize', { protocolVersion: '2025-06-18' });

const source: ServerSource = {
  isRemote: false,
  mayBeModern: false,
  prepare: () => Promise.resolve(),
  open: () => expect.unreachable(),
  close: () => Promise.resolve(),
  killNow: ignore,
};

/** A connection whose peer refuses what it is sent when it is told to. */
function refusing(): { readonly connection: Connection; refuse(): void } {
  let listener: ChannelListener | undefined;
  const channel: Channel = { state: 'open', send: ignore, cancel: ignore, close: () => Promise.resolve() };
  const open = (itsListener: ChannelListener): Channel => {
    listener = itsListener;
    return channel;
  };
  const connection = new Connection(open, {
    request: ignore,
    notification: ignore,
    stray: ignore,
    bug: ignore,
    closed: ignore,
  });
  return {
    connection,
    refuse: () => listener?.message(Message.error('1', { code: -32_602, message: 'no' }), undefined),
  };
}

it("gives way to another host's only between two tries, never while it is being tried again", async () => {
  const opening = new Opening(serverOf('files', source, { clock: new VirtualClock() }), ignore);
  expect(opening.offer(one)).toBe(one);
  for (let attempt = 0; attempt < 2; attempt++) {
    const { connection, refuse } = refusing();
    const handshake = opening.handshake(connection);
    expect(opening.offer(other)).toBe(one);
    refuse();
    expect(await handshake).toMatchObject({ isAnswer: true });
    expect(opening.refusalOf(one)?.error).toEqual({ code: -32_602, message: 'no' });
    expect(opening.refusalOf(other)).toBeUndefined();
  }
  expect(opening.offer(other)).toBe(other);
});

function ignore(): void {}
