import { Message, Timer, type Channel, type ChannelListener, type Failure } from '@breakwater/core';
import { describe, expect, it } from 'vitest';
import { VirtualClock } from '@breakwater/core/testing';
import { Connection } from './connection.ts';
import { LineSchedule } from './line-schedule.ts';
import { RestartPolicy, type RestartPolicyOptions } from './stdio/restart-policy.ts';
import { Supervisor } from './supervisor.ts';

const refused: Failure = {
  kind: 'invalid_params',
  executed: 'no',
  message: 'Not for bob@example.org.',
  failFast: true,
};
const dead: Failure = { kind: 'server_not_running', executed: 'no', message: 'It has ended (exit code 1).' };

/** One server with any number of sessions, each with a line of its own. */
class FakeServer {
  readonly clock = new VirtualClock({ autoAdvance: false });
  readonly schedule: RestartPolicy;
  /** When each process was started. */
  readonly starts: number[] = [];
  /** How long a process needs for its handshake; it dies then where `isBroken`. */
  startMs = 10;
  isBroken = false;
  death = dead;
  /** How long a process needs to end when asked to. */
  endMs = 0;
  alive = 0;
  mostAlive = 0;
  /** What the sessions were told of, in order. */
  readonly downs: Failure[] = [];
  readonly #listeners: ChannelListener[] = [];
  readonly #pace: Partial<RestartPolicyOptions>;

  constructor(pace: Partial<RestartPolicyOptions> = {}) {
    this.#pace = pace;
    this.schedule = new RestartPolicy({ random: () => 1, ...pace });
  }

