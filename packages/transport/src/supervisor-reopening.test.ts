import { Message, type Channel, type ChannelListener, type Failure } from '@breakwater/core';
import { VirtualClock } from '@breakwater/core/testing';
import { expect, it } from 'vitest';
import { Connection } from './connection.ts';
import { RestartPolicy } from './stdio/restart-policy.ts';
import { Supervisor } from './supervisor.ts';
import { unheard } from './testing/unheard.ts';

const forgotten: Failure = { kind: 'connection_lost', executed: 'unknown' };

/** A peer that can be made to forget its session, which its channel then tells only a moment later. */
class FakePeer {
  readonly clock = new VirtualClock({ autoAdvance: false });
  readonly supervisor: Supervisor;
  sessions = 0;
  #state: Channel['state'] = 'open';
  #listener: ChannelListener | undefined = undefined;

  constructor() {
    this.supervisor = new Supervisor({
      open: (listener) => this.#open(listener),
      handshake: () => Promise.resolve(undefined),
      schedule: new RestartPolicy({ random: () => 1 }),
      clock: this.clock,
      startTimeoutMs: 5_000,
      startTimedOut: () => ({ kind: 'start_timeout', executed: 'no' }),
      reopenAtOnce: () => true,
      owner: {
        request: ignore,
        notification: ignore,
        stray: ignore,
        bug: ignore,
        ready: ignore,
        lost: ignore,
        down: ignore,
      },
    });
  }

  answer(id: string): void {
    this.#listener?.message(Message.result(id, {}), undefined);
  }

  forget(): void {
    this.#state = 'closed';
  }

  tell(): void {
    this.#listener?.closed(forgotten);
  }

  #open(listener: ChannelListener): Channel {
    this.sessions++;
    this.#state = 'open';
    this.#listener = listener;
    const state = (): Channel['state'] => this.#state;
    return {
      get state() {
        return state();
      },
      send: ignore,
      cancel: ignore,
      close: () => Promise.resolve(),
    };
  }
}

it('opens at once again where a session that has served was forgotten', async () => {
  const peer = new FakePeer();
  const opened = await peer.supervisor.open();
  if (opened instanceof Connection) peer.answer(opened.request(Message.request(1, 'tools/list'), unheard));
  peer.forget();
  peer.tell();
  await peer.clock.advance(1);
  expect([peer.sessions, peer.supervisor.connection?.open]).toEqual([2, true]);
});

it('opens again with growing pauses where no session has ever served', async () => {
  const peer = new FakePeer();
  await peer.supervisor.open();
  const seen: number[] = [];
  for (let second = 0; second < 8; second++) {
    peer.forget();
    peer.tell();
    await peer.clock.advance(1_000);
    seen.push(peer.sessions);
  }
  // Pauses of 1, 2 and 4 s, each begun by the loss before it.
  expect(seen).toEqual([2, 2, 3, 3, 3, 3, 4, 4]);
});

it('gives nobody a connection that is about to end, nor ends it before its requests have heard', async () => {
  const peer = new FakePeer();
  const first = await peer.supervisor.open();
  if (first instanceof Connection) peer.answer(first.request(Message.request(1, 'tools/list'), unheard));
  peer.forget();
  expect(peer.supervisor.connection).toBeUndefined();

  const waiting = peer.supervisor.open();
  await peer.clock.advance(10_000);
  expect(peer.sessions).toBe(1);
  peer.tell();
  await peer.clock.advance(1);
  const second = await waiting;
  expect(second).toBeInstanceOf(Connection);
  expect(second).not.toBe(first);
});

function ignore(): void {}
