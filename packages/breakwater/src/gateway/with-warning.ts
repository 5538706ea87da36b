import { Message, type Edit, type Span } from '@breakwater/core';

const key = 'dev.breakwater/warnings';

/** The answer with a sentence of ours in the `_meta` of its result, beside those that stand there already; anything else as it is. */
export function withWarning(message: Message, warning: string): Message {
  const { text, resultSpan } = message;
  if (resultSpan === undefined || text[resultSpan.start] !== '{') return message;
  const meta = message.find(resultSpan, '_meta');
  if (meta === undefined)
    return message.edit([asFirst(text, resultSpan, `"_meta":${JSON.stringify({ [key]: [warning] })}`)]);
  if (text[meta.start] !== '{') return message.edit([{ ...meta, replacement: JSON.stringify({ [key]: [warning] }) }]);
  const before = message.find(meta, key);
  if (before === undefined) return message.edit([asFirst(text, meta, `"${key}":${JSON.stringify([warning])}`)]);
  const said = message.valueAt(before);
  return message.edit([{ ...before, replacement: JSON.stringify([...(Array.isArray(said) ? said : []), warning]) }]);
}

/** Puts a member first into the object that stands at `span`. */
function asFirst(text: string, { start }: Span, member: string): Edit {
  const isEmpty = text
    .slice(start + 1)
    .trimStart()
    .startsWith('}');
  return { start: start + 1, end: start + 1, replacement: isEmpty ? member : `${member},` };
}
