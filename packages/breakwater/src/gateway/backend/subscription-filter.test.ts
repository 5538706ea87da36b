import { expect, it } from 'vitest';
import type { Upstream } from '../server/upstream.ts';
import { shareOut } from './subscription-filter.ts';

function anUpstream(capabilities: object): Upstream {
  // Sound: nothing else of it is looked at.
  return { capabilities } as unknown as Upstream;
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
  const shares = await shareOut(filter, [files, memory, silent], (uri) => Promise.resolve(owners[uri]));

  expect([...shares]).toEqual([
    [files, { resourceSubscriptions: ['a://1', 'a://2'] }],
    [memory, { toolsListChanged: true, resourceSubscriptions: ['b://1'] }],
  ]);
});

it('asks once for a resource that is named very often', async () => {
  const upstreams = [anUpstream({ resources: { subscribe: true } }), anUpstream({})];
  let asked = 0;
  const filter = { resourceSubscriptions: Array.from({ length: 100_000 }, () => 'a://1') };
  const shares = await shareOut(filter, upstreams, () => Promise.resolve(upstreams[Math.min(asked++, 0)]));

  expect([asked, [...shares.values()]]).toEqual([1, [{ resourceSubscriptions: ['a://1'] }]]);
});
