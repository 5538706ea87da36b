import { expect, it } from 'vitest';
import { CancelSource, neverCancelled, toAbortSignal } from './cancel.ts';

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

it('makes an AbortSignal that carries the reason, and lets go of it', () => {
  const source = new CancelSource();
  const { abortSignal, release } = toAbortSignal(source);
  release();
  source.cancel('caller');
  expect(abortSignal.aborted).toBe(false);
  const late = toAbortSignal(source);
  expect(late.abortSignal.reason).toBe('caller');
  expect(toAbortSignal(neverCancelled).abortSignal.aborted).toBe(false);
});
