import type { Call } from './call.ts';
import { createFault } from './fault/create-fault.ts';
import type { Failure, Fault } from './fault/fault.ts';

/** Ties a failure to the call that it ended. */
export function failCall(call: Call, failure: Failure): Fault {
  return createFault(failure, {
    correlationId: call.correlationId,
    safety: call.safety,
    keyed: call.key !== undefined,
    target: call.target,
    locale: call.plan.locale,
    ...(call.plan.support !== undefined && { support: call.plan.support }),
    ...(call.attempt > 0 && { attempt: call.attempt, maxAttempts: call.maxAttempts }),
  });
}
