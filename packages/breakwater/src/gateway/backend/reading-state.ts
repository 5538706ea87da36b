import { membersOf, type Message, type Span } from '@breakwater/core';
import { exposedName, splitExposed } from './names.ts';

const stateMember = 'requestState';

/** A later leg of a reading: the server that has asked something for it, and the request as that one knows it. */
export interface LaterLeg {
  readonly server: string;
  readonly message: Message;
}

/**
 * Puts the server's name before the state of a reading for which it asks something, as before the names of its tools: a
 * URI may be known to several, and what a user answers is for the one that has asked.
 */
export function withAsker(answer: Message, server: string): Message {
  if (!answer.mentions('input_required')) return answer;
  const { resultSpan } = answer;
  const type = answer.find(resultSpan, 'resultType');
  if (resultSpan === undefined || type === undefined || answer.valueAt(type) !== 'input_required') return answer;
  const state = stateIn(answer, resultSpan);
  return withState(answer, resultSpan, state === undefined ? server : exposedName(server, state));
}

/** Undefined where the request begins a reading; no server's where nothing says who has asked. */
export function laterLeg(message: Message): LaterLeg | undefined {
  const { paramsSpan } = message;
  const isFirst = [stateMember, 'inputResponses'].every((member) => message.find(paramsSpan, member) === undefined);
  if (paramsSpan === undefined || isFirst) return undefined;
  const exposed = stateIn(message, paramsSpan) ?? '';
  const { server, name } = splitExposed(exposed);
  return server === ''
    ? { server: exposed, message: withState(message, paramsSpan, undefined) }
    : { server, message: withState(message, paramsSpan, name) };
}

function stateIn(message: Message, object: Span): string | undefined {
  const span = message.find(object, stateMember);
  const state = span === undefined ? undefined : message.valueAt(span);
  return typeof state === 'string' ? state : undefined;
}

function withState(message: Message, object: Span, state: string | undefined): Message {
  const kept = membersOf(message.text, object.start).filter(({ key }) => key !== stateMember);
  const members = kept.map(({ span }) => message.slice(span));
  if (state !== undefined) members.push(`"${stateMember}":${JSON.stringify(state)}`);
  return message.edit([{ ...object, replacement: `{${members.join(',')}}` }]);
}
