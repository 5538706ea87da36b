import { Message, metaKeys, modernRevisions } from '@breakwater/core';
import { VirtualClock } from '@breakwater/core/testing';
import { describe, expect, it } from 'vitest';
import { SingleBackend } from '../backend/single-backend.ts';
import { FakeHost } from '../testing/fake-host.ts';
import { FakeSource } from '../testing/fake-source.ts';
import { serverOf } from '../testing/server-of.ts';
import { ModernLine } from './modern-line.ts';
import { lineTo } from './shared-line.ts';

const listChanged = 'notifications/tools/list_changed';
const read = { name: 'sync', annotations: { readOnlyHint: true } };
const envelope = {
  [metaKeys.protocolVersion]: modernRevisions[0],
  [metaKeys.clientInfo]: { name: 'host', version: '1' },
  [metaKeys.clientCapabilities]: {},
};

/** A host of a server whose only tool is a read, and whose list it has; each call of that ends the line. */
async function aHost(era: 'legacy' | 'modern', ttlMs = 0) {
  const clock = new VirtualClock({ autoAdvance: false });
  const source = new FakeSource();
  source.answers['server/discover'] = () => ({ supportedVersions: modernRevisions, capabilities: { tools: {} } });
  source.answers['subscriptions/listen'] = () => undefined;
  source.answers['tools/list'] = () => ({ tools: source.tools, ttlMs });
  source.answers['tools/call'] = () => {
    source.line.die();
    return undefined;
  };
  source.tools = [read];
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 5) await clock.advance(5);
  };
  const server = serverOf('files', source, { clock });
  const host = new FakeHost();
  const send = (method: string, params: object = {}): void =>
    void host.request(method, era === 'modern' ? { ...params, _meta: envelope } : params);
  if (era === 'modern') {
    const line = new ModernLine(server);
    host.backend = new SingleBackend(line);
    void line.speaks();
  } else {
    host.backend = new SingleBackend(lineTo(server, host));
    void host.initialize();
  }
  await pass(200);
  send('tools/list');
  await pass(50);
  if (era === 'modern') send('subscriptions/listen', { notifications: { toolsListChanged: true } });
  await pass(50);
  /** Says that the tools have changed, on the modern wire to the one who listens. */
  const announce = (): void => {
    const listen = source.line.heard.find(({ method }) => method === 'subscriptions/listen');
    const _meta = { [metaKeys.subscriptionId]: Number(listen?.id) };
    source.line.say(Message.notification(listChanged, listen === undefined ? undefined : { _meta }));
  };
  const count = (method: string): number => source.lines.reduce((sum, line) => sum + line.count(method), 0);
  /** How often the server gets a call before it is given up. */
  const dispatches = async (): Promise<number> => {
    const before = count('tools/call');
    send('tools/call', { name: 'sync', arguments: {} });
    for (let second = 0; second < 60; second++) await clock.advance(1_000);
    return count('tools/call') - before;
  };
  return { clock, source, send, pass, count, announce, dispatches };
}

describe.each(['legacy', 'modern'] as const)('a call of a read on the %s wire', (era) => {
  it('is repeated', async () => {
    const { dispatches } = await aHost(era);
    expect(await dispatches()).toBeGreaterThan(1);
  });

  it('is not from the moment on when the server says that its tools have changed', async () => {
    const { source, announce, dispatches } = await aHost(era);
    source.tools = ['sync'];
    announce();
    expect(await dispatches()).toBe(1);
  });

  it('is not as long as the changed tools can not be read', async () => {
    const { source, announce, pass, dispatches } = await aHost(era);
    source.line.answers['tools/list'] = () => Message.error('1', { code: -32_603, message: 'busy' });
    announce();
    await pass(1_000);
    expect(await dispatches()).toBe(1);
  });

  it('is again once they were read and it is a read still', async () => {
    const { announce, pass, dispatches } = await aHost(era);
    announce();
    await pass(200);
    expect(await dispatches()).toBeGreaterThan(1);
  });
});

