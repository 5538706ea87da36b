import type { Safety } from '../call.ts';
import { catalogue, type FaultKind, type RecoveryAction } from './catalogue.ts';
import type { Executed, Failure, Fault } from './fault.ts';

/** Tells whether a call may be dispatched again although it may have run: a read, an idempotent one, or one with its key. */
export function isRepeatable(safety: Safety | undefined, keyed: boolean): boolean {
  return safety === 'read' || safety === 'idempotent' || (safety === 'keyed' && keyed);
}

/** Tells whether sending the same call again does no harm. */
export function isHarmless(executed: Executed, repeatable: boolean): boolean {
  return executed === 'no' || repeatable;
}

/** Tells whether a failure of this kind may pass without anybody's doing. */
export function mayPass(kind: FaultKind): boolean {
  const { passes } = catalogue[kind];
  return passes === 'yes' || passes === 'perhaps' || passes === 'unknown';
}

/** Whether the same call may be sent again, without harm and with hope, by what the catalogue says of its kind. */
export function isRetryable(kind: FaultKind, executed: Executed, repeatable: boolean): boolean {
  const { passes, retry } = catalogue[kind];
  switch (passes) {
    case 'yes':
    case 'perhaps':
      return isHarmless(executed, repeatable);
    case 'unknown':
      // What has to be judged may be sent again only when it is known not to have run; the rest only where no run can hurt.
      return retry === 'judgement' ? executed === 'no' : repeatable;
    case 'later':
    case 'at_reset':
    case 'per_item':
    case 'no':
      return false;
    default:
      return passes satisfies never;
  }
}

/** The same with what a peer said: its "no" always counts, its "yes" gives hope but never makes a call harmless. */
export function adviseRetry({ kind, executed, retryable }: Failure, repeatable: boolean): boolean {
  if (retryable === undefined) return isRetryable(kind, executed, repeatable);
  return retryable && catalogue[kind].retry !== 'never' && isHarmless(executed, repeatable);
}

/** What to do next. Waiting is advised only where repeating is; what may have run, and isn't safe, is verified first. */
export function adviseAction(
  { kind, executed, recoveryAction }: Failure,
  retryable: boolean,
  repeatable: boolean,
): RecoveryAction {
  const action = recoveryAction ?? catalogue[kind].action;
  // Whoever mends it: a write that may have run comes first.
  if (action === 'contact_operator' && catalogue[kind].branch === 'dependency' && executed === 'unknown' && !repeatable)
    return 'verify_then_retry';
  if (action === 'wait_and_retry' && !retryable)
    return isHarmless(executed, repeatable) ? 'use_alternative' : 'verify_then_retry';
  // Only a peer's word makes such a kind retryable.
  if (action === 'use_alternative' && retryable && recoveryAction === undefined) return 'wait_and_retry';
  return action;
}

/** The wait to tell a receiver: what was said, else the catalogue's default for a fault that may be retried. */
export function retryAfterMsOf({ kind, retryable, retryAfterMs }: Fault): number | undefined {
  return retryAfterMs ?? (retryable ? catalogue[kind].retryAfterMs : undefined);
}
