import { Message, type Channel, type ChannelListener, type Failure } from '@breakwater/core';
import { VirtualClock } from '@breakwater/core/testing';
import { expect, it } from 'vitest';
import type { Backend } from '../backend/backend.ts';
import { ModernHost } from './modern-host.ts';
import { ModernLine } from '../server/modern-line.ts';
import type { ServerSource } from '../server/server.ts';
import { Upstream, type UpstreamHost } from '../server/upstream.ts';
import { serverOf } from '../testing/server-of.ts';
import { aVoice } from '../testing/host-voice.ts';

const gone: Failure = { kind: 'server_not_running', executed: 'no' };

/** What a server says to `server/discover`, or why there is nobody who could. */
type Mood = 'modern' | 'late' | 'legacy' | 'silent' | 'exits' | 'unreachable' | 'far' | 'upset' | 'busy' | 'failing';

/** Why there is no answer to one request. */
const failures: Partial<Record<Mood, Failure>> = {
  unreachable: gone,
  far: { kind: 'connect_timeout', executed: 'no' },
  upset: { kind: 'connection_lost', executed: 'unknown' },
  busy: { kind: 'rate_limited', executed: 'no', retryAfterMs: 600_000 },
};

/** A server whose mood can change, and how often it was asked. */
class FakeServer implements ServerSource {
  isRemote = false;
  mayBeModern = true;
  readonly line: ModernLine;
  mood: Mood;
  asked = 0;
  /** Answers that it speaks the modern wire, however late. */
  say = (): void => {};

  constructor(key: string, mood: Mood, clock: VirtualClock) {
    this.mood = mood;
    this.line = new ModernLine(serverOf(key, this, { clock }));
  }

  async openLegacyLine(): Promise<void> {
    await new Upstream(this.line.server, nobody).open();
  }

  prepare(): Promise<void> {
    return Promise.resolve();
  }

  open(_era: unknown, listener: ChannelListener): Channel {
    let state: Channel['state'] = 'open';
    const close = (): Promise<void> => {
      if (state === 'open') {
        state = 'closed';
        listener.closed(gone);
      }
      return Promise.resolve();
    };
    const send = (message: Message): void => {
      this.asked += 1;
      if (this.mood === 'exits') void close();
      const failure = failures[this.mood];
      if (failure !== undefined) listener.failed(message.id ?? 'null', failure);
      const say = (answer: Message): void => listener.message(answer.withId(message.id ?? 'null'), undefined);
      this.say = () => say(speaking);
      const answer = this.#answer();
      if (answer !== undefined) say(answer);
    };
    return {
      get state() {
        return state;
      },
      send: (message) => {
        if (message.kind === 'request') setImmediate(() => send(message));
      },
      cancel: () => {},
      close,
    };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  hurry(): void {}

  killNow(): void {}

  #answer(): Message | undefined {
    if (this.mood === 'modern') return speaking;
    if (this.mood === 'failing') return Message.error('1', { code: -32603, message: 'starting up' });
    return this.mood === 'legacy' ? Message.error('1', { code: -32601, message: 'Method not found' }) : undefined;
  }
}

const speaking = Message.result('1', { supportedVersions: ['2026-07-28'], capabilities: {} });
const discover = Message.request(1, 'server/discover');
const principal = { id: 'local', kind: 'local' } as const;

