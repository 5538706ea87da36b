import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CancelSource } from './cancel.ts';
import { Timer } from './clock.ts';
import { SystemClock } from './system-clock.ts';
import { TimerWheel } from './timer-wheel.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function wheelWithLog() {
  const fired: string[] = [];
  const wheel = new TimerWheel(() => performance.now());
  return { wheel, fired, timer: (name: string) => new Timer(() => fired.push(name)) };
}

describe('TimerWheel', () => {
  it('fires what is due, in order, and nothing that was cancelled or moved away', () => {
    const { wheel, fired, timer } = wheelWithLog();
    const cancelled = timer('cancelled');
    const moved = timer('moved');
    wheel.schedule(timer('late'), 180);
    wheel.schedule(timer('early'), 120);
    wheel.schedule(cancelled, 130);
    wheel.schedule(moved, 120);
    wheel.schedule(timer('precise'), 5);
    wheel.cancel(cancelled);
    wheel.schedule(moved, 60_000);
    vi.advanceTimersByTime(5);
    expect(fired).toEqual(['precise']);
    vi.advanceTimersByTime(300);
    expect(fired).toEqual(['precise', 'early', 'late']);
    vi.advanceTimersByTime(60_000);
    expect(fired).toEqual(['precise', 'early', 'late', 'moved']);
  });

  it('is never early and at most two ticks late, also over many rounds', () => {
    const wheel = new TimerWheel(() => performance.now());
    for (const delayMs of [100, 101, 999, 5_119, 5_120, 5_121, 600_000, 3_000_000_000]) {
      const armedAt = performance.now();
      let firedAt = 0;
      wheel.schedule(new Timer(() => (firedAt = performance.now())), delayMs);
      vi.advanceTimersByTime(delayMs + 25);
      expect(firedAt - armedAt).toBeGreaterThanOrEqual(delayMs);
      expect(firedAt - armedAt).toBeLessThanOrEqual(delayMs + 20);
    }
  });

  it('keeps timers that share a slot but not a round apart', () => {
    const { wheel, fired, timer } = wheelWithLog();
    for (const round of [2, 0, 1]) wheel.schedule(timer(`round ${round}`), 120 + round * 5_120);
    vi.advanceTimersByTime(150);
    expect(fired).toEqual(['round 0']);
    vi.advanceTimersByTime(5_120);
    expect(fired).toEqual(['round 0', 'round 1']);
    vi.advanceTimersByTime(5_120);
    expect(fired).toEqual(['round 0', 'round 1', 'round 2']);
  });

  it('lets one timer cancel another that is due at the same moment', () => {
    const { wheel, fired, timer } = wheelWithLog();
    const second = timer('second');
    wheel.schedule(
      new Timer(() => {
        fired.push('first');
        wheel.cancel(second);
      }),
      110,
    );
    wheel.schedule(second, 111);
    vi.advanceTimersByTime(500);
    expect(fired).toEqual(['first']);
  });

  it('lets the platform sleep when nothing is armed', () => {
    const { wheel, timer } = wheelWithLog();
    const only = timer('only');
    wheel.schedule(only, 1_000);
    wheel.cancel(only);
    vi.advanceTimersByTime(10_000);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('SystemClock', () => {
  it('ends a sleep at once on cancellation and leaves no timer', async () => {
    const clock = new SystemClock();
    const source = new CancelSource();
    const sleeping = clock.sleep(50, source);
    source.cancel('caller');
    expect(await sleeping).toBe(false);
    expect(await clock.sleep(50, source)).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });
});