  /**
   * @param isRefused Whether the server answers the opening of this session with a refusal.
   * @param isRemote Whether the session is one of a URL.
   */
  session(isRefused = false, isRemote = false): Supervisor {
    return new Supervisor({
      open: (listener) => this.#start(listener),
      handshake: async () => {
        await this.clock.sleep(this.startMs);
        if (isRefused) return { failure: refused, isAnswer: true };
        return this.isBroken ? { failure: this.death, isAnswer: false } : undefined;
      },
      schedule: new LineSchedule(this.schedule, new RestartPolicy({ random: () => 1, ...this.#pace }), isRemote),
      clock: this.clock,
      startTimeoutMs: 5_000,
      startTimedOut: () => ({ kind: 'start_timeout', executed: 'no' }),
      owner: {
        request: ignore,
        notification: ignore,
        stray: ignore,
        bug: ignore,
        ready: ignore,
        lost: ignore,
        down: (failure) => this.downs.push(failure),
      },
    });
  }

  /** The newest process can no longer be reached, though it may live on. */
  breakLine(): void {
    this.#listeners.at(-1)?.closed({ kind: 'connection_lost', executed: 'unknown', lastWords: 'about a call' });
  }

  #start(listener: ChannelListener): Channel {
    this.starts.push(this.clock.now());
    this.#listeners.push(listener);
    this.mostAlive = Math.max(this.mostAlive, ++this.alive);
    let ending: Promise<void> | undefined;
    const end = async (): Promise<void> => {
      await this.clock.sleep(this.endMs);
      this.alive--;
      listener.closed(dead);
    };
    return { state: 'open', send: ignore, cancel: ignore, close: () => (ending ??= end()) };
  }
}

describe('a server that has yet to start well', () => {
  it('is started once for all sessions, and what becomes of that holds for all', async () => {
    const server = new FakeServer();
    server.isBroken = true;
    const opened = Promise.all(Array.from({ length: 50 }, () => server.session().open()));
    await server.clock.advance(10);
    expect(await opened).toEqual(Array.from({ length: 50 }, () => dead));
    expect(server.starts).toEqual([0]);
    expect(server.downs).toHaveLength(50);
  });

  it('is started for each session as soon as the first one has it', async () => {
    const server = new FakeServer();
    const opened = Promise.all(Array.from({ length: 5 }, () => server.session().open()));
    await server.clock.advance(9);
    expect(server.starts).toEqual([0]);
    await server.clock.advance(20);
    expect((await opened).every((each) => each instanceof Connection)).toBe(true);
    expect(server.starts).toEqual([0, 10, 10, 10, 10]);
  });

  it('is tried by the next session when the first one leaves in the middle', async () => {
    const server = new FakeServer();
    const [first, second] = [server.session(), server.session()];
    void first.open();
    const opened = second.open();
    await server.clock.advance(5);
    void first.close();
    await server.clock.advance(20);
    expect(await opened).toBeInstanceOf(Connection);
    expect([server.starts, server.mostAlive]).toEqual([[0, 5], 1]);
  });

  it('is tried ever more rarely, and never twice at a time, whatever is called', async () => {
    const server = new FakeServer();
    server.isBroken = true;
    const sessions = Array.from({ length: 10 }, () => server.session());
    const storm = new Timer(() => {
      for (const session of sessions) void session.open();
      server.clock.schedule(storm, 50);
    });
    server.clock.schedule(storm, 0);
    await server.clock.advance(30_000);
    // 10 ms to die, then 1, 2, 4 and 8 s; then it has failed, and a call tries it after 16 s.
    const pauses = server.starts.slice(1).map((at, n) => Math.round((at - (server.starts[n] ?? 0)) / 1_000));
    expect(pauses).toEqual([1, 2, 4, 8]);
    expect(server.mostAlive).toBe(1);
    server.clock.cancel(storm);

    const told = await sessions[3]?.open();
    expect(told).toMatchObject({ ...dead, failFast: true });
    expect(told).toHaveProperty('retryAfterMs', expect.closeTo(1_000, -3));
    expect(await server.session().open()).toMatchObject({ ...dead, failFast: true });
  });

  it('tells a session that comes before the next start what became of the last one', async () => {
    const server = new FakeServer();
    server.isBroken = true;
    void server.session().open();
    await server.clock.advance(10);
    void server.session().open();
    await server.clock.advance(1);
    expect(server.downs).toEqual([dead, dead]);
    expect(server.starts).toEqual([0]);
  });
});

describe('a server whose starts cost little', () => {
  const pace = { maxDelayMs: 1_000, failedDelayMs: 5_000, failFast: false };

  it('is there for every call within a second of its return, after however long an outage', async () => {
    const server = new FakeServer(pace);
    server.isBroken = true;
    const sessions = Array.from({ length: 10 }, () => server.session());
    const storm = new Timer(() => {
      for (const session of sessions) void session.open();
      server.clock.schedule(storm, 50);
    });
    server.clock.schedule(storm, 0);
    await server.clock.advance(300_000);
    server.clock.cancel(storm);
    // 10 ms to fail, then a second; one try at a time, for all sessions.
    expect(server.starts).toEqual(Array.from({ length: 298 }, (_, n) => n * 1_010));
    expect(server.mostAlive).toBe(1);

    server.isBroken = false;
    const opened = Promise.all(sessions.map((session) => session.open()));
    await server.clock.advance(1_050);
    expect((await opened).every((each) => each instanceof Connection)).toBe(true);
  });

  it('has all calls share the try that is under way', async () => {
    const server = new FakeServer(pace);
    server.isBroken = true;
    const session = server.session();
    for (let n = 0; n < 8; n++) {
      void session.open();
      await server.clock.advance(1_010);
    }
    expect(server.schedule.failed).toBe(true);
    server.isBroken = false;
    const before = server.starts.length;
    const opened = Promise.all(Array.from({ length: 20 }, () => session.open()));
    await server.clock.advance(1_050);
    expect((await opened).every((each) => each instanceof Connection)).toBe(true);
    expect(server.starts.length).toBe(before + 1);
  });

  it('is tried every five seconds when nobody calls it', async () => {
    const server = new FakeServer(pace);
    const session = server.session();
    void session.open();
    await server.clock.advance(10);
    server.isBroken = true;
    server.breakLine();
    await server.clock.advance(60_000);
    server.isBroken = false;
    await server.clock.advance(5_050);
    expect(session.connection?.open).toBe(true);
    expect(server.starts.length).toBeLessThan(20);
  });
});

describe('a server that says when to come back', () => {
  const pace = { maxDelayMs: 1_000, failedDelayMs: 5_000, failFast: false };

  it('is asked by nobody before that, and each call hears how long it is', async () => {
    const server = new FakeServer(pace);
    server.isBroken = true;
    server.death = { kind: 'rate_limited', executed: 'unknown', retryAfterMs: 600_000 };
    const session = server.session();
    session.persist();
    void session.open();
    await server.clock.advance(60_000);
    const told = { kind: 'rate_limited', executed: 'no', retryAfterMs: 540_010 };
    expect(await session.open()).toEqual(told);
    // Also one that comes only now.
    expect(await server.session().open()).toEqual(told);
    expect(server.starts).toEqual([0]);

    server.isBroken = false;
    await server.clock.advance(540_030);
    expect(session.connection?.open).toBe(true);
    expect(server.starts).toEqual([0, 600_010]);
  });

  describe('while a line waits for its turn', () => {
    it('has its calls told, none of them held', async () => {
      const { waiting, call } = await threeLines(pace);
      const told = { kind: 'rate_limited', executed: 'no' };
      expect([await call, await waiting?.open()]).toMatchObject([told, told]);
    });

    it('has it opened as soon as another opening was taken, by a call', async () => {
      const { server, waiting, opening } = await threeLines(pace);
      await server.clock.advance(2_000);
      expect(opening?.connection?.open).toBe(true);
      const opened = waiting?.open();
      await server.clock.advance(10);
      expect(await opened).toBeInstanceOf(Connection);
    });

    it('and within a minute by nobody', async () => {
      const { server, waiting } = await threeLines(pace);
      await server.clock.advance(62_000);
      expect(waiting?.connection?.open).toBe(true);
    });
  });

  it('is asked by a call that has waited for it', async () => {
    const server = new FakeServer(pace);
    server.isBroken = true;
    server.death = { kind: 'overloaded', executed: 'no', retryAfterMs: 10_000 };
    const session = server.session();
    void session.open();
    await server.clock.advance(10_010);
    server.isBroken = false;
    const opened = session.open();
    await server.clock.advance(10);
    expect(await opened).toBeInstanceOf(Connection);
  });
});

it('shows a credential that was refused to its server a hundred times a day, not each five seconds', async () => {
  const server = new FakeServer({ maxDelayMs: 1_000, failedDelayMs: 5_000, failFast: false });
  server.isBroken = true;
  server.death = { kind: 'upstream_unauthorized', executed: 'no' };
  const session = server.session();
  session.persist();
  void session.open();
  await server.clock.advance(86_400_000);
  expect(server.starts.length).toBeLessThan(110);

  server.isBroken = false;
  const opened = session.open();
  await server.clock.advance(1_010);
  expect(await opened).toBeInstanceOf(Connection);
});

it('sees the old process gone before it starts a new one', async () => {
  const server = new FakeServer();
  server.endMs = 3_000;
  const session = server.session();
  void session.open();
  await server.clock.advance(10);
  server.breakLine();
  await server.clock.advance(20_000);
  expect(session.connection).toBeDefined();
  expect([server.starts.length, server.mostAlive]).toEqual([2, 1]);
});

it('starts nothing for a session that has left while it waited', async () => {
  const server = new FakeServer();
  server.isBroken = true;
  const session = server.session();
  void session.open();
  await server.clock.advance(10);
  const waiting = session.open();
  await session.close();
  expect(await waiting).toMatchObject({ kind: 'server_not_running', failFast: true });
  await server.clock.advance(60_000);
  expect([server.starts.length, server.clock.armed]).toEqual([1, 0]);
});

it('gives no connection to a session that has left before the handshake was made', async () => {
  const server = new FakeServer();
  server.endMs = 3_000;
  const session = server.session();
  const opened = session.open();
  await server.clock.advance(5);
  void session.close();
  await server.clock.advance(10);
  expect(await opened).toMatchObject({ kind: 'server_not_running', failFast: true });
  expect(session.connection).toBeUndefined();
});

describe('what says nothing about the server', () => {
  it('is an opening that it refuses: sessions that open at the same time are let in, and told nothing of it', async () => {
    const server = new FakeServer();
    const [bad, good] = [server.session(true).open(), server.session().open()];
    await server.clock.advance(30);
    expect(await bad).toEqual(refused);
    expect(await good).toBeInstanceOf(Connection);
    expect(server.downs).toEqual([refused]);
  });

  it('is paced for the session that meets it again and again, and for no other', async () => {
    const server = new FakeServer();
    const bad = server.session(true);
    const storm = new Timer(() => {
      void bad.open();
      server.clock.schedule(storm, 50);
    });
    server.clock.schedule(storm, 0);
    await server.clock.advance(30_000);
    server.clock.cancel(storm);
    const pauses = server.starts.slice(1).map((at, n) => Math.round((at - (server.starts[n] ?? 0)) / 1_000));
    expect(pauses).toEqual([1, 2, 4, 8]);
    expect(await bad.open()).toMatchObject({ ...refused, failFast: true });

    const opened = server.session().open();
    await server.clock.advance(10);
    expect(await opened).toBeInstanceOf(Connection);
  });

  it('is the end of a session that was open: others open at once and hear nothing of it, however often it ends', async () => {
    const server = new FakeServer();
    const crashing = server.session();
    for (let life = 0; life < 6; life++) {
      void crashing.open();
      while (crashing.connection === undefined) await server.clock.advance(100);
      server.breakLine();
    }
    expect(await crashing.open()).toHaveProperty('failFast', true);
    const told = server.downs.length;
    const opened = server.session().open();
    await server.clock.advance(10);
    expect(await opened).toBeInstanceOf(Connection);
    expect(server.downs.length).toBe(told);
  });
});

it('goes on trying for a session that came when the server had failed, where that is wanted', async () => {
  const server = new FakeServer();
  server.isBroken = true;
  const session = server.session();
  for (let start = 1; start <= 5; start++) {
    void session.open();
    await server.clock.advance(9_000);
  }
  const newcomer = server.session();
  newcomer.persist();
  expect(await newcomer.open()).toMatchObject({ ...dead, failFast: true });
  server.isBroken = false;
  await server.clock.advance(60_000);
  expect(newcomer.connection?.open).toBe(true);
});

it('heals a line that breaks, also when nobody calls', async () => {
  const server = new FakeServer();
  const session = server.session();
  void session.open();
  await server.clock.advance(10);
  server.breakLine();
  expect(session.connection).toBeUndefined();
  await server.clock.advance(2_000);
  expect(session.connection?.open).toBe(true);
  session.connection?.send(Message.notification('notifications/initialized'));
});

/** One that has lost its connection, and another that is being opened as a third one is told to come back in an hour. */
async function threeLines(pace: Partial<RestartPolicyOptions>) {
  const server = new FakeServer(pace);
  const [waiting, opening, late] = [0, 1, 2].map(() => server.session(false, true));
  void waiting?.open();
  await server.clock.advance(20);
  server.breakLine();
  const call = waiting?.open();
  server.startMs = 3_000;
  void opening?.open();
  await server.clock.advance(10);
  server.startMs = 10;
  server.isBroken = true;
  server.death = { kind: 'rate_limited', executed: 'no', retryAfterMs: 3_600_000 };
  void late?.open();
  await server.clock.advance(20);
  server.isBroken = false;
  await server.clock.advance(1_000);
  return { server, waiting, opening, call };
}

function ignore(): void {}
