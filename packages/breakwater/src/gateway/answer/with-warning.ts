import { withMeta, type Message } from '@breakwater/core';

const key = 'dev.breakwater/warnings';

/** The answer with a sentence of ours in the `_meta` of its result, beside those that stand there already; anything else as it is. */
export function withWarning(message: Message, warning: string): Message {
  const before = message.find(message.resultSpan, '_meta', key);
  const said: unknown = before === undefined ? [] : message.valueAt(before);
  return withMeta(message, 'result', { [key]: [...(isList(said) ? said : []), warning] });
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
