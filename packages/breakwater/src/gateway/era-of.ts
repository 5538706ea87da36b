import type { Era, Message } from '@breakwater/core';

const versionKey = 'io.modelcontextprotocol/protocolVersion';

/** On the modern wire every request carries its protocol version. */
export function eraOf(message: Message): Era {
  if (!message.mentions('io.modelcontextprotocol')) return message.method === 'server/discover' ? 'modern' : 'legacy';
  return message.find(message.paramsSpan, '_meta', versionKey) === undefined ? 'legacy' : 'modern';
}
