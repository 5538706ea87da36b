import { Message } from '@breakwater/core';
import { isSameId } from '../request-id.ts';
import type { Refusal } from './exchange.ts';

/** Statuses that say more than any body under them: sign-in, limits, and what gateways say for servers that are away. */
const statusDecides: ReadonlySet<number> = new Set([401, 403, 407, 408, 425, 429, 502, 503, 504]);

/** The messages of a body or event: one, those of a batch (servers of before 2025-06-18), or none. */
export function messagesIn(text: string, isDamaged = false): readonly Message[] {
  const message = Message.read(text, isDamaged);
  if (message.kind === 'batch') return message.members().filter(({ kind }) => kind !== 'invalid' && kind !== 'batch');
  return message.kind === 'invalid' ? [] : [message];
}

/** The answer to the request with this id in the body of a refusal, an error also without an id; undefined where there is none. */
export function answerIn({ status, text }: Refusal, id: string): Message | undefined {
  if (statusDecides.has(status)) return undefined;
  const message = Message.read(text);
  if (message.kind !== 'response') return undefined;
  if (message.id === undefined) return message.isError ? asAnswerTo(id, message) : undefined;
  return isSameId(message.id, id) ? message : undefined;
}

/** A response without an id as the one to this request, its result or error as it came. */
export function asAnswerTo(id: string, message: Message): Message {
  const [member, span] =
    message.errorSpan === undefined ? ['result', message.resultSpan] : ['error', message.errorSpan];
  if (span === undefined) return message;
  return Message.read(`{"jsonrpc":"2.0","id":${id},"${member}":${message.slice(span)}}`, message.isDamaged);
}