describe('on the modern wire, a call', () => {
  it('has the tools read again where their list has got old, a minute after the last at the soonest', async () => {
    const { clock, source, send, pass, count } = await aHost('modern', 90_000);
    source.answers['tools/call'] = () => ({ content: [] });
    source.line.answers['tools/call'] = source.answers['tools/call'];
    const readings = async (afterMs: number): Promise<number> => {
      const before = count('tools/list');
      await clock.advance(afterMs);
      for (let n = 0; n < 3; n++) send('tools/call', { name: 'sync', arguments: {} });
      await pass(50);
      return count('tools/list') - before;
    };

    expect(await readings(59_000)).toBe(0);
    expect(await readings(29_000)).toBe(0);
    expect(await readings(2_000)).toBe(1);
    expect(await readings(89_000)).toBe(0);
  });
});

const takes = (name: string): object => ({
  type: 'object',
  properties: { [name]: { type: 'string' } },
  required: [name],
});

/** Two hosts of one server, each with a line of its own, that have opened their sessions. */
async function twoHosts() {
  const source = new FakeSource();
  const server = serverOf('files', source, { clock: new VirtualClock() });
  const open = async () => {
    const host = new FakeHost();
    const line = lineTo(server, host);
    host.backend = new SingleBackend(line);
    await host.initialize();
    return { host, tools: line.upstream.tools, connection: source.line };
  };
  return { one: await open(), other: await open() };
}

describe('the tools of a line', () => {
  it('are known as the line itself has listed them, whatever the others list', async () => {
    const { one, other } = await twoHosts();
    one.connection.tools = [{ name: 'find', inputSchema: { type: 'object' } }];
    await one.host.request('tools/list');
    expect(other.tools.definitionOf('find')).toBeUndefined();
    expect(other.tools.lastDefinitionOf('find')).toContain('inputSchema');

    other.connection.tools = [{ name: 'find', title: 'of the other' }];
    await other.host.request('tools/list');
    expect(one.tools.definitionOf('find')).toContain('inputSchema');
    for (const text of [other.tools.definitionOf('find'), other.tools.lastDefinitionOf('find')])
      expect(text).toContain('of the other');
  });

  it('are believed what this line has listed, and no more than any other has', async () => {
    const { one, other } = await twoHosts();
    one.connection.tools = [read];
    await one.host.request('tools/list');
    expect(one.tools.hintsOf('sync')).toMatchObject({ readOnlyHint: true });
    expect(other.tools.hintsOf('sync')).toBeUndefined();

    other.connection.tools = ['sync'];
    await other.host.request('tools/list');
    for (const { tools } of [one, other]) expect(tools.hintsOf('sync')).toMatchObject({ readOnlyHint: false });
  });

  it('explain a refusal of their arguments, and those of another line do not', async () => {
    const { one, other } = await twoHosts();
    one.connection.tools = [{ name: 'open', inputSchema: takes('path') }];
    other.connection.tools = [{ name: 'open', inputSchema: takes('address') }];
    for (const { host } of [one, other]) await host.request('tools/list');
    const refusal = { content: [{ type: 'text', text: 'Invalid arguments' }], isError: true };
    one.connection.answers['tools/call'] = () => refusal;
    const refused = async (args: object): Promise<string | undefined> =>
      (await one.host.request('tools/call', { name: 'open', arguments: args }))?.text;

    expect(await refused({ path: 'x' })).not.toContain('address');
    expect(await refused({})).toContain("'path'");
  });
});

it('are read again when a subscription tells that they have changed, of which its host hears by that alone', async () => {
  const clock = new VirtualClock({ autoAdvance: false });
  const source = new FakeSource();
  source.mayBeModern = true;
  source.answers['server/discover'] = () => ({ supportedVersions: modernRevisions, capabilities: { tools: {} } });
  source.answers['subscriptions/listen'] = () => undefined;
  const host = new FakeHost();
  host.backend = new SingleBackend(lineTo(serverOf('files', source, { clock }), host));
  const send = async (method: string, params: object = {}): Promise<void> => {
    void host.request(method, { ...params, _meta: envelope });
    await clock.advance(200);
  };
  await send('server/discover');
  await send('tools/list');
  await send('subscriptions/listen', { notifications: { toolsListChanged: true } });
  const reads = source.line.count('tools/list');
  const listen = source.line.heard.find(({ method }) => method === 'subscriptions/listen');
  source.tools = ['another'];
  source.line.say(Message.notification(listChanged, { _meta: { [metaKeys.subscriptionId]: Number(listen?.id) } }));
  for (let passed = 0; passed < 1_000; passed += 5) await clock.advance(5);

  expect([source.line.count('tools/list') - reads, host.notifications]).toEqual([1, []]);
});
