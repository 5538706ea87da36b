import { expect, it } from 'vitest';
import { nearestNames } from './nearest.ts';

const known = ['deadline', 'idleTimeout', 'timeout', 'trusted', 'trustAnnotations'];

it.each([
  ['deadlin', ['deadline']],
  ['dealdine', ['deadline']],
  ['idle_timeout', ['idleTimeout']],
  ['IdleTimeout', ['idleTimeout']],
  ['trust', ['trusted', 'trustAnnotations']],
  ['timeoutSeconds', ['timeout']],
  ['tru', []],
  ['', []],
  ['something else', []],
])('takes %j for %j', (name, meant) => {
  expect(nearestNames(name, known, 3)).toEqual(meant);
});

it('gives no more than was asked for, the nearest first', () => {
  expect(nearestNames('echo', ['echos', 'echo', 'ecko'], 2)).toEqual(['echo', 'echos']);
});
