import type { DroppedWhat } from '@breakwater/core';
import { VirtualClock } from '@breakwater/core/testing';
import { expect, it } from 'vitest';
import { DroppedCount } from './dropped-count.ts';

function aCount() {
  const clock = new VirtualClock({ autoAdvance: false });
  const more: (readonly [DroppedWhat, number])[] = [];
  const count = new DroppedCount(clock, (...each) => more.push(each));
  /** How many of these are told one by one. */
  const flood = (what: DroppedWhat, size: number): number =>
    Array.from({ length: size }, () => count.add(what)).filter(Boolean).length;
  return { clock, count, more, flood };
}

it('tells the first fifty of a flood, and after a minute how many more there were', async () => {
  const { clock, more, flood } = aCount();
  expect(flood('noise', 5_000)).toBe(50);
  await clock.advance(59_999);
  expect(more).toEqual([]);
  await clock.advance(1);
  expect(more).toEqual([['noise', 4_950]]);
});

it('loses none of them, however long the flood lasts', async () => {
  const { clock, more, flood } = aCount();
  let told = 0;
  for (let second = 0; second < 150; second++) {
    told += flood('late-answer', 7);
    await clock.advance(1_000);
  }
  await clock.advance(60_000);
  expect([told, more.length]).toEqual([150, 3]);
  expect(told + more.reduce((sum, [, count]) => sum + count, 0)).toBe(150 * 7);
});

it('counts each kind by itself, and says nothing of what came in small numbers', async () => {
  const { clock, more, flood } = aCount();
  expect([flood('noise', 51), flood('unknown-id', 50)]).toEqual([50, 50]);
  await clock.advance(60_000);
  expect(more).toEqual([['noise', 1]]);
  expect(clock.armed).toBe(0);
});

it('tells at the end what is still untold, and leaves no timer', () => {
  const { clock, count, more, flood } = aCount();
  flood('noise', 70);
  flood('late-progress', 3);
  count.close();
  expect(more).toEqual([['noise', 20]]);
  expect(clock.armed).toBe(0);
});