/** A host in front of servers of these moods, and the keys that its backend was made for, and has grown to. */
function aHost(...moods: readonly Mood[]) {
  const clock = new VirtualClock({ autoAdvance: false });
  const servers = moods.map((mood, index) => new FakeServer(`s${index}`, mood, clock));
  const built: (readonly string[])[] = [];
  const bugs: unknown[] = [];
  const note = (lines: readonly ModernLine[]): void => void built.push(lines.map(({ server }) => server.key));
  const backend: Backend = { ...nothing, grow: note };
  const host = new ModernHost({
    lines: servers.map(({ line }) => line),
    clock,
    backend: (lines) => {
      note(lines);
      return backend;
    },
    voice: aVoice({ onBug: (...bug) => void bugs.push(bug) }),
  });
  /** Asks something and gives time for it: whether a backend has got it; undefined where there is no answer after that time. */
  const speaks = async (waitMs = 10): Promise<boolean | undefined> => {
    let known: boolean | undefined;
    const answer = (): void => void (known = false);
    host.receive(discover, { send: () => true, answer, end: () => (known = true) }, principal);
    await clock.advance(waitMs);
    await clock.advance(0);
    return known;
  };
  return { clock, servers, built, bugs, backend, host, speaks };
}

it('lets a server join that was away when the first one was found', async () => {
  const { clock, servers, built, speaks } = aHost('modern', 'unreachable');
  expect(await speaks()).toBe(true);
  Object.assign(servers[1] ?? {}, { mood: 'modern' });
  await clock.advance(60_000);
  await speaks();
  await speaks();

  expect(built).toEqual([['s0'], ['s0', 's1']]);
});

it.each(['unreachable', 'exits'] as const)(
  'asks a server again that gave no answer, at most once a minute (%s)',
  async (mood) => {
    const { clock, servers, speaks } = aHost(mood);
    const [server] = servers;
    for (let n = 0; n < 5; n++) expect(await speaks()).toBe(false);
    expect(server?.asked).toBe(1);
    await clock.advance(60_000);
    for (let n = 0; n < 5; n++) expect(await speaks(1_000)).toBe(false);
    expect(server?.asked).toBe(2);
    Object.assign(server ?? {}, { mood: 'modern' });
    await clock.advance(60_000);
    await speaks(1_000);

    expect(await speaks()).toBe(true);
  },
);

it('waits once for a server that never answers, and hears it later all the same', async () => {
  const { clock, servers, speaks } = aHost('silent');
  expect(await speaks()).toBeUndefined();
  expect(await speaks(30_000)).toBe(false);
  await clock.advance(60_000);
  expect(await speaks()).toBe(false);
  await clock.advance(30_000);
  expect(servers[0]?.asked).toBe(2);
  Object.assign(servers[0] ?? {}, { mood: 'modern' });
  await clock.advance(60_000);
  await speaks();

  expect(await speaks()).toBe(true);
});

it('has nobody wait a second time for a server that no connection reaches', async () => {
  const { clock, servers, speaks } = aHost('far');
  await speaks();
  Object.assign(servers[0] ?? {}, { mood: 'modern' });
  await clock.advance(60_000);

  expect([await speaks(), await speaks()]).toEqual([false, true]);
});

it('never asks again who has answered', async () => {
  const { clock, servers, built, speaks } = aHost('legacy', 'modern');
  await speaks();
  await clock.advance(600_000);
  await speaks();

  expect(servers.map(({ asked }) => asked)).toEqual([1, 1]);
  expect(built).toEqual([['s1']]);
});

it('leaves a process alone that serves hosts on the legacy wire', async () => {
  const { clock, servers, speaks } = aHost('silent');
  await speaks(30_000);
  await servers[0]?.openLegacyLine();
  await clock.advance(60_000);
  await speaks();

  expect(servers[0]?.asked).toBe(1);
});

it.each<Mood>(['unreachable', 'upset', 'failing'])(
  'finds a remote server beside the legacy wire that could not answer at first (%s)',
  async (mood) => {
    const { clock, servers, speaks } = aHost(mood);
    const [server] = servers;
    await speaks();
    await server?.openLegacyLine();
    // From here on, or its idle line would be probed.
    Object.assign(server ?? {}, { isRemote: true, mood: 'modern' });
    await clock.advance(60_000);

    expect(await speaks()).toBe(true);
    expect(server?.asked).toBe(2);
  },
);

