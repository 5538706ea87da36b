import { Message } from '@breakwater/core';
import { VirtualClock } from '@breakwater/core/testing';
import { expect, it } from 'vitest';
import { SingleBackend } from '../backend/single-backend.ts';
import { FakeHost } from '../testing/fake-host.ts';
import { FakeSource } from '../testing/fake-source.ts';
import { serverOf } from '../testing/server-of.ts';
import { lineTo } from './shared-line.ts';

const [one, two] = [
  { uri: 'test://1', name: 'one' },
  { uri: 'test://2', name: 'two' },
];
const noTemplates = (): Message => Message.error('1', { code: -32_601, message: 'Method not found' });

/** A host of a server with two resources, and what it hears when another process has taken the place of that one. */
async function aHost() {
  const clock = new VirtualClock({ autoAdvance: false });
  const source = new FakeSource();
  source.answers['resources/list'] = () => ({ resources: [one, two] });
  source.answers['resources/templates/list'] = noTemplates;
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 5) await clock.advance(5);
  };
  const host = new FakeHost();
  host.backend = new SingleBackend(lineTo(serverOf('files', source, { clock }), host));
  void host.initialize();
  await pass(200);
  const list = async (): Promise<void> => {
    for (const method of ['tools/list', 'resources/list', 'resources/templates/list']) void host.request(method);
    await pass(50);
  };
  const restart = async (): Promise<readonly unknown[]> => {
    const before = host.notifications.length;
    source.line.die();
    await pass(2_000);
    return host.notifications.slice(before);
  };
  return { source, list, restart };
}

it('are no news after a restart where they say the same, in whatever order', async () => {
  const { source, list, restart } = await aHost();
  await list();
  source.answers['resources/list'] = () => ({ resources: [two, one] });

  expect(await restart()).toEqual([]);
});

it('are news once where they say something else', async () => {
  const { source, list, restart } = await aHost();
  await list();
  source.answers['resources/list'] = () => ({ resources: [one] });

  expect(await restart()).toEqual(['notifications/resources/list_changed']);
  expect(await restart()).toEqual([]);
});

it('are news where they can not be read', async () => {
  const { source, list, restart } = await aHost();
  await list();
  source.answers['resources/list'] = () => Message.error('1', { code: -32_603, message: 'busy' });

  expect(await restart()).toEqual(['notifications/resources/list_changed']);
});

it('are not read where the host has not asked for them, which hears of a change', async () => {
  const { source, restart } = await aHost();

  expect(await restart()).toContain('notifications/resources/list_changed');
  expect(source.line.count('resources/list')).toBe(0);
});
