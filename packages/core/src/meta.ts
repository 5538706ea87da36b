import { insertFirst, membersOf } from './json-members.ts';
import type { Message } from './message.ts';

/**
 * The message with members of ours in the `_meta` of its params or its result. Members of the same name give way, and so
 * does a `_meta` that is no object; a message whose params or result are no object stays as it is.
 */
export function withMeta(
  message: Message,
  of: 'params' | 'result',
  members: Readonly<Record<string, unknown>>,
): Message {
  const { text } = message;
  const own = Object.entries(members).map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`);
  const span = of === 'params' ? message.paramsSpan : message.resultSpan;
  if (span === undefined) {
    if (of === 'result') return message;
    const end = text.lastIndexOf('}');
    return message.edit([{ start: end, end, replacement: `,"params":{"_meta":{${own.join(',')}}}` }]);
  }
  if (text[span.start] !== '{') return message;
  const meta = message.find(span, '_meta');
  if (meta === undefined) return message.edit([insertFirst(text, span.start, `"_meta":{${own.join(',')}}`)]);
  const kept = membersOf(text, meta.start).filter(({ key }) => !Object.hasOwn(members, key));
  return message.edit([
    { ...meta, replacement: `{${[...kept.map(({ span: member }) => message.slice(member)), ...own].join(',')}}` },
  ]);
}
