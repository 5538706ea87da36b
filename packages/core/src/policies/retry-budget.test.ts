import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../testing/virtual-clock.ts';
import { RetryBudget } from './retry-budget.ts';

describe('RetryBudget', () => {
  it('charges 14 after a transient fault and 5 after a limit', () => {
    const budget = new RetryBudget(new VirtualClock());
    expect(budget.spend('transient')).toBe(true);
    expect(budget.spend('limit')).toBe(true);
    expect(budget.tokens).toBe(81);
  });

  it('refuses what it can not pay, and takes nothing for it', () => {
    const budget = new RetryBudget(new VirtualClock());
    for (let repeat = 0; repeat < 7; repeat++) expect(budget.spend('transient')).toBe(true);
    expect(budget.spend('transient')).toBe(false);
    expect(budget.tokens).toBe(2);
  });

  it('earns 1 with a first-try success and the cost back with a repeat that succeeds, never more than it holds', () => {
    const budget = new RetryBudget(new VirtualClock());
    budget.spend('transient');
    budget.spend('transient');
    budget.succeeded();
    expect(budget.tokens).toBe(73);
    budget.succeeded('transient');
    expect(budget.tokens).toBe(87);
    for (let call = 0; call < 50; call++) budget.succeeded();
    expect(budget.tokens).toBe(100);
  });

  it('earns 1 each 6 s of time', async () => {
    const clock = new VirtualClock();
    const budget = new RetryBudget(clock);
    for (let repeat = 0; repeat < 7; repeat++) budget.spend('transient');
    await clock.advance(5_999);
    expect(budget.tokens).toBe(2);
    await clock.advance(72_001);
    expect(budget.tokens).toBe(15);
  });
});
