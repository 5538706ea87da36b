import { metaKeys, metaDomain, type Era, type Message } from '@breakwater/core';

/** On the modern wire every request carries its protocol version. */
export function eraOf(message: Message): Era {
  if (!message.mentions(metaDomain)) return message.method === 'server/discover' ? 'modern' : 'legacy';
  return message.find(message.paramsSpan, '_meta', metaKeys.protocolVersion) === undefined ? 'legacy' : 'modern';
}
