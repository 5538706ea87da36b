import { Message } from '@breakwater/core';
import { VirtualClock } from '@breakwater/core/testing';
import { expect, it } from 'vitest';
import { ModernHost } from '../host/modern-host.ts';
import { ModernLine } from '../server/modern-line.ts';
import { FakeSource } from '../testing/fake-source.ts';
import { aVoice } from '../testing/host-voice.ts';
import { serverOf } from '../testing/server-of.ts';
import { MergedBackend } from './merged-backend.ts';

const uri = 'https://files.example/report?signature=abc';
const link = { content: [{ type: 'resource_link', uri, name: 'report' }] };
const discovered = {
  supportedVersions: ['2026-07-28'],
  capabilities: { tools: {}, resources: {} },
  instructions: 'Be kind.',
};

/** All servers as one on the modern wire: `two` speaks it, and `one`, which stands before it, does so as soon as it may. */
async function aHost() {
  const clock = new VirtualClock({ autoAdvance: false });
  const [one, two] = [new FakeSource(), new FakeSource()];
  for (const source of [one, two]) source.mayBeModern = true;
  one.answers['server/discover'] = () => Message.error('1', { code: -32_603, message: 'Still starting' });
  two.answers['server/discover'] = () => discovered;
  const lines = [one, two].map(
    (source, index) => new ModernLine(serverOf(['one', 'two'][index] ?? '', source, { clock })),
  );
  const voice = aVoice();
  const host = new ModernHost({
    lines,
    backend: (able, latecomers) => MergedBackend.modern(able, { clock, voice, latecomers }),
    clock,
    voice,
  });
  const send = async (method: string, params: object = {}): Promise<Message | undefined> => {
    let answer: Message | undefined;
    const exchange = { send: () => true, answer: (given: Message) => void (answer = given), end: () => {} };
    host.receive(Message.request(1, method, params), exchange, { id: 'local', kind: 'local' });
    for (let passed = 0; passed < 3_000; passed += 20) await clock.advance(20);
    return answer;
  };
  const join = async (): Promise<void> => {
    one.answers['server/discover'] = () => discovered;
    await clock.advance(60_000);
    await send('server/discover');
  };
  return { one, two, send, join };
}

it('leave it known who has named a resource that nobody lists', async () => {
  const { one, two, send, join } = await aHost();
  two.answers['tools/call'] = () => link;
  two.answers['resources/read'] = () => ({ contents: [{ uri, text: 'whole' }] });
  await send('tools/call', { name: 'two__echo', arguments: {} });
  await join();

  expect((await send('resources/read', { uri }))?.text).toContain('whole');
  expect(one.line.count('resources/read')).toBe(0);
});

it('leave the last good list of one that can give none', async () => {
  const { two, send, join } = await aHost();
  await send('tools/list');
  two.line.answers['tools/list'] = () => Message.error('1', { code: -32_603, message: 'busy' });
  await join();

  expect((await send('tools/list'))?.result).toMatchObject({ tools: [{ name: 'one__echo' }, { name: 'two__echo' }] });
});

it('take their place in the order of the configuration', async () => {
  const { one, two, send, join } = await aHost();
  for (const [name, { answers }] of Object.entries({ one, two })) {
    answers['resources/list'] = () => ({ resources: [{ uri, name: 'report' }] });
    answers['resources/read'] = () => ({ contents: [{ uri, text: `of ${name}` }] });
  }
  expect((await send('resources/read', { uri }))?.text).toContain('of two');
  await join();

  expect((await send('resources/read', { uri }))?.text).toContain('of one');
  expect((await send('server/discover'))?.result).toMatchObject({
    instructions: '# one\n\nBe kind.\n\n# two\n\nBe kind.',
  });
});
