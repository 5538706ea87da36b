import { Message } from '@breakwater/core';
import type { Exchange } from './host-request.ts';

/** The one revision in which a host may send several messages as an array. */
const batchRevision = '2025-03-26';

/** Whether arrays of messages are part of the protocol revision that was negotiated. */
export function allowsBatches(revision: string | undefined): boolean {
  return revision === batchRevision;
}

/** Whether anything in a message asks for an answer: a request, or what can't be read as a message and so may have been one. */
export function wantsAnswer(message: Message): boolean {
  if (message.kind !== 'batch') return message.kind !== 'notification' && message.kind !== 'response';
  const members = message.members();
  return members.length === 0 || members.some((member) => member.kind === 'batch' || wantsAnswer(member));
}

/**
 * Gives each member of a batch an exchange of its own, and the batch one answer when the last member is done: an array,
 * in the order of the members, or none where nobody is answered.
 */
export function shareExchange(exchange: Exchange, members: readonly Message[]): readonly Exchange[] {
  const answers = members.map((): Message | undefined => undefined);
  let open = members.length;
  const done = (): void => {
    open -= 1;
    if (open > 0) return;
    const texts = answers.flatMap((answer) => (answer === undefined ? [] : [answer.text]));
    if (texts.length === 0) exchange.end();
    else exchange.answer(Message.read(`[${texts.join(',')}]`));
  };
  return members.map((_member, index) => ({
    within: exchange,
    send: (message) => exchange.send(message),
    answer: (message) => {
      answers[index] = message;
      done();
    },
    end: done,
  }));
}
