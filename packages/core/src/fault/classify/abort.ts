import type { CancelReason } from '../../cancel.ts';
import type { ErrorFacts } from './error-facts.ts';
import type { ClassifyContext, Finding } from './finding.ts';

const abortNames: ReadonlySet<string> = new Set(['AbortError', 'CanceledError', 'CancelledError', 'CancelError']);
const abortCodes: ReadonlySet<string> = new Set(['ABORT_ERR', 'ERR_CANCELED', 'ERR_ABORTED', 'UND_ERR_ABORTED']);
const timeoutNames: ReadonlySet<string> = new Set(['TimeoutError', 'RequestTimeoutError', 'ResponseTimeoutError']);
const domAbortCode = 20;
const domTimeoutCode = 23;

/**
 * Tells the caller's abort from a time that ran out. An abort is weak: wrappers turn the reason of a signal into the
 * cause of an `AbortError`, and there a `TimeoutError` says more.
 */
export function matchAbort(facts: ErrorFacts, context: ClassifyContext): Finding | undefined {
  if (isTimeout(facts)) return timedOut(context);
  if (!isAbort(facts)) return undefined;
  return context.cancelled === undefined
    ? { kind: 'cancelled', executed: 'unknown', weak: true }
    : whyCancelled(context.cancelled, context);
}

/** A signal of ours rejects with its bare reason, and `fetch` passes that on as it is. */
export function matchOwnReason(thrown: unknown, context: ClassifyContext): Finding | undefined {
  return context.cancelled !== undefined && thrown === context.cancelled
    ? whyCancelled(context.cancelled, context)
    : undefined;
}

function whyCancelled(reason: CancelReason, context: ClassifyContext): Finding {
  switch (reason) {
    case 'deadline':
    case 'timeout':
      return timedOut(context);
    case 'caller':
    case 'disconnect':
      return { kind: 'cancelled', executed: 'unknown' };
    // Nobody asked for this one: the caller still waits and must be told.
    case 'shutdown':
      return { kind: 'server_not_running', executed: 'unknown' };
    default:
      return reason satisfies never;
  }
}

function timedOut({ side }: ClassifyContext): Finding {
  return { kind: side === 'upstream' ? 'request_timeout' : 'dependency_timeout', executed: 'unknown' };
}

function isAbort({ name, className, code, codeNumber }: ErrorFacts): boolean {
  if (abortNames.has(name) || (code !== undefined && abortCodes.has(code))) return true;
  return className === 'DOMException' && codeNumber === domAbortCode;
}

function isTimeout({ name, className, code, codeNumber }: ErrorFacts): boolean {
  if (timeoutNames.has(name) || code === 'TIMEOUT_ERR') return true;
  return className === 'DOMException' && codeNumber === domTimeoutCode;
}
