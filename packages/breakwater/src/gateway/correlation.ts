import type { Message } from '@breakwater/core';
import { insertFirst } from './insert-member.ts';

const metaKey = 'dev.breakwater/correlation-id';

/** Ids from outside go into logs and errors, so they are held to what ids look like. */
const legalId = /^[\w.:-]{1,128}$/;

/** The reference that a host has given its request, where it is fit to be shown. */
export function correlationIdOf(message: Message): string | undefined {
  if (!message.text.includes(metaKey)) return undefined;
  const span = message.find(message.paramsSpan, '_meta', metaKey);
  const id = span === undefined ? undefined : message.valueAt(span);
  return typeof id === 'string' && legalId.test(id) ? id : undefined;
}

/** The request with its reference in it, for a server that is trusted to keep it. */
export function withCorrelationId(request: Message, id: string): Message {
  const value = JSON.stringify(id);
  const { paramsSpan, text } = request;
  const meta = request.find(paramsSpan, '_meta');
  const known = request.find(meta, metaKey);
  if (known !== undefined) return request.edit([{ ...known, replacement: value }]);
  const member = `${JSON.stringify(metaKey)}:${value}`;
  if (meta !== undefined) return text[meta.start] === '{' ? request.edit([insertFirst(text, meta.start, member)]) : request;
  if (paramsSpan !== undefined) return text[paramsSpan.start] === '{' ? request.edit([insertFirst(text, paramsSpan.start, `"_meta":{${member}}`)]) : request;
  const end = text.lastIndexOf('}');
  return request.edit([{ start: end, end, replacement: `,"params":{"_meta":{${member}}}` }]);
}

/** Makes references: `bw-`, something of this process, and a running number. */
export function createCorrelationIds(random: () => number): () => string {
  const ofThisProcess = Math.floor(random() * 36 ** 6).toString(36).padStart(6, '0');
  let count = 0;
  return () => `bw-${ofThisProcess}-${(++count).toString(36)}`;
}
