import { insertFirst, membersOf, type Call, type Message } from '@breakwater/core';

/**
 * The message with what a server that is trusted may know of its call: the reference that stands in every log and error,
 * the number of the attempt, and the time that is left (INTERFACES: `_meta` keys). What a host has said under these
 * names was read by now, and gives way.
 */
export function withTrustedMeta(call: Call, nowMs: number): Message {
  const { message, correlationId, attempt, deadlineAt } = call;
  const own = {
    'dev.breakwater/correlation-id': correlationId,
    'dev.breakwater/attempt': attempt,
    'dev.breakwater/deadline-ms': Math.max(0, Math.round(deadlineAt - nowMs)),
  };
  const meta = message.find(message.paramsSpan, '_meta');
  const kept = meta === undefined ? [] : membersOf(message.text, meta.start).filter(({ key }) => !Object.hasOwn(own, key));
  const members = [...kept.map(({ span }) => message.slice(span)), ...Object.entries(own).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`)];
  const written = `{${members.join(',')}}`;
  if (meta !== undefined) return message.edit([{ ...meta, replacement: written }]);
  const { paramsSpan, text } = message;
  if (paramsSpan === undefined) {
    const end = text.lastIndexOf('}');
    return message.edit([{ start: end, end, replacement: `,"params":{"_meta":${written}}` }]);
  }
  return message.edit([insertFirst(text, paramsSpan.start, `"_meta":${written}`)]);
}
