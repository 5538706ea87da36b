export { aCall, anAnswer, FlakyTarget, kindOf, somePlan, someRules, type CallOptions } from './calls.ts';
export { seeded } from './seeded-random.ts';
export { VirtualClock } from './virtual-clock.ts';
