import type { Call, Outcome } from '../call.ts';
import type { Clock, Random } from '../clock.ts';
import type { EventStream } from '../events.ts';
import { failCall } from '../fail-call.ts';
import type { Executed, Fault } from '../fault/fault.ts';
import type { Message } from '../message.ts';
import type { Wrap } from '../plan.ts';
import { requireDuration, requireInteger } from '../require-option.ts';
import { fullJitter, spread, type BackoffOptions } from './backoff.ts';
import type { RepeatCause, RetryBudget } from './retry-budget.ts';

/** Options of {@link retry}. */
export interface RetryOptions extends BackoffOptions {
  /**
   * Attempts in all, the first one included, of a call that is not a read.
   *
   * @default 3
   */
  readonly maxAttempts?: number;
  /**
   * The same for a read.
   *
   * @default 5
   */
  readonly maxAttemptsRead?: number;
}

/** What {@link retry} works with. */
export interface RetryParts {
  /** Shared by all calls of one server. */
  readonly budget: RetryBudget;
  readonly clock: Clock;
  readonly random: Random;
  readonly events: EventStream;
}

/**
 * Repeats failed attempts where that is harmless, within the server's budget and the call's deadline. A call that comes
 * with an attempt number has an outer loop, and gets one attempt here.
 *
 * @throws {RangeError} At construction, for numbers of attempts below 1 and waits that are no positive length of time.
 */
export function retry(options: RetryOptions, parts: RetryParts): Wrap {
  const { maxAttempts = 3, maxAttemptsRead = 5, baseMs = 200, limitBaseMs = 1_000, capMs = 8_000 } = options;
  requireInteger('maxAttempts', maxAttempts, { min: 1 });
  requireInteger('maxAttemptsRead', maxAttemptsRead, { min: 1 });
  requireDuration('baseMs', baseMs);
  requireDuration('limitBaseMs', limitBaseMs);
  requireDuration('capMs', capMs);
  const { budget, clock, random, events } = parts;

  return async function retrying(call, next) {
    if (call.attempt > 0) return next(call);
    const last = call.safety === 'read' ? maxAttemptsRead : maxAttempts;
    let paidFor: RepeatCause | undefined;
    let executed: Executed = 'no';
    for (let attempt = 1; ; attempt++) {
      const outcome: Outcome<Message> = withEarlier(await next(withAttempt(call, attempt, last)), executed);
      if (outcome.ok) {
        budget.succeeded(paidFor);
        return outcome;
      }
      const { fault } = outcome;
      executed = fault.executed;
      const { retryAfterMs } = fault;
      const leftMs = call.deadlineAt - clock.now();
      // A wait past the deadline would only delay the same answer.
      if (retryAfterMs !== undefined && retryAfterMs >= leftMs) return tooLong(outcome);
      if (attempt === last || !mayRepeat(call, fault)) return outcome;

      const cause = causeOf(fault);
      // What a peer says is the least: "0 seconds" from a server in trouble must not become a storm.
      const waitMs = Math.max(
        spread(retryAfterMs ?? 0, leftMs, random),
        fullJitter(attempt, cause === 'limit' ? limitBaseMs : baseMs, capMs, random),
      );
      if (waitMs >= leftMs) return outcome;
      if (!budget.spend(cause)) {
        events.emit({ type: 'budget-denied', correlationId: call.correlationId, target: call.target });
        return outcome;
      }
      paidFor = cause;
      if (!(await clock.sleep(waitMs, call.signal)))
        return { ok: false, fault: failCall(call, { kind: 'cancelled', executed }) };
    }
  };
}

function withAttempt(call: Call, attempt: number, maxAttempts: number): Call {
  return { ...call, attempt, maxAttempts };
}

/** What an earlier attempt may have done, the last one's failure does not undo. */
function withEarlier(outcome: Outcome<Message>, earlier: Executed): Outcome<Message> {
  if (outcome.ok || certainty[outcome.fault.executed] >= certainty[earlier]) return outcome;
  return { ok: false, fault: { ...outcome.fault, executed: earlier } };
}

const certainty = { no: 0, unknown: 1, yes: 2 } as const satisfies Record<Executed, number>;

/** `retryable` already weighs kind, safety and `executed`; an inner loop's last attempt is not repeated out here. */
function mayRepeat(call: Call, fault: Fault): boolean {
  if (call.signal.reason !== undefined || fault.failFast === true || !fault.retryable) return false;
  return fault.attempt === undefined || fault.attempt !== fault.maxAttempts;
}

function causeOf(fault: Fault): RepeatCause {
  return fault.kind === 'rate_limited' || fault.kind === 'overloaded' || fault.kind === 'dependency_rate_limited'
    ? 'limit'
    : 'transient';
}

/** A limit that is said to end after the deadline is another message to the model: go elsewhere, don't wait. */
function tooLong(outcome: Outcome<never> & { ok: false }): Outcome<never> {
  const { fault } = outcome;
  if (fault.kind !== 'rate_limited' || !fault.retryable) return outcome;
  return {
    ok: false,
    fault: { ...fault, kind: 'rate_limited_long', retryable: false, recoveryAction: 'use_alternative' },
  };
}
