import { Attempt } from './attempt.ts';
import type { Call, Outcome, Safety } from './call.ts';
import type { Clock, Random } from './clock.ts';
import type { EventStream } from './events.ts';
import type { Fault } from './fault/fault.ts';
import type { Message } from './message.ts';
import type { Locale } from './fault/locale/locale.ts';
import type { Gate, Permit, Plan, TimeLimits, Wrap } from './plan.ts';
import { retry, type RetryOptions } from './policies/retry.ts';
import type { RetryBudget } from './policies/retry-budget.ts';

/** The rules of a tool, or of everything else of a server, merged from general to special. */
export interface PlanRules {
  readonly limits: TimeLimits;
  readonly retry: Required<Pick<RetryOptions, 'maxAttempts' | 'maxAttemptsRead'>> & RetryOptions;
  readonly safety?: Safety;
  readonly keyArgument?: string;
  readonly locale: Locale;
}

/** What all plans of a server share. */
export interface PlanParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly events: EventStream;
  readonly budget: RetryBudget;
  /** The operator's address, for faults that nobody else can mend. */
  readonly support?: string;
  /** Passed by each attempt, the first one first; released in the opposite order. */
  readonly gates?: readonly Gate[];
  /** Around the retry loop; the first one is outermost. */
  readonly wraps?: readonly Wrap[];
}

/** Makes the plan for one set of rules: once per configuration generation, so that calls only run it. */
export function compile(rules: PlanRules, parts: PlanParts): Plan {
  const { clock, events, gates = [], wraps = [] } = parts;
  const wrapAll = [...wraps, retry(rules.retry, parts)];
  const attempts = gates.length === 0 ? attemptOnce : throughGates(gates, attemptOnce);
  return {
    limits: rules.limits,
    maxAttempts: rules.retry.maxAttempts,
    maxAttemptsRead: rules.retry.maxAttemptsRead,
    safety: rules.safety,
    keyArgument: rules.keyArgument,
    locale: rules.locale,
    support: parts.support,
    run: wrapAll.reduceRight<Run>((next, wrap) => (call: Call) => wrap(call, next), attempts),
  };

  function attemptOnce(call: Call): Promise<Outcome<Message>> {
    const { correlationId, target } = call;
    if (events.wants('attempt-started'))
      events.emit({ type: 'attempt-started', correlationId, target, attempt: call.attempt });
    return new Promise((resolve) => {
      const attempt = new Attempt(call, clock, (outcome) => {
        tellEnd(call, outcome);
        resolve(outcome);
      });
      if (!attempt.done) call.dispatch(call, attempt);
    });
  }

  function tellEnd({ correlationId, target, attempt }: Call, outcome: Outcome<Message>): void {
    if (!events.wants('attempt-ended') || (outcome.ok && !events.wantsSuccesses)) return;
    const ended = { type: 'attempt-ended', correlationId, target, attempt } as const;
    events.emit(
      outcome.ok
        ? ended
        : { ...ended, kind: outcome.fault.kind, executed: outcome.fault.executed, cause: outcome.fault.cause },
    );
  }
}

type Run = (call: Call) => Promise<Outcome<Message>>;

function throughGates(gates: readonly Gate[], next: Run): Run {
  return async function gated(call) {
    const permits: Permit[] = [];
    for (const gate of gates) {
      const acquired = gate.acquire(call);
      const permit = acquired instanceof Promise ? await acquired : acquired;
      if (isFault(permit)) {
        for (const held of permits.toReversed()) held.settle();
        return { ok: false, fault: permit };
      }
      permits.push(permit);
    }
    const outcome = await next(call);
    for (const permit of permits.toReversed()) permit.settle(outcome);
    return outcome;
  };
}

function isFault(value: Permit | Fault): value is Fault {
  return 'kind' in value;
}
