import { Message, type Channel, type ChannelListener, type Failure } from '@breakwater/core';
import { VirtualClock } from '@breakwater/core/testing';
import { expect, it } from 'vitest';
import { Connection } from './connection.ts';
import { RestartPolicy } from './stdio/restart-policy.ts';
import { Supervisor } from './supervisor.ts';
import { unheard } from './testing/unheard.ts';

const ofCaller = { ...unheard, reference: 'bw-1' };
const forgotten: Failure = { kind: 'connection_lost', executed: 'unknown' };

/** A peer that can be made to forget its session. */
class FakePeer {
  readonly clock = new VirtualClock({ autoAdvance: false });
  readonly supervisor: Supervisor;
  sessions = 0;
  lost = 0;
  /** The channels that were closed, by the number of their session. */
  readonly closed: number[] = [];
  /** What the peer was sent. */
  readonly sent: Message[] = [];
  /** The methods of its questions and news that were passed on. */
  readonly passed: string[] = [];
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
        request: ({ method = '' }) => this.passed.push(method),
        notification: ({ method = '' }) => this.passed.push(method),
        stray: ignore,
        bug: ignore,
        ready: ignore,
        lost: () => (this.lost += 1),
        down: ignore,
      },
    });
  }

  answer(id: string): void {
    this.#listener?.message(Message.result(id, {}), undefined);
  }

  forget(): void {
    this.#listener?.closed(forgotten);
  }

  /** Forgets the session for what comes, but not for what it has been asked. */
  retire(): ChannelListener | undefined {
    this.#listener?.retired?.(forgotten);
    return this.#listener;
  }

  #open(listener: ChannelListener): Channel {
    const session = ++this.sessions;
    this.#listener = listener;
    const close = (): Promise<void> => {
      this.closed.push(session);
      listener.closed(forgotten);
      return Promise.resolve();
    };
    return { state: 'open', send: (message) => this.sent.push(message), cancel: ignore, close };
  }
}

it('opens at once again where a session that has served was forgotten', async () => {
  const peer = new FakePeer();
  const opened = await peer.supervisor.open();
  if (opened instanceof Connection) peer.answer(opened.request(Message.request(1, 'tools/list'), ofCaller));
  peer.forget();
  await peer.clock.advance(1);
  expect([peer.sessions, peer.supervisor.connection?.open]).toEqual([2, true]);
});

it('opens again with growing pauses where no session has ever served', async () => {
  const peer = new FakePeer();
  await peer.supervisor.open();
  const seen: number[] = [];
  for (let second = 0; second < 8; second++) {
    peer.forget();
    await peer.clock.advance(1_000);
    seen.push(peer.sessions);
  }
  // Pauses of 1, 2 and 4 s, each begun by the loss before it.
  expect(seen).toEqual([2, 2, 3, 3, 3, 3, 4, 4]);
});

it('opens again with growing pauses where each session was forgotten over requests of our own', async () => {
  const peer = new FakePeer();
  await peer.supervisor.open();
  for (let second = 0; second < 8; second++) {
    const { connection } = peer.supervisor;
    if (connection !== undefined) peer.answer(connection.request(Message.request(1, 'resources/subscribe'), unheard));
    peer.forget();
    await peer.clock.advance(1_000);
  }
  expect(peer.sessions).toBe(4);
});

it('opens beside a session that still has answers to give, and ends both', async () => {
  const peer = new FakePeer();
  const first = await peer.supervisor.open();
  if (!(first instanceof Connection)) throw new Error('Expected a connection.');
  peer.answer(first.request(Message.request(1, 'tools/list'), ofCaller));
  const heard: string[] = [];
  const sink = { ...unheard, answered: () => heard.push('answer'), failed: () => heard.push('failure') };
  const answered = first.request(Message.request(1, 'tools/call'), sink);
  first.request(Message.request(1, 'tools/call'), sink);
  const old = peer.retire();
  const second = await peer.supervisor.open();
  expect(second).not.toBe(first);
  expect([peer.sessions, peer.closed]).toEqual([2, []]);

  old?.message(Message.result(answered, {}), undefined);
  expect(heard).toEqual(['answer']);
  await peer.supervisor.close();
  expect(heard).toEqual(['answer', 'failure']);
  expect(new Set(peer.closed)).toEqual(new Set([1, 2]));
});

it('leaves it to a session that takes no more requests to end, for it may still be told something', async () => {
  const peer = new FakePeer();
  await peer.supervisor.open();
  peer.retire();
  void peer.supervisor.open();
  await peer.clock.advance(1_100);
  expect([peer.sessions, peer.closed]).toEqual([2, []]);
});

it('refuses what a session has asked, and hears what it takes back, also when its last request was taken back', async () => {
  const peer = new FakePeer();
  const first = await peer.supervisor.open();
  if (!(first instanceof Connection)) throw new Error('Expected a connection.');
  const call = first.request(Message.request(1, 'tools/call'), unheard);
  const old = peer.retire();
  first.cancel(call);
  old?.message(Message.notification('notifications/cancelled', { requestId: 6 }), undefined);
  expect(peer.passed).toEqual(['notifications/cancelled']);
  first.send(Message.error('7', { code: -32_602, message: 'The call has ended.' }));
  expect(peer.sent.at(-1)).toMatchObject({ kind: 'response', id: '7', isError: true });
});

it('hears and answers the questions of a session in whose place there is another, on that session, and what its calls say, and drops its news', async () => {
  const peer = new FakePeer();
  const first = await peer.supervisor.open();
  if (!(first instanceof Connection)) throw new Error('Expected a connection.');
  first.request(Message.request(1, 'tools/call'), unheard);
  const old = peer.retire();
  await peer.clock.advance(1_100);
  expect(peer.sessions).toBe(2);

  old?.message(Message.request(7, 'elicitation/create'), '1');
  old?.message(Message.notification('notifications/tools/list_changed'), undefined);
  old?.message(Message.notification('notifications/resources/updated'), undefined);
  old?.message(Message.notification('notifications/message'), '1');
  // HTTP+SSE has no stream of a request's own.
  old?.message(Message.notification('notifications/elicitation/complete'), undefined);
  expect(peer.passed).toEqual(['elicitation/create', 'notifications/message', 'notifications/elicitation/complete']);
  first.send(Message.result('7', { action: 'accept' }));
  expect(peer.sent.at(-1)).toMatchObject({ kind: 'response', id: '7', result: { action: 'accept' } });
});

it('tells of a session in whose place there is another as lost when its last call has ended', async () => {
  const peer = new FakePeer();
  const first = await peer.supervisor.open();
  if (!(first instanceof Connection)) throw new Error('Expected a connection.');
  const call = first.request(Message.request(1, 'tools/call'), unheard);
  const old = peer.retire();
  await peer.clock.advance(1_100);
  expect([first.answerable, peer.lost]).toEqual([true, 0]);

  old?.message(Message.result(call, {}), undefined);
  old?.closed(forgotten);
  await peer.clock.advance(0);
  expect([first.answerable, peer.lost]).toEqual([false, 1]);
  const { length } = peer.sent;
  first.send(Message.result('7', {}));
  expect(peer.sent).toHaveLength(length);
});

function ignore(): void {}
