import { Message, metaKeys } from '@breakwater/core';
import { VirtualClock } from '@breakwater/core/testing';
import { expect, it } from 'vitest';
import { ModernLine } from '../server/modern-line.ts';
import { aRequest } from '../testing/fake-host.ts';
import { FakeSource } from '../testing/fake-source.ts';
import { aVoice } from '../testing/host-voice.ts';
import { serverOf } from '../testing/server-of.ts';
import { MergedBackend } from './merged-backend.ts';
import { callWithoutTasks } from './without-tasks.ts';

const tasks = 'io.modelcontextprotocol/tasks';
const apps = 'io.modelcontextprotocol/ui';

/** The servers of one path, both with tasks, and a host that has declared that it knows them. */
async function aHostOf(...keys: readonly string[]) {
  const clock = new VirtualClock({ autoAdvance: false });
  const sources = keys.map(() => {
    const source = new FakeSource();
    source.mayBeModern = true;
    source.answers['server/discover'] = () => ({
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: {}, extensions: { [tasks]: {}, [apps]: { mimeTypes: ['text/html'] } } },
    });
    return source;
  });
  const lines = sources.map((source, index) => new ModernLine(serverOf(keys[index] ?? '', source, { clock })));
  const speak = Promise.all(lines.map((line) => line.speaks()));
  await clock.advance(100);
  await speak;
  const backend = MergedBackend.modern(lines, { clock, voice: aVoice() });
  const ask = async (method: string, params: object): Promise<Message | undefined> => {
    const answer = backend.request(aRequest(method, params));
    for (let passed = 0; passed < 2_000; passed += 20) await clock.advance(20);
    return answer;
  };
  const declared = { extensions: { [tasks]: {}, [apps]: {} } };
  await ask('tools/list', {});
  const discovered = await ask('server/discover', {});
  await ask('tools/call', { name: 'one__echo', arguments: {}, _meta: { [metaKeys.clientCapabilities]: declared } });
  const call = sources[0]?.line.heard.find(({ method }) => method === 'tools/call');
  return [
    at(discovered?.result, 'capabilities', 'extensions'),
    at(call?.params, '_meta', metaKeys.clientCapabilities, 'extensions'),
  ].map((extensions) => Object.keys(extensions ?? {}));
}

function at(value: unknown, ...path: readonly string[]): object | undefined {
  // Sound: each step is an object in the messages of this test.
  return path.reduce((each, key) => (each as Record<string, unknown> | undefined)?.[key], value) as object | undefined;
}

it('lets no call become a task whose server nobody could tell', async () => {
  expect(await aHostOf('one', 'two')).toEqual([[apps], [apps]]);
});

it('leaves a path of one server what that one can do', async () => {
  expect(await aHostOf('one')).toEqual([
    [tasks, apps],
    [tasks, apps],
  ]);
});

it('takes the wish for a task out of a call of the legacy wire as well', () => {
  const { params } = callWithoutTasks(
    Message.request(1, 'tools/call', { name: 'job', task: { ttl: 1 }, arguments: {} }),
  );
  expect(params).toEqual({ name: 'job', arguments: {} });
});

it('knows the extension by whichever spelling of its slash', () => {
  const params = { _meta: { [metaKeys.clientCapabilities]: { extensions: { [tasks]: {} } } } };
  const text = Message.request(1, 'tools/call', params).text.replaceAll('/', String.raw`\/`);
  expect(callWithoutTasks(Message.read(text)).text).not.toContain('tasks');
});
