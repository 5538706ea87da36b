import { expect, it } from 'vitest';
import { CancelSource } from './cancel.ts';

it('tells every listener once, in the order of coming, and late ones at once', () => {
  const source = new CancelSource();
  const heard: string[] = [];
  for (const name of ['a', 'b', 'c']) source.onCancel((reason) => heard.push(`${name} ${reason}`));
  source.cancel('caller');
  source.cancel('shutdown');
  source.onCancel((reason) => heard.push(`late ${reason}`));
  expect(heard).toEqual(['a caller', 'b caller', 'c caller', 'late caller']);
  expect(source.reason).toBe('caller');
});

it('forgets a listener that has left, whichever it was, and only that one', () => {
  const source = new CancelSource();
  const heard: string[] = [];
  const [leaveA, , leaveC] = ['a', 'b', 'c'].map((name) => source.onCancel(() => heard.push(name)));
  leaveA?.();
  source.onCancel(() => heard.push('d'));
  leaveA?.();
  leaveC?.();
  source.cancel('deadline');
  expect(heard.toSorted()).toEqual(['b', 'd']);
});
