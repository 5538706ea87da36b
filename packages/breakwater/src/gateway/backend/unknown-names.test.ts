import { Message, type Channel, type ChannelListener } from '@breakwater/core';
import { VirtualClock } from '@breakwater/core/testing';
import { describe, expect, it } from 'vitest';
import { HostRequest } from '../host/host-request.ts';
import type { ServerSource } from '../server/server.ts';
import { lineTo } from '../server/shared-line.ts';
import type { UpstreamHost } from '../server/upstream.ts';
import type { Backend } from './backend.ts';
import { MergedBackend } from './merged-backend.ts';
import { SingleBackend } from './single-backend.ts';
import { serverOf } from '../testing/server-of.ts';
import { aVoice } from '../testing/host-voice.ts';

const listMs = 20;

/** A server whose tools may change without a word, and how often it was asked for them. */
class FakeServer implements ServerSource {
  readonly isRemote = false;
  readonly mayBeModern = true;
  readonly clock: VirtualClock;
  tools: readonly string[] = ['echo'];
  /** Whether it denies the tools that it lists. */
  isDenying = false;
  lists = 0;

  constructor(clock: VirtualClock) {
    this.clock = clock;
  }

  prepare(): Promise<void> {
    return Promise.resolve();
  }

  open(_era: unknown, listener: ChannelListener): Channel {
    const answer = async (request: Message): Promise<void> => {
      if (request.method?.endsWith('/list') === true) {
        this.lists += 1;
        await this.clock.sleep(listMs);
      }
      listener.message(this.#answer(request).withId(request.id ?? 'null'), undefined);
    };
    const send = (message: Message): void => {
      if (message.kind === 'request') setImmediate(() => void answer(message));
    };
    return { state: 'open', send, cancel: () => {}, close: () => Promise.resolve() };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  hurry(): void {}

  killNow(): void {}

  #answer({ method, params }: Message): Message {
    if (method === 'initialize')
      return Message.result('1', {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {}, resources: {} },
        serverInfo: {},
      });
    if (method === 'tools/list')
      return Message.result('1', { tools: this.tools.map((name) => ({ name, inputSchema: { type: 'object' } })) });
    if (method === 'resources/list') return Message.result('1', { resources: [] });
    if (method === 'resources/templates/list') return Message.result('1', { resourceTemplates: [] });
    // Sound: the test itself has written them.
    const { name = '' } = (params ?? {}) as { readonly name?: string };
    const isError = this.isDenying || !this.tools.includes(name);
    const text = isError ? `Unknown tool: ${name}` : `${name} has run`;
    return Message.result('1', { content: [{ type: 'text', text }], isError });
  }
}

const host: UpstreamHost = {
  serverRequest: () => {},
  serverNotification: () => {},
  serverLost: () => {},
  callTakenBack: () => {},
};

/** A host that has opened its session with one server or, under prefixed names, with all of them. */
async function aHost(door: 'single' | 'merged') {
  const clock = new VirtualClock({ autoAdvance: false });
  const fake = new FakeServer(clock);
  const other = new FakeServer(clock);
  const backend: Backend =
    door === 'single'
      ? new SingleBackend(lineTo(serverOf('files', fake, { clock: fake.clock }), host))
      : MergedBackend.legacy(
          [serverOf('files', fake, { clock: fake.clock }), serverOf('other', other, { clock: other.clock })],
          host,
          { clock, voice: aVoice() },
        );
  const prefix = door === 'single' ? '' : 'files__';
  const send = (message: Message): Promise<string> =>
    backend.request(aRequest(message)).then((answer) => answer?.text ?? '');
  const call = (name: string): Promise<string> =>
    send(Message.request(1, 'tools/call', { name: prefix + name, arguments: {} }));

  /** In small steps, so that an answer is heard before more time has passed. */
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 5) await clock.advance(5);
  };

  void send(Message.request(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {} }));
  await pass(100);
  backend.notification(Message.notification('notifications/initialized'));
  await pass(2_000);
  fake.lists = 0;
  other.lists = 0;
  return { fake, other, send, call, pass };
}

function aRequest(message: Message): HostRequest {
  const exchange = { send: () => true, answer: () => {}, end: () => {} };
  const principal = { id: 'local', kind: 'local' } as const;
  return new HostRequest(message, exchange, { correlationId: 'c', principal, ended: () => {} });
}

describe.each(['single', 'merged'] as const)('unknown names (%s)', (door) => {
  it('cost one list a second, however many there are', async () => {
    const { fake, other, call, pass } = await aHost(door);
    const answers: string[] = [];
    for (let tenth = 0; tenth < 50; tenth++) {
      for (let n = 0; n < 4; n++) void call(`made-up-${tenth}-${n}`).then((answer) => answers.push(answer));
      await pass(100);
    }
    await pass(1_100);

    expect(answers).toHaveLength(200);
    for (const answer of answers) expect(answer).toContain('unknown_tool');
    expect(fake.lists).toBe(6);
    expect(other.lists).toBe(0);
  });

  it('wait for the next list, in which a tool may have come without a word', async () => {
    const { fake, call, pass } = await aHost(door);
    void call('made-up');
    await pass(300);
    fake.tools = ['echo', 'late'];
    const answer = call('late');
    await pass(2_000);

    expect(await answer).toContain('late has run');
    expect(fake.lists).toBe(2);
  });

  it('that the server itself denies cost one list a second, and nobody waits for it', async () => {
    const { fake, call, pass } = await aHost(door);
    fake.isDenying = true;
    const answers: string[] = [];
    for (let n = 0; n < 9; n++) {
      void call('echo').then((answer) => answers.push(answer));
      await pass(100);
    }

    expect(answers).toHaveLength(9);
    for (const answer of answers) expect(answer).toContain('Unknown tool: echo');
    expect(fake.lists).toBe(1);
  });
});

it('reads the lists of resources at most once a second for links to what nobody lists', async () => {
  const { fake, other, send, pass } = await aHost('merged');
  const read = (uri: string) => void send(Message.request(1, 'resources/read', { uri }));
  read('test://first');
  await pass(1_500);
  fake.lists = 0;
  other.lists = 0;
  for (let call = 0; call < 90; call++) {
    read(`test://made-up/${call}`);
    await pass(10);
  }

  expect(fake.lists).toBe(2);
  expect(other.lists).toBe(2);
});
