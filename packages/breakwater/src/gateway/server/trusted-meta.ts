import { withMeta, type Call, type Message } from '@breakwater/core';

/**
 * The message with what a server that is trusted may know of its call: the reference that stands in every log and error,
 * the number of the attempt, and the time that is left. What a host has said under these names was read by now.
 */
export function withTrustedMeta({ message, correlationId, attempt, deadlineAt }: Call, nowMs: number): Message {
  return withMeta(message, 'params', {
    'dev.breakwater/correlation-id': correlationId,
    'dev.breakwater/attempt': attempt,
    'dev.breakwater/deadline-ms': Math.max(0, Math.round(deadlineAt - nowMs)),
  });
}
