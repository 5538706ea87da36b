import { describe, expect, it } from 'vitest';
import type { Gate, Wrap } from './plan.ts';
import { aCall, FlakyTarget, kindOf, somePlan } from './testing/calls.ts';
import { VirtualClock } from './testing/virtual-clock.ts';
import { createFault } from './fault/create-fault.ts';

describe('compile', () => {
  it('puts the first wrap outermost and each attempt through the gates, the first gate first', async () => {
    const seen: string[] = [];
    const wrap =
      (name: string): Wrap =>
      async (call, next) => {
        seen.push(`${name} in`);
        const outcome = await next(call);
        seen.push(`${name} out`);
        return outcome;
      };
    const gate = (name: string): Gate => ({
      acquire: () => {
        seen.push(`${name} taken`);
        return { settle: (outcome) => seen.push(`${name} settled ${outcome === undefined ? 'empty' : outcome.ok}`) };
      },
    });
    const { plan } = somePlan(
      new VirtualClock(),
      {},
      { wraps: [wrap('outer'), wrap('inner')], gates: [gate('first'), gate('second')] },
    );
    await plan.run(
      aCall(plan, { dispatch: new FlakyTarget([{ kind: 'server_not_running', executed: 'no' }]).dispatch }),
    );
    expect(seen).toEqual([
      'outer in',
      'inner in',
      'first taken',
      'second taken',
      'second settled false',
      'first settled false',
      'first taken',
      'second taken',
      'second settled true',
      'first settled true',
      'inner out',
      'outer out',
    ]);
  });

  it('releases the permits already held when a later gate refuses, and records nothing with them', async () => {
    const settled: unknown[] = [];
    const open: Gate = { acquire: () => ({ settle: (outcome) => settled.push(outcome) }) };
    const shut: Gate = {
      acquire: () =>
        Promise.resolve(createFault({ kind: 'overloaded', executed: 'no', failFast: true }, { correlationId: 'bw-1' })),
    };
    const target = new FlakyTarget([]);
    const { plan } = somePlan(new VirtualClock(), {}, { gates: [open, shut] });
    expect(kindOf(await plan.run(aCall(plan, { dispatch: target.dispatch })))).toBe('overloaded');
    expect(target.attempts).toEqual([]);
    expect(settled).toEqual([undefined]);
  });

  it('emits one event at the start and one at the end of each attempt', async () => {
    const { plan, events } = somePlan(new VirtualClock());
    await plan.run(
      aCall(plan, {
        dispatch: new FlakyTarget([{ kind: 'connection_lost', executed: 'unknown', cause: 'why' }]).dispatch,
      }),
    );
    expect(events).toMatchObject([
      { seq: 1, type: 'attempt-started', attempt: 1 },
      { seq: 2, type: 'attempt-ended', attempt: 1, kind: 'connection_lost', executed: 'unknown', cause: 'why' },
      { seq: 3, type: 'attempt-started', attempt: 2 },
      { seq: 4, type: 'attempt-ended', attempt: 2 },
    ]);
  });
});
