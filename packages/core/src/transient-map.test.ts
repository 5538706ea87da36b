import { expect, it } from 'vitest';
import { TransientMap } from './transient-map.ts';

it('keeps what was set until it is deleted, in the order in which it came', () => {
  const map = new TransientMap<number, string>();
  for (let key = 0; key < 1_000; key++) {
    map.set(key, `value ${key}`);
    map.delete(key - 300);
  }
  const kept = Array.from({ length: 300 }, (_, index) => 700 + index);

  expect([...map.keys()]).toEqual(kept);
  expect([...map.values()]).toEqual(kept.map((key) => `value ${key}`));
  expect([map.size, map.has(699), map.get(700), map.delete(699)]).toEqual([300, false, 'value 700', false]);
  map.clear();
  expect([map.size, map.get(700)]).toEqual([0, undefined]);
});

it('keeps the place of a key that is set again', () => {
  const map = new TransientMap<string, number>();
  for (let value = 0; value < 500; value++) for (const key of ['first', 'second']) map.set(key, value);

  expect([...map.keys(), ...map.values()]).toEqual(['first', 'second', 499, 499]);
});
