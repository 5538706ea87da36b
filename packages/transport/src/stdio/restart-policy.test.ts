import { expect, it } from 'vitest';
import { RestartPolicy } from './restart-policy.ts';

/** Ends the server at once after each start; returns how long it must wait each time. */
function shortLives(policy: RestartPolicy, count: number): readonly number[] {
  const waits: number[] = [];
  let now = 0;
  for (let life = 0; life < count; life++) {
    policy.started(now);
    policy.ended(now, { startedAtMs: now, readyAtMs: undefined });
    waits.push(policy.nextStartAt(now) - now);
    now = policy.nextStartAt(now);
  }
  return waits;
}

it('starts at once the first time', () => {
  const policy = new RestartPolicy({ random: () => 0.5 });
  expect([policy.state, policy.nextStartAt(42)]).toEqual(['idle', 42]);
});

it('waits twice as long after each short life, then once a minute', () => {
  const policy = new RestartPolicy({ random: () => 1 });
  expect(shortLives(policy, 7)).toEqual([1_000, 2_000, 4_000, 8_000, 60_000, 60_000, 60_000]);
  expect([policy.state, policy.failed]).toEqual(['failed', true]);
});

it('spreads the waits over their whole length, up to a minute', () => {
  expect(shortLives(new RestartPolicy({ random: () => 0.25, maxStarts: 99 }), 8)).toEqual([
    250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000,
  ]);
});

it('wipes the slate only after a sustained uptime', () => {
  const policy = new RestartPolicy({ random: () => 1 });
  shortLives(policy, 4);
  policy.started(100_000);
  policy.ready(101_000);
  policy.ended(130_999, { startedAtMs: 100_000, readyAtMs: 101_000 });
  expect(policy.state).toBe('failed');
  policy.started(200_000);
  policy.ready(201_000);
  policy.ended(231_000, { startedAtMs: 200_000, readyAtMs: 201_000 });
  expect([policy.state, policy.nextStartAt(231_000)]).toEqual(['backing-off', 232_000]);
});

it('does not count a long hang at the start as uptime', () => {
  const policy = new RestartPolicy({ random: () => 1 });
  shortLives(policy, 4);
  policy.started(100_000);
  policy.ended(220_000, { startedAtMs: 100_000, readyAtMs: undefined });
  expect(policy.failed).toBe(true);
});

it('lets a call try a failed server sooner than it is tried unasked, but not in a storm', () => {
  const policy = new RestartPolicy({ random: () => 1 });
  shortLives(policy, 4);
  policy.started(100_000);
  policy.ended(100_000, { startedAtMs: 100_000, readyAtMs: undefined });
  expect(policy.nextStartByCallAt(100_000)).toBe(116_000);
  expect(policy.nextStartAt(100_000)).toBe(160_000);
});

it('fails fast during a new try and stops doing so when that is ready', () => {
  const policy = new RestartPolicy({ random: () => 1 });
  shortLives(policy, 5);
  policy.started(500_000);
  expect([policy.state, policy.failed, policy.failsFast]).toEqual(['starting', true, true]);
  policy.ready(501_000);
  expect([policy.state, policy.failed, policy.failsFast]).toEqual(['running', false, false]);
});

it('has calls wait for the next start where that is wanted', () => {
  const policy = new RestartPolicy({ random: () => 1, maxDelayMs: 1_000, failedDelayMs: 5_000, failFast: false });
  expect(shortLives(policy, 6)).toEqual([1_000, 1_000, 1_000, 1_000, 5_000, 5_000]);
  expect([policy.failed, policy.failsFast]).toEqual([true, false]);
  expect(policy.nextStartByCallAt(20_000)).toBe(20_000);
});

it('holds nothing against a server that was stopped on purpose', () => {
  const policy = new RestartPolicy({ random: () => 1 });
  policy.started(0);
  policy.ready(10);
  policy.stopped(20, { startedAtMs: 0, readyAtMs: 10 });
  expect([policy.state, policy.nextStartAt(20)]).toEqual(['idle', 20]);
});

it('counts processes that go down together once', () => {
  const policy = new RestartPolicy({ random: () => 1 });
  for (let session = 0; session < 20; session++) policy.ready(session);
  for (let session = 0; session < 20; session++) policy.ended(5_000, { startedAtMs: session, readyAtMs: session });
  expect([policy.state, policy.nextStartAt(5_000)]).toEqual(['backing-off', 6_000]);
});
