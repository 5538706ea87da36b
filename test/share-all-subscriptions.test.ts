import { expect, it } from 'vitest';
import { at, textOf, until, useKit, type RawHttpHost } from './kit/index.ts';

const kit = useKit();

/** Three hosts of one process, the last of them behind the endpoint for all servers. */
async function threeHosts() {
  const watched = await kit.fake('watched');
  const gateway = await kit.startGateway({
    mcpServers: { watched: watched.server },
    servers: { watched: { share: 'all' } },
  });
  const endpoints = [gateway.endpoint('watched'), gateway.endpoint('watched'), gateway.endpoint()] as const;
  const [first, second, merged] = [
    kit.openHttp(endpoints[0]),
    kit.openHttp(endpoints[1]),
    kit.openHttp(endpoints[2]),
  ] as const;
  for (const host of [first, second, merged]) {
    await host.initialize();
    await host.get().opened();
  }
  const subscribed = async (): Promise<string> => textOf(await first.callTool('subscribed'));
  return { first, second, merged, subscribed, journal: watched.journal };
}

it('ends a subscription at the server when its last host ends it, and no sooner', async () => {
  const { first, second, merged, subscribed, journal } = await threeHosts();
  for (const host of [first, second, merged]) await host.request('resources/subscribe', one);

  expect((await first.request('resources/unsubscribe', one)).result).toEqual({});
  // It has none of its own any more; what others have is not its to end.
  expect((await first.request('resources/unsubscribe', one)).result).toEqual({});
  expect((await merged.request('resources/unsubscribe', one)).result).toEqual({});
  expect([await subscribed(), journal.received('resources/unsubscribe').length]).toEqual(['test://one', 0]);

  expect((await second.request('resources/unsubscribe', one)).result).toEqual({});
  expect([await subscribed(), journal.received('resources/unsubscribe').length]).toEqual(['', 1]);
});

it('takes a host that leaves for one that has ended its subscriptions', async () => {
  const { second, merged, subscribed, journal } = await threeHosts();
  for (const host of [second, merged]) await host.request('resources/subscribe', one);

  await second.delete().finished();
  expect([await subscribed(), journal.received('resources/unsubscribe').length]).toEqual(['test://one', 0]);

  await merged.delete().finished();
  await until('the server to be told', async () => (await subscribed()) === '');
});

it('tells of an update who is subscribed to it or to what it is part of, and all where nobody is known', async () => {
  const { first, second, merged } = await threeHosts();
  await first.request('resources/subscribe', one);
  await second.request('resources/subscribe', { uri: 'test://two' });
  await merged.request('resources/subscribe', one);

  for (const uri of ['test://one', 'test://two', 'test://one/part', 'test://oneself'])
    await first.callTool('touch', { uri });

  for (const host of [first, second, merged]) await until('the last', () => updates(host).includes('test://oneself'));
  expect(updates(first)).toEqual(['test://one', 'test://one/part', 'test://oneself']);
  expect(updates(second)).toEqual(['test://two', 'test://oneself']);
  expect(updates(merged)).toEqual(updates(first));
});

it('tells a new process of what somebody is still subscribed to', async () => {
  const { first, second, subscribed, journal } = await threeHosts();
  for (const uri of ['test://one', 'test://two'])
    for (const host of [first, second]) await host.request('resources/subscribe', { uri });
  await first.request('resources/unsubscribe', one);
  for (const host of [first, second]) await host.request('resources/unsubscribe', { uri: 'test://two' });

  const started = journal.count('started');
  await first.callTool('die');
  await journal.waitFor('started', started + 1);

  expect(await subscribed()).toBe('test://one');
});

const one = { uri: 'test://one' };

function updates(host: RawHttpHost): readonly unknown[] {
  return host.inbox.notifications('notifications/resources/updated').map((each) => at(each, 'params', 'uri'));
}
