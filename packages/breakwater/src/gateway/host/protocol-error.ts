import { randomBytes } from 'node:crypto';
import { createFault, Message, toErrorObject, type Era, type Executed, type FaultKind } from '@breakwater/core';

/** Options of {@link protocolError}. */
export interface ProtocolErrorOptions {
  /** @default 'legacy' */
  readonly era?: Era;
  /** The method that was refused; resources have a number of their own for "not found". */
  readonly method?: string;
  /** The reference of the request, where it has one. */
  readonly correlationId?: string;
  /** @default 'no' */
  readonly executed?: Executed;
  /** Members that the specification wants in the error's `data`. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** An answer of ours to a message that never becomes a call; `id` is raw JSON text, `null` where it couldn't be read. */
export function protocolError(
  id: string,
  kind: Exclude<FaultKind, 'cancelled'>,
  message?: string,
  options: ProtocolErrorOptions = {},
): Message {
  const { era = 'legacy', correlationId = `bw-${randomBytes(6).toString('hex')}`, executed = 'no', ...rest } = options;
  const fault = createFault({ kind, executed, ...(message !== undefined && { message }) }, { correlationId });
  // Sound: only a cancelled call has no code.
  return Message.error(id, toErrorObject(fault, { era, ...rest }) as NonNullable<ReturnType<typeof toErrorObject>>);
}

/** Answers to what can't be read as one message. */
export const refusals = {
  notJson: () => protocolError('null', 'parse_error'),
  notUtf8: () => protocolError('null', 'parse_error', 'The message is not valid UTF-8.'),
  emptyBatch: () => protocolError('null', 'invalid_request', 'The batch is empty; it must hold at least one message.'),
  nestedBatch: () => protocolError('null', 'invalid_request', 'A batch must not hold another batch.'),
  batch: () =>
    protocolError(
      'null',
      'invalid_request',
      'Batches are not supported by this protocol revision; send one message at a time.',
    ),
} as const;
