import type { Failure } from '@breakwater/core';
import { expect, it } from 'vitest';
import { RestartPolicy } from './restart-policy.ts';

const gone: Failure = { kind: 'server_crashed', executed: 'no' };
const unauthorized: Failure = { kind: 'upstream_unauthorized', executed: 'no' };
const neverReady = { startedAtMs: 0, readyAtMs: undefined };

/** Ends the server at once after each start; returns how long it must wait each time. */
function shortLives(policy: RestartPolicy, count: number, failure = gone): readonly number[] {
  const waits: number[] = [];
  let now = 0;
  for (let life = 0; life < count; life++) {
    policy.ended(now, { startedAtMs: now, readyAtMs: undefined }, failure);
    waits.push(policy.nextStartAt(now) - now);
    now = policy.nextStartAt(now);
  }
  return waits;
}

it('starts at once the first time', () => {
  const policy = new RestartPolicy({ random: () => 0.5 });
  expect(policy.nextStartAt(42)).toBe(42);
});

it('waits twice as long after each short life, then once a minute', () => {
  const policy = new RestartPolicy({ random: () => 1 });
  expect(shortLives(policy, 7)).toEqual([1_000, 2_000, 4_000, 8_000, 60_000, 60_000, 60_000]);
  expect(policy.failed).toBe(true);
});

it('spreads the waits over their whole length, up to a minute', () => {
  expect(shortLives(new RestartPolicy({ random: () => 0.25, maxStarts: 99 }), 8)).toEqual([
    250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000,
  ]);
});

it('wipes the slate only after a sustained uptime', () => {
  const policy = new RestartPolicy({ random: () => 1 });
  shortLives(policy, 4);
  policy.ready();
  policy.ended(130_999, { startedAtMs: 100_000, readyAtMs: 101_000 }, gone);
  expect(policy.failed).toBe(true);
  policy.ready();
  policy.ended(231_000, { startedAtMs: 200_000, readyAtMs: 201_000 }, gone);
  expect([policy.failed, policy.nextStartAt(231_000)]).toEqual([false, 232_000]);
});

it('does not count a long hang at the start as uptime', () => {
  const policy = new RestartPolicy({ random: () => 1 });
  shortLives(policy, 4);
  policy.ended(220_000, { startedAtMs: 100_000, readyAtMs: undefined }, gone);
  expect(policy.failed).toBe(true);
});

it('lets a call try a failed server sooner than it is tried unasked, but not in a storm', () => {
  const policy = new RestartPolicy({ random: () => 1 });
  shortLives(policy, 4);
  policy.ended(100_000, { startedAtMs: 100_000, readyAtMs: undefined }, gone);
  expect(policy.nextStartByCallAt(100_000)).toBe(116_000);
  expect(policy.nextStartAt(100_000)).toBe(160_000);
});

it('fails fast during a new try and stops doing so when that is ready', () => {
  const policy = new RestartPolicy({ random: () => 1 });
  shortLives(policy, 5);
  expect([policy.failed, policy.failsFast]).toEqual([true, true]);
  policy.ready();
  expect([policy.failed, policy.failsFast]).toEqual([false, false]);
});

it('has calls wait for the next start where that is wanted', () => {
  const policy = new RestartPolicy({ random: () => 1, maxDelayMs: 1_000, failedDelayMs: 5_000, failFast: false });
  expect(shortLives(policy, 6)).toEqual([1_000, 1_000, 1_000, 1_000, 5_000, 5_000]);
  expect([policy.failed, policy.failsFast]).toEqual([true, false]);
  expect(policy.nextStartByCallAt(20_000)).toBe(20_000);
});

it('holds nothing against a server that was stopped on purpose', () => {
  const policy = new RestartPolicy({ random: () => 1 });
  policy.ready();
  policy.stopped(20, { startedAtMs: 0, readyAtMs: 10 });
  expect([policy.failed, policy.nextStartAt(20)]).toEqual([false, 20]);
});

it('counts processes that go down together once', () => {
  const policy = new RestartPolicy({ random: () => 1 });
  for (let session = 0; session < 20; session++) policy.ready();
  for (let session = 0; session < 20; session++)
    policy.ended(5_000, { startedAtMs: session, readyAtMs: session }, gone);
  expect([policy.failed, policy.nextStartAt(5_000)]).toEqual([false, 6_000]);
});

it('starts nothing before the time that the server has named, whoever asks', () => {
  const policy = new RestartPolicy({ random: () => 0, failFast: false });
  policy.ended(0, neverReady, { ...gone, retryAfterMs: 3_600_000 });
  policy.ended(10, neverReady, { ...gone, retryAfterMs: 1_000 });
  expect([policy.nextStartAt(10), policy.nextStartByCallAt(10)]).toEqual([3_600_000, 3_600_000]);
  expect(policy.pause?.untilMs).toBe(3_600_000);
  // It has thought better of it.
  policy.ready();
  expect(policy.nextStartAt(10)).toBe(10);
});

it('comes back ever more rarely, up to a quarter of an hour, to a server that refuses us', () => {
  const pace = { maxDelayMs: 1_000, failedDelayMs: 5_000, failFast: false };
  const waits = shortLives(new RestartPolicy({ random: () => 1, ...pace }), 200, unauthorized);
  expect(waits.slice(0, 12).map((wait) => wait / 1_000)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);

  const policy = new RestartPolicy({ random: () => 1, ...pace });
  shortLives(policy, 200, unauthorized);
  const now = policy.nextStartAt(0);
  policy.ended(now, { startedAtMs: now, readyAtMs: undefined }, unauthorized);
  // Somebody who calls may know that it was mended.
  expect(policy.nextStartByCallAt(now) - now).toBe(1_000);
  policy.ended(now, { startedAtMs: now, readyAtMs: undefined }, gone);
  expect(policy.nextStartAt(now) - now).toBe(5_000);
});
