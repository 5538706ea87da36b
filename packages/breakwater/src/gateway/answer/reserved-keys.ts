import { membersOf, type Message, type Span } from '@breakwater/core';

const reserved = 'dev.breakwater/';

/**
 * Removes `dev.breakwater/*` from the `_meta` of what a server sent: only a trusted one may speak in our name.
 *
 * @param of The result or the params that hold the `_meta`.
 */
export function withoutReserved(message: Message, of: Span | undefined): Message {
  const meta = message.mentions('dev.breakwater') ? message.find(of, '_meta') : undefined;
  if (meta === undefined) return message;
  const members = membersOf(message.text, meta.start);
  if (members.every(({ key }) => !key.startsWith(reserved))) return message;
  const kept = members
    .filter(({ key }) => !key.startsWith(reserved))
    .map(({ span }) => message.text.slice(span.start, span.end));
  return message.edit([{ ...meta, replacement: `{${kept.join(',')}}` }]);
}
