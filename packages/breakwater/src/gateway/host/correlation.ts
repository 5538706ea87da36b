import type { Message } from '@breakwater/core';

const metaKey = 'dev.breakwater/correlation-id';

/** Ids from outside go into logs and errors, so they are held to what ids look like. */
const legalId = /^[\w.:-]{1,128}$/;

/** The reference that a host has given its request, where it is fit to be shown. */
export function correlationIdOf(message: Message): string | undefined {
  if (!message.mentions('dev.breakwater')) return undefined;
  const span = message.find(message.paramsSpan, '_meta', metaKey);
  const id = span === undefined ? undefined : message.valueAt(span);
  return typeof id === 'string' && legalId.test(id) ? id : undefined;
}

/** Makes references: `bw-`, something of this process, and a running number. */
export function createCorrelationIds(random: () => number): () => string {
  const ofThisProcess = Math.floor(random() * 36 ** 6)
    .toString(36)
    .padStart(6, '0');
  let count = 0;
  return () => `bw-${ofThisProcess}-${(++count).toString(36)}`;
}