it('asks a server again no sooner than it wants', async () => {
  const { clock, servers, speaks } = aHost('busy');
  await speaks();
  await clock.advance(599_000);
  expect(await speaks()).toBe(false);
  expect(servers[0]?.asked).toBe(1);
  await clock.advance(1_000);
  await speaks();

  expect(servers[0]?.asked).toBe(2);
});

it('asks nothing of a server whose transport the wire does not have', async () => {
  const { servers, speaks } = aHost('modern');
  Object.assign(servers[0] ?? {}, { mayBeModern: false });

  expect([await speaks(), servers[0]?.asked]).toEqual([false, 0]);
});

it('names the supported versions to a request that asks for another, once they are known', async () => {
  const { host, speaks } = aHost('modern', 'legacy');
  await speaks();

  expect((await answerOf(host, asking('2099-01-01'))).error).toMatchObject({
    code: -32022,
    data: { supported: ['2026-07-28'], requested: '2099-01-01' },
  });
});

it('waits five seconds for a server that says nothing, and no longer where another speaks the wire', async () => {
  const { built, speaks } = aHost('silent', 'modern');
  expect(await speaks(4_900)).toBeUndefined();
  expect(built).toEqual([['s1']]);

  expect(await speaks(101)).toBe(true);
});

it('goes on with the first server that speaks the wire when the five seconds are over', async () => {
  const { clock, servers, speaks } = aHost('silent', 'late');
  expect(await speaks(5_900)).toBeUndefined();
  servers[1]?.say();
  await clock.advance(10);

  expect(await speaks(0)).toBe(true);
});

it('knows within five seconds whether an answer can begin', async () => {
  const { clock, host } = aHost('silent');
  let isOpened = false;
  void host.opened().then(() => (isOpened = true));
  await clock.advance(4_900);
  expect(isOpened).toBe(false);
  await clock.advance(101);

  expect([isOpened, host.isSpoken]).toEqual([true, false]);
});

it('tells who waits for it of a server that joins, also where nobody asks anything', async () => {
  const { clock, servers, host, speaks } = aHost('modern', 'late', 'unreachable', 'legacy');
  await speaks(5_000);
  const joined: string[] = [];
  const stop = host.onJoin(({ server }) => void joined.push(server.key));
  servers[1]?.say();
  await clock.advance(10);
  expect([joined, host.expected]).toEqual([['s1'], true]);
  Object.assign(servers[2] ?? {}, { mood: 'modern' });
  for (let minute = 0; minute < 2; minute++) await clock.advance(60_000);
  await clock.advance(10);
  expect([joined, host.expected]).toEqual([['s1', 's2'], false]);
  stop();

  expect(servers.map(({ asked }) => asked)).toEqual([1, 1, 2, 1]);
});

it('says of a call that met a mistake of ours that it may have run, under the reference that the log has', async () => {
  const { host, backend, bugs, speaks } = aHost('modern');
  await speaks();
  const bug = new Error('planted');
  Object.assign(backend, { request: () => Promise.reject(bug) });
  const { id, error } = await answerOf(host, Message.request(7, 'tools/call', { name: 'x' }));

  expect(id).toBe('7');
  expect(error).toMatchObject({ data: { executed: 'unknown', correlationId: 'c' } });
  expect(bugs).toEqual([[bug, 'c']]);
});

const nobody: UpstreamHost = {
  serverRequest: () => {},
  serverNotification: () => {},
  serverLost: () => {},
  callTakenBack: () => {},
};

const nothing: Backend = {
  request: () => Promise.resolve(undefined),
  notification: () => {},
  changed: () => {},
  close: () => Promise.resolve(),
};

function asking(version: string): Message {
  return Message.request(1, 'tools/list', { _meta: { 'io.modelcontextprotocol/protocolVersion': version } });
}

function answerOf(host: ModernHost, message: Message): Promise<Message> {
  return new Promise((resolve) => {
    host.receive(message, { send: () => true, answer: resolve, end: () => {} }, principal);
  });
}
