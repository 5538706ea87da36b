import { metaKeys, type Message } from '@breakwater/core';

/** Whether a message opens a session: on the modern wire, which has none, `initialize` is a method that nobody knows. */
export function opensSession(message: Message): boolean {
  if (message.method !== 'initialize') return false;
  return message.find(message.paramsSpan, '_meta', metaKeys.protocolVersion) === undefined;
}
