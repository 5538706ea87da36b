import {
  CancelSource,
  findMember,
  type Message,
  type Call,
  type Era,
  type Fault,
  type Plan,
  type Target,
} from '@breakwater/core';
import { answerFault, answerResult } from '../answer/answer.ts';
import type { PeerError } from './call-sink.ts';
import type { HostRequest } from '../host/host-request.ts';
import type { Upstream } from './upstream.ts';

/** Options of {@link callUpstream}. */
export interface CallOptions {
  readonly era: Era;
  /** What the server is sent; the host's own message where nothing had to be changed. */
  readonly message?: Message;
  /** Whether the call goes on to its end although its host has gone or taken it back. */
  readonly endures?: boolean;
  /** Hears of the fault that the answer is made of. */
  readonly failed?: (fault: Fault) => void;
}

/** Takes a host's request through the pipeline to one server; resolves with the answer, or with undefined where the host has cancelled. */
export async function callUpstream(
  upstream: Upstream,
  request: HostRequest,
  target: Target,
  options: CallOptions,
): Promise<Message | undefined> {
  const { server } = upstream;
  const { clock, events } = server.parts;
  const plan = request.method === 'subscriptions/listen' ? server.standingPlan : server.planFor(target);
  const message = options.message ?? request.message;
  const safety = upstream.safetyOf(target, request.method, plan);
  const key = safety === 'keyed' ? keyOf(message, plan) : undefined;
  const peerError: PeerError = { message: undefined };
  const startedAt = clock.now();
  const call: Call = {
    correlationId: request.correlationId,
    target,
    message,
    principal: request.principal,
    safety,
    ...(key !== undefined && { key }),
    deadlineAt: startedAt + plan.limits.deadline.ms,
    signal: options.endures === true ? new CancelSource() : request.cancel,
    attempt: 0,
    maxAttempts: 0,
    plan,
    dispatch: (attempted, attempt) => {
      if (request.method === 'initialize' && options.era === 'legacy') upstream.dispatchInitialize(attempted, attempt);
      else upstream.dispatch(attempted, attempt, request, peerError);
    },
  };
  request.goesTo(server, target);
  if (events.wants('call-started')) events.emit({ type: 'call-started', correlationId: call.correlationId, target });
  const outcome = await plan.run(call);
  if (events.wants('call-ended') && (!outcome.ok || events.wantsSuccesses)) {
    const ended = {
      type: 'call-ended',
      correlationId: call.correlationId,
      target,
      durationMs: clock.now() - startedAt,
    } as const;
    events.emit(outcome.ok ? ended : { ...ended, kind: outcome.fault.kind, executed: outcome.fault.executed });
  }
  if (outcome.ok) return answerResult(outcome.value, call, upstream, options.era);
  if (outcome.fault.kind === 'cancelled') return undefined;
  options.failed?.(outcome.fault);
  return answerFault(outcome.fault, call, upstream, options.era, peerError.message);
}

/** The value of the argument that serves as the call's idempotency key, as raw text; undefined where the call has none. */
function keyOf(message: Message, plan: Plan): string | undefined {
  if (plan.keyArgument === undefined) return undefined;
  const args = message.find(message.paramsSpan, 'arguments');
  const key = args === undefined ? undefined : findMember(message.text, args.start, plan.keyArgument);
  const value = key === undefined ? undefined : message.valueAt(key);
  // A blank, a flag or an object in its place is no key, and without one a repeat may do it twice.
  const isKey = typeof value === 'string' ? value.trim() !== '' : Number.isSafeInteger(value) && value !== 0;
  return key !== undefined && isKey ? message.slice(key) : undefined;
}
