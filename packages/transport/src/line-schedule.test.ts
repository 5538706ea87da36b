import type { Failure } from '@breakwater/core';
import { expect, it } from 'vitest';
import { LineSchedule } from './line-schedule.ts';
import { RestartPolicy } from './stdio/restart-policy.ts';

const later: Failure = { kind: 'overloaded', executed: 'no', retryAfterMs: 60_000 };

it.each([
  ['a URL that asks to be left alone', true, false, 60_000],
  ['a URL that has refused one opening', true, true, undefined],
  ['a process that could not start', false, false, 60_000],
  ['a process that has refused one opening', false, true, undefined],
])('pauses the lines of others for %s', (_what, isRemote, isAnswer, untilMs) => {
  const server = new RestartPolicy({ random: () => 1 });
  const [one, other] = [0, 1].map(() => new LineSchedule(server, new RestartPolicy({ random: () => 1 }), isRemote));
  one?.ended(0, { startedAtMs: 0, readyAtMs: undefined }, later, isAnswer);
  expect(one?.pause?.untilMs).toBe(60_000);
  expect(other?.pause?.untilMs).toBe(untilMs);
});
