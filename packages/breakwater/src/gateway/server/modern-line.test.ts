import { Message, modernRevisions } from '@breakwater/core';
import { VirtualClock } from '@breakwater/core/testing';
import { expect, it } from 'vitest';
import { FakeSource } from '../testing/fake-source.ts';
import { serverOf } from '../testing/server-of.ts';
import { ModernLine } from './modern-line.ts';

/** A line to a server that answers the first `server/discover` with an error and is of the modern wire. */
async function refusedOnce(code: number) {
  const clock = new VirtualClock();
  const source = new FakeSource();
  source.mayBeModern = true;
  let asked = 0;
  source.answers['server/discover'] = () =>
    asked++ === 0
      ? Message.error('1', { code, message: 'starting up' })
      : { supportedVersions: modernRevisions, capabilities: {} };
  const line = new ModernLine(serverOf('files', source, { clock }));
  expect(await line.speaks()).toBe(false);
  return { clock, line, asked: () => asked };
}

it('asks a server again that has failed at server/discover, once a minute', async () => {
  const { clock, line, asked } = await refusedOnce(-32_603);
  expect(line.mayJoin).toBe(true);
  await clock.advance(59_000);
  expect([await line.speaks(), asked()]).toEqual([false, 1]);
  await clock.advance(1_000);
  expect([await line.speaks(), asked()]).toEqual([true, 2]);
});

it('asks a server never again that does not know server/discover', async () => {
  const { clock, line, asked } = await refusedOnce(-32_601);
  expect(line.mayJoin).toBe(false);
  await clock.advance(3_600_000);
  expect([await line.speaks(), asked()]).toEqual([false, 1]);
});
