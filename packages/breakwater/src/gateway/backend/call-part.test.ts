import { VirtualClock } from '@breakwater/core/testing';
import { expect, it } from 'vitest';
import { lineTo } from '../server/shared-line.ts';
import { aRequest, FakeHost } from '../testing/fake-host.ts';
import { FakeSource } from '../testing/fake-source.ts';
import { serverOf } from '../testing/server-of.ts';
import { callPart } from './call-part.ts';
import { SingleBackend } from './single-backend.ts';

const read = 'resources/read';

/** Two servers that never answer a reading, with these rules for hosts that hang up, and a reading that goes to both. */
async function aReading(...rules: readonly ('cancel' | 'continue')[]) {
  const clock = new VirtualClock({ autoAdvance: false });
  const request = aRequest(read, { uri: 'test://one' });
  const cancelled: number[] = [];
  const sources: FakeSource[] = [];
  const parts = rules.map(async (onDisconnect, index) => {
    const source = new FakeSource();
    sources.push(source);
    source.answers[read] = () => undefined;
    const server = serverOf(`s${index}`, source, { clock });
    const own = { ...server.settings.rules(undefined), onDisconnect };
    Object.assign(server.settings, { rules: () => own });
    const host = new FakeHost();
    const line = lineTo(server, host);
    host.backend = new SingleBackend(line);
    await host.initialize();
    Object.assign(source.line, { cancel: () => void cancelled.push(index) });
    const target = { kind: 'resource', server: server.key, name: 'test://one' } as const;
    return () => void callPart(line.upstream, request, target, { era: 'legacy', hear: () => true });
  });
  await clock.advance(100);
  const send = await Promise.all(parts);
  const begin = async (): Promise<void> => {
    for (const each of send) each();
    await clock.advance(0);
  };
  const asked = (): readonly number[] => sources.map(({ line }) => line.count(read));
  return { request, cancelled, begin, asked };
}

it('ends where its host has hung up at those servers whose rules say so', async () => {
  const { request, cancelled, begin } = await aReading('continue', 'cancel');
  await begin();
  request.left();

  expect(cancelled).toEqual([1]);
  expect(request.isDispatched).toBe(true);
});

it('is not begun at them where the host has hung up before', async () => {
  const { request, begin, asked } = await aReading('continue', 'cancel');
  request.left();
  await begin();

  expect(asked()).toEqual([1, 0]);
});

it('ends at all of them with the whole request', async () => {
  const { request, cancelled, begin } = await aReading('continue', 'cancel');
  await begin();
  request.drop('caller');

  expect(cancelled).toEqual([0, 1]);
});
