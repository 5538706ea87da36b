import { describe, expect, it } from 'vitest';
import { CancelSource } from '../cancel.ts';
import type { Failure } from '../fault/fault.ts';
import { aCall, FlakyTarget, kindOf, somePlan, someRules } from '../testing/calls.ts';
import { seeded } from '../testing/seeded-random.ts';
import { VirtualClock } from '../testing/virtual-clock.ts';
import { compile } from '../compile.ts';
import { EventStream } from '../events.ts';
import { RetryBudget } from './retry-budget.ts';

const refused: Failure = { kind: 'server_not_running', executed: 'no' };
const lost: Failure = { kind: 'connection_lost', executed: 'unknown' };
const limited: Failure = { kind: 'rate_limited', executed: 'no' };
const many = (failure: Failure): Failure[] => Array.from({ length: 20 }, () => failure);

describe('retry', () => {
  it('counts the first call: five attempts of a read, three of anything else (N2)', async () => {
    for (const [safety, attempts] of [
      ['read', 5],
      ['unsafe', 3],
    ] as const) {
      const clock = new VirtualClock();
      const target = new FlakyTarget(many(refused));
      const { plan } = somePlan(clock);
      const outcome = await plan.run(aCall(plan, { safety, dispatch: target.dispatch }));
      expect(target.attempts).toHaveLength(attempts);
      expect(outcome).toMatchObject({ ok: false, fault: { attempt: attempts, maxAttempts: attempts } });
    }
  });

  it.each([0, -1, 1.5, Number.NaN])('refuses %d attempts at construction and names the option (N2)', (maxAttempts) => {
    const clock = new VirtualClock();
    const parts = { clock, random: Math.random, events: new EventStream(() => 0), budget: new RetryBudget(clock) };
    expect(() => compile(someRules({ retry: { maxAttempts, maxAttemptsRead: 5 } }), parts)).toThrow(
      /Expected `maxAttempts` to be an integer ≥ 1, got/,
    );
  });

  it('never repeats a call that may have run and is not safe (N8)', async () => {
    const target = new FlakyTarget([lost]);
    const { plan } = somePlan(new VirtualClock());
    const outcome = await plan.run(aCall(plan, { safety: 'unsafe', dispatch: target.dispatch }));
    expect(target.attempts).toEqual([1]);
    expect(outcome).toMatchObject({
      ok: false,
      fault: { kind: 'connection_lost', executed: 'unknown', retryable: false },
    });
  });

  it.each([
    ['a read', { safety: 'read' }, lost],
    ['an idempotent call', { safety: 'idempotent' }, lost],
    ['a keyed call with its key', { safety: 'keyed', key: '"k"' }, lost],
    ['an unsafe call that has not run', { safety: 'unsafe' }, refused],
  ] as const)('repeats %s', async (_name, options, failure) => {
    const target = new FlakyTarget([failure]);
    const { plan } = somePlan(new VirtualClock());
    expect((await plan.run(aCall(plan, { ...options, dispatch: target.dispatch }))).ok).toBe(true);
    expect(target.attempts).toEqual([1, 2]);
  });

  it.each([
    ['the last attempt did not reach the target', [lost, { ...refused, failFast: true }], 'unknown'],
    ['only the first of many did', [lost, ...many(refused)], 'unknown'],
    ['one is known to have run', [{ ...lost, executed: 'yes' }, lost, { ...refused, failFast: true }], 'yes'],
    ['none did', many(refused), 'no'],
  ] as const)(
    'says of a call what all its attempts may have done, also where %s',
    async (_name, failures, executed) => {
      const { plan } = somePlan(new VirtualClock());
      const outcome = await plan.run(aCall(plan, { dispatch: new FlakyTarget(failures).dispatch }));
      expect(outcome).toMatchObject({ ok: false, fault: { kind: 'server_not_running', executed, retryable: true } });
    },
  );

  it('does not repeat a keyed call whose key is missing', async () => {
    const target = new FlakyTarget([lost]);
    const { plan } = somePlan(new VirtualClock());
    await plan.run(aCall(plan, { safety: 'keyed', dispatch: target.dispatch }));
    expect(target.attempts).toEqual([1]);
  });

  it('draws each wait from 0 to base · 2ⁿ, never from an empty range, and caps it (N1, N3)', async () => {
    for (const [random, waits] of [
      [() => 0, [0, 0, 0, 0]],
      [() => 0.999_999, [200, 400, 800, 1_600]],
    ] as const) {
      const clock = new VirtualClock();
      const { plan } = somePlan(clock, {}, { random });
      await plan.run(aCall(plan, { dispatch: new FlakyTarget(many(refused)).dispatch }));
      expect(clock.slept.map(Math.round)).toEqual(waits);
    }
    const clock = new VirtualClock();
    const { plan } = somePlan(clock, { retry: { maxAttempts: 3, maxAttemptsRead: 8 } }, { random: () => 0.999_999 });
    await plan.run(aCall(plan, { dispatch: new FlakyTarget(many(refused)).dispatch }));
    expect(Math.max(...clock.slept)).toBeLessThanOrEqual(8_000);
  });

  it('grows from 1 s after a limit that names no time (N5)', async () => {
    const clock = new VirtualClock();
    const { plan } = somePlan(clock, {}, { random: () => 0.999_999 });
    await plan.run(aCall(plan, { dispatch: new FlakyTarget(many(limited)).dispatch }));
    expect(clock.slept.map(Math.round)).toEqual([1_000, 2_000, 4_000, 8_000]);
  });

  it.each([
    [0, 600_000, 15_000],
    [0.999_999, 600_000, 16_500],
    [0.999_999, 16_000, 15_500],
  ])('waits as long as the fault asks for and up to a tenth more (%d, %d)', async (draw, deadlineAt, waitMs) => {
    const clock = new VirtualClock();
    const { plan } = somePlan(clock, {}, { random: () => draw });
    const { dispatch } = new FlakyTarget([{ ...limited, retryAfterMs: 15_000 }]);
    const outcome = await plan.run(aCall(plan, { dispatch, deadlineAt }));
    expect(outcome.ok).toBe(true);
    expect(clock.slept.map(Math.round)).toEqual([waitMs]);
  });

  it('does not send fifty calls that were told the same back at once', async () => {
    const waits = new Set<number>();
    const random = seeded(7);
    for (let call = 0; call < 50; call++) {
      const clock = new VirtualClock();
      const { plan } = somePlan(clock, {}, { random });
      await plan.run(aCall(plan, { dispatch: new FlakyTarget([{ ...limited, retryAfterMs: 30_000 }]).dispatch }));
      clock.slept.forEach((waitMs) => waits.add(Math.round(waitMs / 10)));
    }
    expect(waits.size).toBeGreaterThan(30);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(3_000);
    expect(Math.max(...waits)).toBeLessThanOrEqual(3_300);
  });

  it('takes what the fault asks for as the least, so that zero is no storm (N4)', async () => {
    const clock = new VirtualClock();
    const { plan } = somePlan(clock, {}, { random: () => 0.5 });
    await plan.run(aCall(plan, { dispatch: new FlakyTarget([{ ...limited, retryAfterMs: 0 }]).dispatch }));
    expect(clock.slept).toEqual([500]);
  });

  it('stops at once where the wait would end after the deadline, and says that it is a long one (N4, C76)', async () => {
    const clock = new VirtualClock();
    const { plan } = somePlan(clock, { limits: { deadline: { ms: 60_000, setBy: 'tool' } } });
    const target = new FlakyTarget([{ ...limited, retryAfterMs: 10_800_000 }]);
    const outcome = await plan.run(aCall(plan, { dispatch: target.dispatch }));
    expect(target.attempts).toEqual([1]);
    expect(clock.slept).toEqual([]);
    expect(outcome).toMatchObject({
      ok: false,
      fault: { kind: 'rate_limited_long', retryable: false, retryAfterMs: 10_800_000 },
    });
  });

  it.each([1, 3])('says so of the last of %d attempts too (C76)', async (maxAttempts) => {
    const { plan } = somePlan(new VirtualClock(), { retry: { maxAttempts, maxAttemptsRead: maxAttempts } });
    const failures = [...many(limited).slice(0, maxAttempts - 1), { ...limited, retryAfterMs: 10_800_000 }];
    const outcome = await plan.run(aCall(plan, { dispatch: new FlakyTarget(failures).dispatch }));
    expect(outcome).toMatchObject({
      ok: false,
      fault: { kind: 'rate_limited_long', retryable: false, retryAfterMs: 10_800_000 },
    });
  });

  it.each([0, 0.1, 0.5, 0.99])('never takes a limit for a long one by its own draw (%d)', async (draw) => {
    const { plan } = somePlan(new VirtualClock(), {}, { random: () => draw });
    const outcome = await plan.run(
      aCall(plan, { dispatch: new FlakyTarget(many(limited)).dispatch, deadlineAt: 3_000 }),
    );
    expect(outcome).toMatchObject({ ok: false, fault: { kind: 'rate_limited', retryable: true } });
  });

  it.each([
    ['what may have run and is not safe', { ...limited, executed: 'unknown' }, 'rate_limited', 'verify_then_retry'],
    ['an overload', { kind: 'overloaded', executed: 'no' }, 'overloaded', 'wait_and_retry'],
    ['a start', { kind: 'server_starting', executed: 'no' }, 'server_starting', 'wait_and_retry'],
  ] as const)('leaves %s its kind, however long the wait', async (_name, failure, kind, recoveryAction) => {
    const { plan } = somePlan(new VirtualClock());
    const target = new FlakyTarget(many({ ...failure, retryAfterMs: 10_800_000 }));
    const outcome = await plan.run(aCall(plan, { safety: 'unsafe', dispatch: target.dispatch }));
    expect(target.attempts).toEqual([1]);
    expect(outcome).toMatchObject({ fault: { kind, recoveryAction, retryAfterMs: 10_800_000 } });
  });

  it('ends a wait at once on cancellation, and never repeats after it (N9)', async () => {
    const clock = new VirtualClock({ autoAdvance: false });
    const signal = new CancelSource();
    const target = new FlakyTarget([{ ...limited, retryAfterMs: 30_000 }]);
    const { plan } = somePlan(clock);
    const running = plan.run(aCall(plan, { signal, dispatch: target.dispatch }));
    await clock.advance(1_000);
    signal.cancel('caller');
    expect(kindOf(await running)).toBe('cancelled');
    expect(target.attempts).toEqual([1]);
    expect(clock.armed).toBe(0);
  });

  it.each([
    'unauthenticated',
    'param_invalid',
    'not_found',
    'quota_exhausted',
    'internal',
    'tool_error',
    'outcome_unknown',
  ] as const)('does not repeat an unsafe call after %s (N10)', async (kind) => {
    const target = new FlakyTarget([{ kind, executed: 'unknown' }]);
    const { plan } = somePlan(new VirtualClock());
    await plan.run(aCall(plan, { safety: 'unsafe', dispatch: target.dispatch }));
    expect(target.attempts).toEqual([1]);
  });

  it('makes one attempt where an outer loop has stamped the call, and repeats nothing whose inner loop is out of attempts (N9)', async () => {
    const inner = new FlakyTarget(many(refused));
    const { plan } = somePlan(new VirtualClock());
    await plan.run({ ...aCall(plan, { dispatch: inner.dispatch }), attempt: 1, maxAttempts: 3 });
    expect(inner.attempts).toEqual([1]);

    const outer = new FlakyTarget(many({ ...refused, attempt: 3, maxAttempts: 3 }));
    await plan.run(aCall(plan, { dispatch: outer.dispatch }));
    expect(outer.attempts).toEqual([1]);
  });

  it('does not wait for what says that waiting is no use', async () => {
    const target = new FlakyTarget([{ ...refused, failFast: true, retryAfterMs: 60_000 }]);
    const clock = new VirtualClock();
    const { plan } = somePlan(clock);
    const outcome = await plan.run(aCall(plan, { dispatch: target.dispatch }));
    expect(target.attempts).toEqual([1]);
    expect(outcome).toMatchObject({ fault: { retryable: true, retryAfterMs: 60_000 } });
  });

  it("stops repeating when the server's budget is empty, and says so", async () => {
    const clock = new VirtualClock();
    const { plan, events, budget } = somePlan(clock);
    const target = new FlakyTarget(many(refused));
    await plan.run(aCall(plan, { dispatch: target.dispatch }));
    await plan.run(aCall(plan, { dispatch: target.dispatch }));
    // 100 tokens pay for seven repeats at 14 each.
    expect(target.attempts).toHaveLength(9);
    expect(events.filter(({ type }) => type === 'budget-denied')).toHaveLength(1);
    expect(budget.tokens).toBeLessThan(14);
  });
});
