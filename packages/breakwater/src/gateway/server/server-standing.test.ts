import { EventStream, type ChannelListener, type Failure } from '@breakwater/core';
import { VirtualClock } from '@breakwater/core/testing';
import { expect, it } from 'vitest';
import { LineStanding } from './line-standing.ts';
import type { ServerChannel, ServerSource } from './server.ts';
import { Upstream, type UpstreamOptions } from './upstream.ts';
import { serverOf } from '../testing/server-of.ts';

const died: Failure = { kind: 'server_not_running', executed: 'no', message: 'It has ended (exit code 1).' };

/** A process of a fake server, which lives until it is told otherwise. */
class FakeProcess implements ServerChannel {
  state: 'open' | 'closed' = 'open';
  readonly #said: string;
  readonly #listener: ChannelListener;

  constructor(said: string, listener: ChannelListener) {
    this.#said = said;
    this.#listener = listener;
  }

  stderrTail(): string {
    return this.#said;
  }

  die(): void {
    if (this.state === 'closed') return;
    this.state = 'closed';
    this.#listener.closed(died);
  }

  send(): void {}

  cancel(): void {}

  close(): Promise<void> {
    this.die();
    return Promise.resolve();
  }
}

/** A server with lines to it, and what it tells of itself. */
function aServer() {
  const clock = new VirtualClock({ autoAdvance: false });
  const events = new EventStream(() => clock.now());
  const told: string[] = [];
  events.subscribe(['server-state'], (event) => {
    if (event.type === 'server-state')
      told.push(event.reason === undefined ? event.state : `${event.state}: ${event.reason}`);
  });
  const processes: FakeProcess[] = [];
  const source: ServerSource = {
    isRemote: false,
    mayBeModern: true,
    prepare: () => Promise.resolve(),
    open: (_era, listener) => {
      const child = new FakeProcess(`words of process ${processes.length}`, listener);
      processes.push(child);
      return child;
    },
    close: () => Promise.resolve(),
    hurry: () => {},
    killNow: () => {},
  };
  const server = serverOf('files', source, { clock, events });
  const aLine = async (options: UpstreamOptions = {}): Promise<Upstream> => {
    const host = { serverRequest: ignore, serverNotification: ignore, serverLost: ignore, callTakenBack: ignore };
    const line = new Upstream(server, host, options);
    await line.open();
    return line;
  };
  /** Ends the newest process so often that its server counts as failed. */
  const crashLoop = async (): Promise<void> => {
    for (let death = 1; death <= 5; death++) {
      processes.at(-1)?.die();
      if (death < 5) await clock.advance(10_000);
    }
  };
  return { clock, server, processes, told, aLine, crashLoop };
}

it('is ready as long as one line is, whatever another one meets', async () => {
  const { server, told, aLine, crashLoop } = aServer();
  await aLine();
  await aLine();
  await crashLoop();

  expect([server.standing.state, server.standing.trouble]).toEqual(['ready', undefined]);
  // It is told of, once, and of the server as it is.
  expect(told.slice(0, 2)).toEqual(['starting', 'ready']);
  expect(told.filter((each) => !/^ready: .*exit code 1/.test(each)).slice(2)).toEqual([]);
});

it('has failed where every line has, and says why by the newest', async () => {
  const { clock, server, processes, aLine, crashLoop } = aServer();
  await aLine();
  await aLine();
  await crashLoop();
  processes[0]?.die();
  await clock.advance(10_000);
  await crashLoop();

  expect(server.standing.state).toBe('failed');
  expect(server.standing.trouble).toContain(`words of process ${processes.length - 1}`);
});

it('says what ails the rest when the line that was well is closed', async () => {
  const { server, told, aLine, crashLoop } = aServer();
  const well = await aLine();
  await aLine();
  await crashLoop();
  await well.close();

  expect(server.standing.state).toBe('failed');
  expect(told.at(-1)).toMatch(/^failed: .*exit code 1/);
});

it('is idle when no line is open, and still says what the last one has met', async () => {
  const { server, told, aLine, crashLoop } = aServer();
  expect(server.standing.state).toBe('idle');
  const line = await aLine();
  await crashLoop();
  expect(server.standing.state).toBe('failed');
  await line.close();

  expect(server.standing.state).toBe('idle');
  expect(server.standing.trouble).toContain('exit code 1');
  expect(told.at(-1)).toBe('idle');
});

it('quotes the stderr of a line by its own process, not by the newest', async () => {
  const { server, processes, aLine } = aServer();
  await aLine();
  const newest = await aLine();
  processes[0]?.die();
  await newest.close();

  expect(server.standing.trouble).toContain('words of process 0');
});

it('tells who waits for a start what the last one met, but not what a process said while it served', async () => {
  const { clock, server, processes, aLine } = aServer();
  const newcomer = new LineStanding(server);
  const probe = await aLine({ unproven: true });
  processes[0]?.die();
  await probe.close();
  expect(newcomer.starting().message).toContain('words of process 0');

  const opened = aLine();
  await clock.advance(2_000);
  await opened;
  processes[1]?.die();
  expect(newcomer.starting().message).not.toContain('words of process');
});

it.each([
  [true, false],
  [false, true],
])('tells nobody else what the server has answered to the opening of a line: %s', (isAnswer, isTold) => {
  const { server } = aServer();
  new LineStanding(server).wentDown({ ...died, message: 'Not for bob.' }, 'backing-off', isAnswer);
  expect(new LineStanding(server).starting().message?.includes('Not for bob.')).toBe(isTold);
});

it('says what a line has met and leaves out whether a call was executed', () => {
  const { server } = aServer();
  new LineStanding(server).wentDown({ kind: 'connection_lost', executed: 'unknown' }, 'failed', false);
  expect(server.standing.trouble).toMatch(/^The connection to server 'files' was lost[^.]*\.$/);
});

it('is not down for a line that it has refused, nor tells others why while that is tried again', async () => {
  const { server, told } = aServer();
  const line = new LineStanding(server);
  line.wentDown({ ...died, message: 'Not for bob.' }, 'failed', true);
  const trouble = "Server 'files' has refused its last opening; the log says why.";
  expect([server.standing.state, server.standing.trouble]).toEqual(['idle', trouble]);
  expect(told).toEqual(['idle: Not for bob.']);
  expect(line.starting().message).toContain('Not for bob.');
  line.openChannel('legacy', { message: ignore, failed: ignore, closed: ignore }, () => undefined);
  expect([server.standing.state, server.standing.trouble]).toEqual(['starting', undefined]);
  expect(new LineStanding(server).starting().message).not.toContain('Not for bob.');
});

function ignore(): void {}
