import { insertFirst, type Message } from '@breakwater/core';

const key = 'dev.breakwater/warnings';

/** The answer with a sentence of ours in the `_meta` of its result, beside those that stand there already; anything else as it is. */
export function withWarning(message: Message, warning: string): Message {
  const { text, resultSpan } = message;
  if (resultSpan === undefined || text[resultSpan.start] !== '{') return message;
  const meta = message.find(resultSpan, '_meta');
  if (meta === undefined)
    return message.edit([insertFirst(text, resultSpan.start, `"_meta":${JSON.stringify({ [key]: [warning] })}`)]);
  if (text[meta.start] !== '{') return message.edit([{ ...meta, replacement: JSON.stringify({ [key]: [warning] }) }]);
  const before = message.find(meta, key);
  if (before === undefined) return message.edit([insertFirst(text, meta.start, `"${key}":${JSON.stringify([warning])}`)]);
  const said = message.valueAt(before);
  return message.edit([{ ...before, replacement: JSON.stringify([...(isList(said) ? said : []), warning]) }]);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
