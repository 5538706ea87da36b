import { Message, metaKeys, type Channel, type ChannelListener, type Failure } from '@breakwater/core';
import { VirtualClock } from '@breakwater/core/testing';
import { describe, expect, it } from 'vitest';
import { HostRequest } from '../host/host-request.ts';
import { ModernLine } from '../server/modern-line.ts';
import type { ServerSource } from '../server/server.ts';
import type { Upstream } from '../server/upstream.ts';
import type { Latecomers } from './latecomers.ts';
import { MergedBackend } from './merged-backend.ts';
import { serverOf } from '../testing/server-of.ts';
import { aVoice } from '../testing/host-voice.ts';

const gone: Failure = { kind: 'server_not_running', executed: 'no' };
const principal = { id: 'host', kind: 'local' } as const;
const announces = { tools: { listChanged: true }, resources: { subscribe: true, listChanged: true } };

/** A server of the modern wire with one resource, that tells what it is made to. */
class FakeServer implements ServerSource {
  readonly isRemote = false;
  readonly mayBeModern = true;
  readonly line: ModernLine;
  /** The filters that it was asked to listen for. */
  readonly filters: unknown[] = [];
  cancelled = 0;
  reads = 0;
  uri: string;
  readonly #capabilities: object;
  #listener: ChannelListener | undefined = undefined;
  #listen: Message | undefined = undefined;

  constructor(key: string, capabilities: object, clock: VirtualClock) {
    this.#capabilities = capabilities;
    this.uri = `test://${key}`;
    this.line = new ModernLine(serverOf(key, this, { clock, random: () => 1 }));
  }

  /** Agrees to everything that it was asked for, or to this. */
  acknowledge(notifications: unknown = this.filters.at(-1)): void {
    this.tell('notifications/subscriptions/acknowledged', { notifications });
  }

