import { codeOf, Message, type Era, type FaultKind } from '@breakwater/core';

/**
 * The answer to a question of a server's that no host gives.
 *
 * @param id Of the question, as raw JSON text.
 */
export function refuseQuestion(
  id: string | undefined,
  kind: Exclude<FaultKind, 'cancelled'>,
  message: string,
  era: Era = 'legacy',
): Message {
  // Sound: only a cancelled call has no code.
  return Message.error(id ?? 'null', { code: codeOf(kind, { era }) as number, message });
}
