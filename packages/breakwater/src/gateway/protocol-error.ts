import { createFault, Message, toErrorObject, type Era, type FaultKind } from '@breakwater/core';

/** An answer of ours to a message that never becomes a call; `id` is raw JSON text, `null` where it couldn't be read. */
export function protocolError(id: string, kind: Exclude<FaultKind, 'cancelled'>, message?: string, era: Era = 'legacy', data?: Readonly<Record<string, unknown>>): Message {
  const fault = createFault({ kind, executed: 'no', ...(message !== undefined && { message }) }, { correlationId: 'bw-0' });
  // Sound: only a cancelled call has no code.
  return Message.error(id, toErrorObject(fault, { era, ...(data !== undefined && { data }) }) as NonNullable<ReturnType<typeof toErrorObject>>);
}

/** Answers to what can't be read as one message. */
export const refusals = {
  notJson: protocolError('null', 'parse_error'),
  batch: protocolError('null', 'invalid_request', 'Batches are not supported by this protocol revision; send one message at a time.'),
} as const;
