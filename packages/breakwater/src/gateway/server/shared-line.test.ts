import { Message } from '@breakwater/core';
import { VirtualClock } from '@breakwater/core/testing';
import { describe, expect, it } from 'vitest';
import { SingleBackend } from '../backend/single-backend.ts';
import { aRequest, FakeHost } from '../testing/fake-host.ts';
import { FakeSource } from '../testing/fake-source.ts';
import { serverOf } from '../testing/server-of.ts';
import { lineTo, SharedLine } from './shared-line.ts';

const subscribe = 'resources/subscribe';
const uri = 'test://one';
const refusal = Message.error('1', { code: -32_602, message: 'client bob@example.org is not allowed' });

/** Hosts of one server, each with a line of its own or all with the same. */
function someHosts(share: 'session' | 'all') {
  const clock = new VirtualClock({ autoAdvance: false });
  const source = new FakeSource();
  const server = serverOf('files', source, { clock });
  const shared = new SharedLine(server);
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 5) await clock.advance(5);
  };
  const aHost = () => {
    const host = new FakeHost();
    host.backend = new SingleBackend(share === 'all' ? shared.join(host) : lineTo(server, host));
    return host;
  };
  const open = async () => {
    const host = aHost();
    void host.initialize();
    await pass(200);
    return host;
  };
  const send = async (host: FakeHost, method: string, params?: object): Promise<Message | undefined> => {
    let answer: Message | undefined;
    void host.request(method, params).then((given) => (answer = given));
    await pass(500);
    return answer;
  };
  const restart = async (): Promise<void> => {
    source.line.die();
    await pass(2_000);
  };
  /** Subscribes without an answer for now; the id under which it can be given. */
  const subscribeLate = async (host: FakeHost, request = aRequest(subscribe, { uri })): Promise<string> => {
    let late = '';
    source.line.answers[subscribe] = ({ id = '' }) => void (late = id);
    void host.send(request);
    await pass(10);
    return late;
  };
  return { source, aHost, open, send, subscribeLate, restart, pass };
}

describe.each(['session', 'all'] as const)('a subscription (share: %j)', (share) => {
  it('outlives a second one to the same resource that the server refuses', async () => {
    const { source, open, send, restart } = someHosts(share);
    const host = await open();
    await send(host, subscribe, { uri });
    source.line.answers[subscribe] = () => refusal;
    expect((await send(host, subscribe, { uri }))?.isError).toBe(true);
    await restart();

    expect(source.line.count(subscribe)).toBe(1);
  });

  it('is over when its host ends it, however often it has asked for it', async () => {
    const { source, open, send, restart } = someHosts(share);
    const host = await open();
    for (let n = 0; n < 2; n++) await send(host, subscribe, { uri });
    await send(host, 'resources/unsubscribe', { uri });
    await restart();

    expect(source.line.count(subscribe)).toBe(0);
  });

  it('stands although an earlier request for it, ended since, is refused late', async () => {
    const { source, open, send, subscribeLate, restart } = someHosts(share);
    const host = await open();
    const late = await subscribeLate(host);
    await send(host, 'resources/unsubscribe', { uri });
    source.line.answers[subscribe] = () => ({});
    await send(host, subscribe, { uri });
    source.line.say(refusal.withId(late));
    await restart();

    expect(source.line.count(subscribe)).toBe(1);
  });

  it('is ended at a server that accepts it after its time is over, unless it was asked for again', async () => {
    const { source, open, send, subscribeLate, pass } = someHosts(share);
    const host = await open();
    const [first, again] = [await subscribeLate(host), await subscribeLate(host)];
    await pass(600_000);
    const ended = (): number => source.line.count('resources/unsubscribe');
    source.line.say(refusal.withId(again));
    await pass(10);
    expect(ended()).toBe(0);
    source.line.say(Message.result(first, {}));
    await pass(10);
    expect(ended()).toBe(1);

    source.line.answers[subscribe] = () => ({});
    await send(host, subscribe, { uri });
    source.line.say(Message.result(again, {}));
    await pass(10);
    expect(ended()).toBe(1);
  });

  it('is one of at most 1000 of a host', async () => {
    const { source, open, send, pass } = someHosts(share);
    const [host, other] = [await open(), await open()];
    for (let n = 0; n < 1_000; n++) void host.request(subscribe, { uri: `test://${n}` });
    await pass(500);
    const { lines } = source;
    const told = (): number => lines.reduce((sum, line) => sum + line.count(subscribe), 0);
    const refused = await send(host, subscribe, { uri });
    expect(refused?.isError).toBe(true);
    expect(refused?.text).toMatch(/ 1000 resources .*"executed":"no"/);
    expect(told()).toBe(1_000);

    for (const again of ['test://7', 'test://8'])
      expect((await send(host, subscribe, { uri: again }))?.result).toEqual({});
    expect((await send(other, subscribe, { uri }))?.result).toEqual({});
    await send(host, 'resources/unsubscribe', { uri: 'test://7' });
    expect((await send(host, subscribe, { uri }))?.result).toEqual({});
  });

  it('is repeated to a new process before the first call, which waits for no answer to it', async () => {
    const { source, open, send, restart } = someHosts(share);
    const host = await open();
    await send(host, subscribe, { uri });
    await send(host, 'logging/setLevel', { level: 'debug' });
    source.answers[subscribe] = () => undefined;
    await restart();

    expect((await send(host, 'tools/call', { name: 'echo', arguments: {} }))?.text).toContain('done');
    const { heard } = source.line;
    expect(heard.map(({ method }) => method).filter((method) => method !== 'tools/list')).toEqual([
      'initialize',
      'notifications/initialized',
      'logging/setLevel',
      subscribe,
      'tools/call',
    ]);
  });
});

