import { EventStream, Message, metaKeys, modernRevisions } from '@breakwater/core';
import { VirtualClock } from '@breakwater/core/testing';
import { expect, it } from 'vitest';
import { HostRequest } from '../host/host-request.ts';
import { callUpstream } from './call-upstream.ts';
import { FakeSource } from '../testing/fake-source.ts';
import { serverOf } from '../testing/server-of.ts';
import { ModernLine } from './modern-line.ts';

/** A line to a process that answers `server/discover` with an error, so often at first, and is of the modern wire. */
async function refused(code: number, times = 1) {
  const clock = new VirtualClock();
  const source = new FakeSource();
  source.mayBeModern = true;
  let asked = 0;
  source.answers['server/discover'] = () =>
    asked++ < times
      ? Message.error('1', { code, message: 'starting up' })
      : { supportedVersions: modernRevisions, capabilities: {} };
  const line = new ModernLine(serverOf('files', source, { clock }));
  expect(await line.speaks()).toBe(false);
  return { clock, line, asked: () => asked };
}

it('asks a server again that has failed at server/discover, once a minute', async () => {
  const { clock, line, asked } = await refused(-32_603);
  expect(line.mayJoin).toBe(true);
  await clock.advance(59_000);
  expect([await line.speaks(), asked()]).toEqual([false, 1]);
  await clock.advance(1_000);
  expect([await line.speaks(), asked()]).toEqual([true, 2]);
});

it('asks a server never again that does not know server/discover', async () => {
  const { clock, line, asked } = await refused(-32_601);
  expect(line.mayJoin).toBe(false);
  await clock.advance(3_600_000);
  expect([await line.speaks(), asked()]).toEqual([false, 1]);
});

it.each([
  [2, true, 3],
  [3, false, 3],
])(
  'asks a process that fails at server/discover three times at most: after %i failures',
  async (times, speaks, all) => {
    const { clock, line, asked } = await refused(-32_603, times);
    for (let minute = 0; minute < 10; minute++) {
      await clock.advance(60_000);
      await line.speaks();
    }
    expect([await line.speaks(), asked(), line.mayJoin]).toEqual([speaks, all, false]);
  },
);

/** A process that answers no call, and what becomes of the log lines that it says without a request's id. */
async function logging() {
  const clock = new VirtualClock({ autoAdvance: false });
  const source = new FakeSource();
  source.mayBeModern = true;
  source.answers['server/discover'] = () => ({ supportedVersions: modernRevisions, capabilities: { tools: {} } });
  source.answers['tools/call'] = () => undefined;
  const events = new EventStream(() => clock.now());
  const dropped: string[] = [];
  events.subscribe(['dropped'], (event) => event.type === 'dropped' && dropped.push(event.what), { successes: true });
  const line = new ModernLine(serverOf('files', source, { clock, events }));
  const opened = line.speaks();
  await clock.advance(100);
  expect(await opened).toBe(true);

  /** A call under way, and what it was told. */
  const call = async (principal: string, logLevel?: string) => {
    const told: (string | undefined)[] = [];
    const exchange = { send: ({ method }: Message) => told.push(method) > 0, answer: () => {}, end: () => {} };
    const meta = logLevel === undefined ? {} : { _meta: { [metaKeys.logLevel]: logLevel } };
    const request = new HostRequest(Message.request(1, 'tools/call', { name: 'echo', ...meta }), exchange, {
      correlationId: 'c',
      principal: { id: principal, kind: 'token' },
      ended: () => {},
    });
    const target = { kind: 'tool', server: 'files', name: 'echo' } as const;
    const answer = callUpstream(line.upstream, request, target, { era: 'modern' });
    await clock.advance(0);
    const cancel = async (): Promise<void> => {
      request.drop('caller');
      await answer;
    };
    return { told, cancel };
  };
  const log = (): void => source.line.say(Message.notification('notifications/message', { level: 'info', data: 'x' }));
  return { call, log, dropped };
}

it('gives a log line without a request to the only call that wants any', async () => {
  const { call, log, dropped } = await logging();
  const wanting = await call('ci', 'debug');
  const other = await call('ci');
  log();
  expect([wanting.told, other.told, dropped]).toEqual([['notifications/message'], [], []]);
  await call('ci', 'debug');
  log();
  expect([wanting.told.length, dropped]).toEqual([1, ['unattributed-notification']]);
});

it('gives a log line without a request to nobody where several principals have called', async () => {
  const { call, log, dropped } = await logging();
  const gone = await call('ci', 'debug');
  await gone.cancel();
  const other = await call('team', 'debug');
  log();
  expect([gone.told, other.told, dropped]).toEqual([[], [], ['unattributed-notification']]);
});