  tell(method: string, params: object = {}): void {
    const id: unknown = JSON.parse(this.#listen?.id ?? 'null');
    const _meta = { [metaKeys.subscriptionId]: id };
    this.#listener?.message(Message.notification(method, { ...params, _meta }), undefined);
  }

  refuse(data?: object): void {
    const error = { code: -32_603, message: 'Subscription limit reached', ...(data !== undefined && { data }) };
    this.#listener?.message(Message.error(this.#listen?.id ?? 'null', error), undefined);
  }

  turnAway(failure: Failure): void {
    this.#listener?.failed(this.#listen?.id ?? 'null', failure);
  }

  end(): void {
    const result = { resultType: 'complete' };
    this.#listener?.message(Message.result(this.#listen?.id ?? 'null', result), undefined);
  }

  die(): void {
    this.#listener?.closed(gone);
  }

  prepare(): Promise<void> {
    return Promise.resolve();
  }

  open(_era: unknown, listener: ChannelListener): Channel {
    this.#listener = listener;
    const answers: Readonly<Record<string, (request: Message) => object>> = {
      'server/discover': () => ({ supportedVersions: ['2026-07-28'], capabilities: this.#capabilities }),
      'resources/list': () => ({ resources: [{ uri: this.uri, name: this.uri }] }),
      'resources/templates/list': () => ({ resourceTemplates: [] }),
      'resources/read': ({ params }) => ({ contents: [params], reads: (this.reads += 1) }),
    };
    return {
      state: 'open',
      send: (message) => {
        const { id = 'null', method = '' } = message;
        const answer = answers[method]?.(message);
        if (answer !== undefined) queueMicrotask(() => listener.message(Message.result(id, answer), undefined));
        if (method !== 'subscriptions/listen') return;
        this.#listen = message;
        this.filters.push((message.params as { readonly notifications?: unknown }).notifications);
      },
      cancel: () => (this.cancelled += 1),
      close: () => Promise.resolve(),
    };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  hurry(): void {}

  killNow(): void {}
}

/** A host that listens to servers with these capabilities, and what it hears: methods with parameters, then its answer. */
function aHost(filter: object | undefined, ...capabilities: readonly object[]) {
  return openHost(filter, capabilities);
}

async function openHost(filter: object | undefined, capabilities: readonly object[], latecomers?: Latecomers) {
  const clock = new VirtualClock({ autoAdvance: false });
  const servers = capabilities.map((declared, index) => new FakeServer(`s${index}`, declared, clock));
  const lines = servers.map(({ line }) => line);
  await Promise.all(lines.map((line) => line.speaks()));
  const heard: Message[] = [];
  const wanted = filter === undefined ? {} : { notifications: filter };
  const request = aRequest('subscriptions/listen', wanted, (message) => heard.push(message));
  const backend = MergedBackend.modern(lines, {
    clock,
    voice: aVoice(),
    ...(latecomers !== undefined && { latecomers }),
  });
  let answer: Message | undefined;
  let isOver = false;
  void backend.request(request).then((given) => {
    answer = given;
    isOver = true;
  });
  await clock.advance(0);
  const [s0, s1] = servers;
  // Sound: each test has the servers that it uses.
  return {
    clock,
    s0: s0 as FakeServer,
    s1: s1 as FakeServer,
    backend,
    request,
    heard: () => heard.map(({ method, params }) => [method, withoutMeta(params)]),
    ids: () => new Set(heard.map((message) => subscriptionOf(message))),
    answer: () => answer?.result ?? answer?.error,
    isOver: () => isOver,
  };
}

const everything = {
  toolsListChanged: true,
  promptsListChanged: true,
  resourceSubscriptions: ['test://s1', 'test://s0', 'test://nobody'],
};
const shares = [
  { toolsListChanged: true, resourceSubscriptions: ['test://s0'] },
  { toolsListChanged: true, resourceSubscriptions: ['test://s1'] },
];

it('asks each server for its part, and acknowledges once what all have agreed to', async () => {
  const { clock, s0, s1, heard } = await aHost(everything, announces, announces);
  expect([s0.filters, s1.filters]).toEqual([[shares[0]], [shares[1]]]);
  s0.acknowledge();
  await clock.advance(100);
  expect(heard()).toEqual([]);
  s1.acknowledge({ resourceSubscriptions: ['test://s1'] });
  await clock.advance(0);

  const notifications = { toolsListChanged: true, resourceSubscriptions: ['test://s0', 'test://s1'] };
  expect(heard()).toEqual([['notifications/subscriptions/acknowledged', { notifications }]]);
});

it('asks nothing of a server that announces nothing', async () => {
  const { s0, s1 } = await aHost(everything, announces, { tools: {}, resources: { subscribe: false } });

  expect([s0.filters, s1.filters]).toEqual([[shares[0]], []]);
});

it('passes on under the id of the host what each server tells, after the acknowledgement', async () => {
  const { clock, s0, s1, heard, ids } = await aHost(everything, announces, announces);
  s0.acknowledge();
  s0.tell('notifications/tools/list_changed');
  s1.acknowledge();
  await clock.advance(0);
  s1.tell('notifications/resources/updated', { uri: 'test://s1' });

  expect(heard().slice(1)).toEqual([
    ['notifications/tools/list_changed', {}],
    ['notifications/resources/updated', { uri: 'test://s1' }],
  ]);
  expect(ids()).toEqual(new Set(['listen-1']));
});

it('waits 5 s for a server that is slow to acknowledge, and then tells what it may have missed', async () => {
  const { clock, s0, s1, heard } = await aHost(everything, announces, announces);
  s0.acknowledge();
  await clock.advance(4_999);
  expect(heard()).toEqual([]);
  await clock.advance(1);
  const notifications = { toolsListChanged: true, resourceSubscriptions: ['test://s0', 'test://s1'] };
  expect(heard()).toEqual([['notifications/subscriptions/acknowledged', { notifications }]]);

  s1.acknowledge();
  expect(heard().slice(1)).toEqual([
    ['notifications/tools/list_changed', {}],
    ['notifications/resources/updated', { uri: 'test://s1' }],
  ]);
});

it('leaves out a server that refuses', async () => {
  const { clock, s0, s1, heard } = await aHost(everything, announces, announces);
  s0.refuse();
  s1.acknowledge();
  await clock.advance(0);
  expect(heard()).toEqual([['notifications/subscriptions/acknowledged', { notifications: shares[1] }]]);
  await clock.advance(60_000);

  expect(s0.filters).toHaveLength(1);
});

it.each<[string, (server: FakeServer) => void]>([
  ['the header', (server) => server.turnAway({ kind: 'rate_limited', executed: 'no', retryAfterMs: 90_000 })],
  ['the error', (server) => server.refuse({ retryAfter: 90 })],
])('listens again to a server that refuses for a time when that is over, not sooner (%s)', async (_where, refuse) => {
  const { clock, s0, s1, heard } = await aHost(everything, announces, announces);
  s1.acknowledge();
  refuse(s0);
  await clock.advance(90_000);
  expect(s0.filters).toHaveLength(1);
  await clock.advance(1_000);
  expect(s0.filters).toHaveLength(2);
  s0.acknowledge();

  expect(heard().slice(1)).toEqual([
    ['notifications/tools/list_changed', {}],
    ['notifications/resources/updated', { uri: 'test://s0' }],
  ]);
});

it('ends everywhere when the host ends it', async () => {
  const { clock, s0, s1, request, isOver, answer } = await aHost(everything, announces, announces);
  s0.acknowledge();
  s1.acknowledge();
  await clock.advance(0);
  request.drop('disconnect');
  await clock.advance(60_000);

  expect([s0.cancelled, s1.cancelled, isOver(), answer()]).toEqual([1, 1, true, undefined]);
  expect([s0.filters.length, s1.filters.length]).toEqual([1, 1]);
});

it('lets go of a server that is away when the host ends it', async () => {
  const { clock, s0, s1, request, isOver } = await aHost(everything, announces, announces);
  s0.acknowledge();
  s1.acknowledge();
  await clock.advance(0);
  s0.end();
  await clock.advance(0);
  request.drop('disconnect');
  await clock.advance(0);

  expect([s0.filters.length, isOver()]).toEqual([1, true]);
});

it.each(['die', 'end'] as const)('listens again to a server that has gone away (%s)', async (how) => {
  const { clock, s0, s1, heard, isOver } = await aHost(everything, announces, announces);
  s0.acknowledge();
  s1.acknowledge();
  await clock.advance(0);
  s0[how]();
  await clock.advance(10_000);
  expect(s0.filters).toEqual([shares[0], shares[0]]);
  s0.acknowledge();
  s0.tell('notifications/tools/list_changed');

  expect(heard().slice(1)).toEqual([
    ['notifications/tools/list_changed', {}],
    ['notifications/resources/updated', { uri: 'test://s0' }],
    ['notifications/tools/list_changed', {}],
  ]);
  expect([s1.filters.length, isOver()]).toEqual([1, false]);
});

it('waits longer each time for a server that does not come back for long', async () => {
  const { clock, s0, s1 } = await aHost(everything, announces, announces);
  s1.acknowledge();
  const listens: number[] = [];
  for (let second = 0; second < 100; second++) {
    if (s0.filters.length > listens.length) {
      listens.push(second);
      s0.acknowledge();
      if (second === 31) await clock.advance(30_000);
      s0.end();
    }
    await clock.advance(1_000);
  }

  // The one at 31 lived for 30 s, which this count leaves out.
  expect(listens).toEqual([0, 1, 3, 7, 15, 31, 32, 34, 38, 46, 62, 92]);
});

it('is complete where no server tells anything', async () => {
  const { heard, answer } = await aHost({ promptsListChanged: true }, announces, announces);

  expect(heard()).toEqual([['notifications/subscriptions/acknowledged', { notifications: {} }]]);
  expect(answer()).toMatchObject({ resultType: 'complete', _meta: { [metaKeys.subscriptionId]: 'listen-1' } });
});

it('gives a single server what the host has asked for, as it is', async () => {
  const filter = { toolsListChanged: true, taskIds: ['t1'], resourceSubscriptions: ['test://nobody'] };
  const { clock, s0, heard } = await aHost(filter, announces);
  s0.acknowledge();
  await clock.advance(0);

  expect(s0.filters).toEqual([filter]);
  expect(heard()).toEqual([['notifications/subscriptions/acknowledged', { notifications: filter }]]);
});

it('asks the servers again where a resource is once they have told that their lists are others', async () => {
  const { clock, s0, s1, backend, heard } = await aHost({ resourcesListChanged: true }, announces, announces);
  s0.acknowledge();
  s1.acknowledge();
  await clock.advance(0);
  await backend.request(aRequest('resources/read', { uri: 'test://s0' }));
  s0.uri = 'test://other';
  s1.uri = 'test://s0';
  s0.tell('notifications/resources/list_changed');
  await backend.request(aRequest('resources/read', { uri: 'test://s0' }));

  expect(heard().slice(1)).toEqual([['notifications/resources/list_changed', {}]]);
  expect([s0.reads, s1.reads]).toEqual([1, 1]);
});

it('refuses a request that does not say what to listen to', async () => {
  const { answer } = await aHost(undefined, announces, announces);

  expect(answer()).toMatchObject({ code: -32_602 });
});

it('declares what any of the servers announces', async () => {
  const { backend } = await aHost({}, announces, { tools: { listChanged: false }, prompts: {} });
  const answer = await backend.request(aRequest('server/discover'));

  expect(answer?.result).toMatchObject({ capabilities: { ...announces, prompts: {} } });
});

it('asks for a resource that nobody lists where it was read', async () => {
  const { clock, s0, s1, backend } = await aHost({ toolsListChanged: true }, announces, announces);
  const uri = 'test://nobody';
  void backend.request(aRequest('resources/read', { uri }));
  await clock.advance(2_000);
  void backend.request(aRequest('subscriptions/listen', { notifications: { resourceSubscriptions: [uri] } }));
  await clock.advance(2_000);

  expect(s0.filters.at(-1)).toEqual({ resourceSubscriptions: [uri] });
  expect(s1.filters).toHaveLength(1);
});

describe('servers that may still join', () => {
  const filter = { toolsListChanged: true, promptsListChanged: true };

  /** A host that listens to a server that announces nothing, beside one that is not there yet. */
  async function aLatecomer(capabilities: object) {
    const joins = new Set<(upstream: Upstream) => void>();
    const onJoin = (listener: (upstream: Upstream) => void): (() => void) => {
      joins.add(listener);
      return () => joins.delete(listener);
    };
    const host = await openHost(filter, [{}, {}], { expected: true, onJoin });
    const late = new FakeServer('late', capabilities, host.clock);
    await late.line.speaks();
    const join = (): void => joins.forEach((listener) => listener(late.line.upstream));
    return { ...host, late, joins, join };
  }

  it('may have any list, which is declared and agreed to', async () => {
    const { backend, heard, isOver } = await aLatecomer({});
    const answer = await backend.request(aRequest('server/discover'));

    expect(answer?.result).toMatchObject({
      capabilities: { tools: { listChanged: true }, prompts: { listChanged: true }, resources: { listChanged: true } },
    });
    expect(heard()).toEqual([['notifications/subscriptions/acknowledged', { notifications: filter }]]);
    expect(isOver()).toBe(false);
  });

  it('are told of by their lists when they join, and listened to', async () => {
    const { clock, late, join, heard } = await aLatecomer({ tools: { listChanged: true }, prompts: {} });
    join();
    expect(heard().slice(1)).toEqual([
      ['notifications/tools/list_changed', {}],
      ['notifications/prompts/list_changed', {}],
    ]);
    expect(late.filters).toEqual([{ toolsListChanged: true }]);
    late.acknowledge();
    late.tell('notifications/tools/list_changed');
    await clock.advance(0);

    expect(heard().slice(3)).toEqual([
      ['notifications/tools/list_changed', {}],
      ['notifications/tools/list_changed', {}],
    ]);
  });

  it('are waited for until the host ends it', async () => {
    const { clock, request, joins, isOver } = await aLatecomer({});
    request.drop('disconnect');
    await clock.advance(0);

    expect([isOver(), joins.size]).toEqual([true, 0]);
  });
});

function aRequest(method: string, params: object = {}, heard: (message: Message) => void = () => {}): HostRequest {
  const send = (message: Message): boolean => {
    heard(message);
    return true;
  };

  return new HostRequest(
    Message.request('listen-1', method, params),
    { send, answer: () => {}, end: () => {} },
    { correlationId: 'c', principal, ended: () => {} },
  );
}

function withoutMeta(params: unknown): object {
  return Object.fromEntries(Object.entries(params ?? {}).filter(([key]) => key !== '_meta'));
}

function subscriptionOf(message: Message): unknown {
  const span = message.find(message.paramsSpan, '_meta', metaKeys.subscriptionId);
  return span === undefined ? undefined : message.valueAt(span);
}
