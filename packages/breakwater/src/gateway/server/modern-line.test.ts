import { Message, modernRevisions } from '@breakwater/core';
import { VirtualClock } from '@breakwater/core/testing';
import { expect, it } from 'vitest';
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
