import { expect, it } from 'vitest';
import { VirtualClock } from '@breakwater/core/testing';
import { ListChanges } from './list-changes.ts';

const tools = 'notifications/tools/list_changed';

function watch() {
  const clock = new VirtualClock();
  const told: (readonly [number, string, boolean])[] = [];
  const changes = new ListChanges(clock, (method, certain) => told.push([clock.now(), method, certain]));
  return { clock, told, changes };
}

it('tells of a burst once, when it is over', async () => {
  const { clock, told, changes } = watch();
  const start = clock.now();
  for (let n = 0; n < 10; n++) {
    changes.changed(tools, true);
    await clock.advance(60);
  }
  expect(told).toEqual([]);
  await clock.advance(100);
  expect(told).toEqual([[start + 640, tools, true]]);
});

it('tells of changes that never stop once a second', async () => {
  const { clock, told, changes } = watch();
  for (let n = 0; n < 50; n++) {
    changes.changed(tools, true);
    await clock.advance(50);
  }
  expect(told).toHaveLength(2);
});

it('keeps lists apart, and knows a change that somebody has said from one that may be', async () => {
  const { clock, told, changes } = watch();
  changes.changed(tools, false);
  changes.changed('notifications/prompts/list_changed', false);
  changes.changed(tools, true);
  await clock.advance(200);
  expect(told.map(([, method, certain]) => [method, certain])).toEqual([
    ['notifications/prompts/list_changed', false],
    [tools, true],
  ]);
});

it('tells nothing once closed', async () => {
  const { clock, told, changes } = watch();
  changes.changed(tools, true);
  changes.close();
  await clock.advance(2_000);
  expect(told).toEqual([]);
});
