import type { Attempt } from '../attempt.ts';
import type { Call, Outcome, Safety } from '../call.ts';
import { CancelSource, type CancelSignal } from '../cancel.ts';
import type { Clock, Random } from '../clock.ts';
import { compile, type PlanParts, type PlanRules } from '../compile.ts';
import { eventTypes, EventStream, type BreakwaterEvent } from '../events.ts';
import type { Failure } from '../fault/fault.ts';
import { Message } from '../message.ts';
import type { Plan } from '../plan.ts';
import { RetryBudget } from '../policies/retry-budget.ts';
import { seeded } from './seeded-random.ts';

/** Rules with which nothing but the deadline and the retry loop acts. */
export function someRules(rules: Partial<PlanRules> = {}): PlanRules {
  return {
    limits: { deadline: { ms: 600_000, setBy: 'built-in' } },
    retry: { maxAttempts: 3, maxAttemptsRead: 5 },
    locale: 'en',
    ...rules,
  };
}

/** A plan on its own clock, and what it emits. */
export function somePlan(
  clock: Clock,
  rules: Partial<PlanRules> = {},
  parts: Partial<PlanParts> = {},
): { readonly plan: Plan; readonly events: BreakwaterEvent[]; readonly budget: RetryBudget } {
  const events: BreakwaterEvent[] = [];
  const stream = new EventStream(() => clock.now());
  stream.subscribe(eventTypes, (event) => events.push(event));
  const budget = parts.budget ?? new RetryBudget(clock);
  const random: Random = parts.random ?? seeded(1);
  return { plan: compile(someRules(rules), { clock, random, events: stream, ...parts, budget }), events, budget };
}

/** What {@link aCall} may be told. */
export interface CallOptions {
  readonly message?: Message;
  readonly safety?: Safety;
  readonly key?: string;
  readonly signal?: CancelSignal;
  readonly deadlineAt?: number;
  readonly dispatch?: (call: Call, attempt: Attempt) => void;
}

/** A call of the tool `find` on the server `db`. */
export function aCall(plan: Plan, options: CallOptions = {}): Call {
  const {
    message = Message.request(1, 'tools/call', { name: 'find' }),
    safety = 'read',
    key,
    signal = new CancelSource(),
    deadlineAt = plan.limits.deadline.ms,
    dispatch = () => {},
  } = options;
  return {
    correlationId: 'bw-test-1',
    target: { kind: 'tool', server: 'db', name: 'find' },
    message,
    principal: { id: 'local', kind: 'local' },
    safety,
    ...(key !== undefined && { key }),
    deadlineAt,
    signal,
    attempt: 0,
    maxAttempts: 0,
    plan,
    dispatch,
  };
}

/** A target that answers its first attempts with these failures, and every one after them with success. Counts what reaches it. */
export class FlakyTarget {
  /** The attempt numbers that were dispatched. */
  readonly attempts: number[] = [];
  readonly #failures: readonly Failure[];

  constructor(failures: readonly Failure[]) {
    this.#failures = failures;
  }

  readonly dispatch = (call: Call, attempt: Attempt): void => {
    this.attempts.push(call.attempt);
    const failure = this.#failures[this.attempts.length - 1];
    attempt.dispatched(() => {});
    if (failure === undefined) attempt.succeed(anAnswer);
    else attempt.fail(failure);
  };
}

/** The answer of a {@link FlakyTarget}. */
export const anAnswer: Message = Message.result('1', { content: [] });

/** The kind of an outcome's fault; undefined for a success. */
export function kindOf(outcome: Outcome<unknown>): string | undefined {
  return outcome.ok ? undefined : outcome.fault.kind;
}
