import { expect, it } from 'vitest';
import { VirtualClock } from '@breakwater/core/testing';
import { ListChanges, type Certainty } from './list-changes.ts';

const tools = 'notifications/tools/list_changed';

function watch() {
  const clock = new VirtualClock();
  const told: (readonly [number, string, Certainty])[] = [];
  const changes = new ListChanges(clock, (method, certainty) => told.push([clock.now(), method, certainty]));
  return { clock, told, changes };
}

it('tells of a burst once, when it is over', async () => {
  const { clock, told, changes } = watch();
  const start = clock.now();
  for (let n = 0; n < 10; n++) {
    changes.changed(tools, 'said');
    await clock.advance(60);
  }
  expect(told).toEqual([]);
  await clock.advance(100);
  expect(told).toEqual([[start + 640, tools, 'said']]);
});

it('tells of changes that never stop once a second', async () => {
  const { clock, told, changes } = watch();
  for (let n = 0; n < 50; n++) {
    changes.changed(tools, 'said');
    await clock.advance(50);
  }
  expect(told).toHaveLength(2);
});

it('keeps lists apart, and tells the most that is known of each change', async () => {
  const { clock, told, changes } = watch();
  for (const certainty of ['told', 'possible'] as const) {
    changes.changed(tools, certainty);
    changes.changed('notifications/prompts/list_changed', certainty);
  }
  changes.changed(tools, 'said');
  await clock.advance(200);
  expect(told.map(([, method, certainty]) => [method, certainty])).toEqual([
    ['notifications/prompts/list_changed', 'possible'],
    [tools, 'said'],
  ]);
});

it('tells nothing once closed', async () => {
  const { clock, told, changes } = watch();
  changes.changed(tools, 'said');
  changes.close();
  await clock.advance(2_000);
  expect(told).toEqual([]);
});
