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

  return function retrying(call, next) {
    if (call.attempt > 0) return next(call);
    const last = call.safety === 'read' ? maxAttemptsRead : maxAttempts;
    // Nearly every call ends with its first attempt, and is spared the frame of an asynchronous loop.
    return next(withAttempt(call, 1, last)).then((outcome) => {
      if (!outcome.ok) return repeating(call, next, outcome, last);
      budget.succeeded(undefined);
      return outcome;
    });
  };

  async function repeating(call: Call, next: Run, first: Failed, last: number): Promise<Outcome<Message>> {
    let failed = first;
    for (let attempt = 1; ; attempt++) {
      const { fault } = failed;
      const { retryAfterMs, executed } = fault;
      const leftMs = call.deadlineAt - clock.now();
      // A wait past the deadline would only delay the same answer.
      if (retryAfterMs !== undefined && retryAfterMs >= leftMs) return tooLong(failed);
      if (attempt === last || !mayRepeat(call, fault)) return failed;

      const cause = causeOf(fault);
      // What a peer says is the least: "0 seconds" from a server in trouble must not become a storm.
      const waitMs = Math.max(
        spread(retryAfterMs ?? 0, leftMs, random),
        fullJitter(attempt, cause === 'limit' ? limitBaseMs : baseMs, capMs, random),
      );
      if (waitMs >= leftMs) return failed;
      if (!budget.spend(cause)) {
        events.emit({ type: 'budget-denied', correlationId: call.correlationId, target: call.target });
        return failed;
      }
      if (!(await clock.sleep(waitMs, call.signal)))
        return { ok: false, fault: failCall(call, { kind: 'cancelled', executed }) };
      const outcome = await next(withAttempt(call, attempt + 1, last));
      if (outcome.ok) {
        budget.succeeded(cause);
        return outcome;
      }
      failed = withEarlier(outcome, executed);
    }
  }
}

type Run = Parameters<Wrap>[1];
type Failed = Outcome<never> & { readonly ok: false };

function withAttempt(call: Call, attempt: number, maxAttempts: number): Call {
  return { ...call, attempt, maxAttempts };
}

/** What an earlier attempt may have done, the last one's failure does not undo. */
function withEarlier(failed: Failed, earlier: Executed): Failed {
  const { fault } = failed;
  return certainty[fault.executed] >= certainty[earlier]
    ? failed
    : { ok: false, fault: { ...fault, executed: earlier } };
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
function tooLong(failed: Failed): Failed {
  const { fault } = failed;
  if (fault.kind !== 'rate_limited' || !fault.retryable) return failed;
  return {
    ok: false,
    fault: { ...fault, kind: 'rate_limited_long', retryable: false, recoveryAction: 'use_alternative' },
  };
}
