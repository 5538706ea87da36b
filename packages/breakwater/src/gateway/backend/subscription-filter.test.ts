import { expect, it } from 'vitest';
import type { Upstream } from '../server/upstream.ts';
import { shareOut } from './subscription-filter.ts';

function anUpstream(capabilities: object): Upstream {
  // Sound: nothing else of it is looked at.
  return { capabilities } as unknown as Upstream;
}

/** Lists that show some resources at once, and others after another look. */
function listsWith(known: Record<string, Upstream>, unread: Record<string, Upstream> = {}) {
  const shown = { ...known };
  const did = { asked: 0, looked: 0 };
  const knownServerOf = (uri: string): Promise<Upstream | undefined> => {
    did.asked += 1;
    return Promise.resolve(shown[uri]);
  };
  const serverOf = (uri: string): Promise<Upstream | undefined> => {
    did.looked += 1;
    Object.assign(shown, unread);
    return Promise.resolve(shown[uri]);
  };
  return { did, knownServerOf, serverOf };
}

it('gives each server its own resources, each once, and the lists that it announces', async () => {
  const files = anUpstream({ resources: { subscribe: true, listChanged: true } });
  const memory = anUpstream({ resources: { subscribe: true }, tools: { listChanged: true } });
  const silent = anUpstream({ resources: {} });
  const owners: Record<string, Upstream> = { 'a://1': files, 'a://2': files, 'b://1': memory, 'c://1': silent };
  const filter = {
    toolsListChanged: true,
    resourceSubscriptions: ['a://1', 'b://1', 'a://2', 'a://1', 'c://1', 'd://1'],
  };
  const shares = await shareOut(filter, [files, memory, silent], listsWith(owners));

  expect([...shares]).toEqual([
    [files, { resourceSubscriptions: ['a://1', 'a://2'] }],
    [memory, { toolsListChanged: true, resourceSubscriptions: ['b://1'] }],
  ]);
});

it('asks once for a resource that is named very often', async () => {
  const upstreams = [anUpstream({ resources: { subscribe: true } }), anUpstream({})] as const;
  const lists = listsWith({ 'a://1': upstreams[0] });
  const filter = { resourceSubscriptions: Array.from({ length: 100_000 }, () => 'a://1') };
  const shares = await shareOut(filter, upstreams, lists);

  expect([...shares.values()]).toEqual([{ resourceSubscriptions: ['a://1'] }]);
  expect(lists.did).toEqual({ asked: 1, looked: 0 });
});

it('looks once for all resources that the lists do not show', async () => {
  const upstreams = [anUpstream({ resources: { subscribe: true } }), anUpstream({})] as const;
  const lists = listsWith({ 'a://1': upstreams[0] }, { 'a://3': upstreams[0] });
  const filter = { resourceSubscriptions: ['a://1', 'a://2', 'a://3', 'a://4'] };
  const shares = await shareOut(filter, upstreams, lists);

  expect([...shares.values()]).toEqual([{ resourceSubscriptions: ['a://1', 'a://3'] }]);
  expect(lists.did.looked).toBe(1);
});
