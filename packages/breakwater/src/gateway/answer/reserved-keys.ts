import { elementsOf, membersOf, withoutMembers, type Edit, type Message, type Span } from '@breakwater/core';

const reserved = 'dev.breakwater/';

/** Deeper than any `_meta` of the protocol stands: that of a resource in the content of one of several messages. */
const deepest = 8;

/**
 * Removes `dev.breakwater/*` from every `_meta` in what a server sent: only a trusted one may speak in our name. What a
 * tool returns as data stays as it is.
 *
 * @param of The result, the error or the params.
 */
export function withoutReserved(message: Message, of: Span | undefined): Message {
  if (of === undefined || !message.mentions('dev.breakwater')) return message;
  return message.edit(reservedIn(message.text, of.start, 0));
}

function reservedIn(text: string, start: number, depth: number): readonly Edit[] {
  if (depth > deepest) return [];
  if (text[start] === '[') return elementsOf(text, start).flatMap((each) => reservedIn(text, each.start, depth + 1));
  return membersOf(text, start).flatMap(({ key, value }) => {
    if (key === '_meta') return withoutMembers(text, value, (name) => name.startsWith(reserved)) ?? [];
    return key === 'structuredContent' ? [] : reservedIn(text, value.start, depth + 1);
  });
}