it('repeats a subscription of several hosts as the server has accepted it', async () => {
  const { source, open, send, restart } = someHosts('all');
  const [first, second] = [await open(), await open()];
  await send(first, subscribe, { uri });
  source.line.answers[subscribe] = () => refusal;
  await send(second, subscribe, { uri, _meta: { of: 'second' } });
  await restart();

  const told = source.line.heard.filter(({ method }) => method === subscribe);
  expect(told.map(({ params }) => params)).toEqual([{ uri }]);
});

it('is ended at the server when the last host that wants it is refused, after another has ended its own', async () => {
  const { source, open, send, subscribeLate, pass } = someHosts('all');
  const [first, second] = [await open(), await open()];
  await send(first, subscribe, { uri });
  const late = await subscribeLate(second);
  await send(first, 'resources/unsubscribe', { uri });
  expect(source.line.count('resources/unsubscribe')).toBe(0);
  source.line.say(refusal.withId(late));
  await pass(10);

  expect(source.line.count('resources/unsubscribe')).toBe(1);
});

it.each([
  ['gone', (host: FakeHost) => void host.backend?.close()],
  ['taken it back', () => {}],
])('is ended at a shared server that has accepted it after its host has %s', async (_what, leave) => {
  const { source, open, subscribeLate, pass } = someHosts('all');
  const host = await open();
  const cancelled: string[] = [];
  Object.assign(source.line, { cancel: (id: string) => void cancelled.push(id) });
  const request = aRequest(subscribe, { uri });
  const late = await subscribeLate(host, request);
  request.drop('caller');
  leave(host);
  await pass(10);
  const ended = source.line.count('resources/unsubscribe');
  source.line.say(Message.result(late, {}));
  await pass(10);

  expect(source.line.count('resources/unsubscribe') - ended).toBe(1);
  expect(cancelled).toEqual([]);
});

it('is ended at a server that has accepted it although it was told that its host has taken it back', async () => {
  const { source, open, subscribeLate, pass } = someHosts('session');
  const host = await open();
  const request = aRequest(subscribe, { uri });
  const late = await subscribeLate(host, request);
  request.drop('caller');
  source.line.say(Message.result(late, {}));
  await pass(10);

  expect(source.line.count('resources/unsubscribe')).toBe(1);
});

it('is ended again where its end has overtaken it', async () => {
  const { source, open, send, subscribeLate, pass } = someHosts('session');
  const host = await open();
  const late = await subscribeLate(host);
  await send(host, 'resources/unsubscribe', { uri });
  source.line.say(Message.result(late, {}));
  await pass(10);

  expect(source.line.count('resources/unsubscribe')).toBe(2);
});

it('is told again by its own call alone where that is under way', async () => {
  const { source, open, pass, restart } = someHosts('session');
  const host = await open();
  source.line.answers[subscribe] = () => undefined;
  void host.request(subscribe, { uri });
  await pass(10);
  await restart();

  expect(source.line.count(subscribe)).toBe(1);
});

it('of a host that is gone is told to nobody else', async () => {
  const { source, open, send, pass } = someHosts('all');
  const [gone, other] = [await open(), await open()];
  await send(other, subscribe, { uri: 'test://other' });
  await send(gone, subscribe, { uri });
  await gone.backend?.close();
  for (const about of [uri, `${uri}/part`])
    source.line.say(Message.notification('notifications/resources/updated', { uri: about }));
  source.line.say(Message.notification('notifications/resources/updated', { uri: 'test://by-another-name' }));
  await pass(10);

  expect(other.notifications).toEqual(['notifications/resources/updated']);
});
