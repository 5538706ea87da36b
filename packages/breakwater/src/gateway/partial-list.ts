import { insertFirst, createFault, faultMetaKey, type Message, toWireData, type Failure } from '@breakwater/core';
import type { PagedList } from './list-pages.ts';
import { sentences } from './sentences.ts';
import type { Server } from './server.ts';

/** A server of which only a part of a list could be had, and why. */
export interface PartialList {
  readonly server: Server;
  readonly failure: Failure;
}

/** Says in the `_meta` of a list that it is not whole, and because of which servers: a short list without a word looks like a whole one. */
export function markPartial(response: Message, method: PagedList, partial: readonly PartialList[], correlationId: string): Message {
  const [first] = partial;
  if (first === undefined || response.resultSpan === undefined) return response;
  const { locale } = first.server.settings;
  const keys = partial.map(({ server }) => server.key);
  const { kind, executed, cause } = first.failure;
  const fault = createFault(
    { kind, executed, message: sentences[locale].partialList(method, keys), ...(cause !== undefined && { cause }) },
    { correlationId, safety: 'read', server: first.server.key, locale },
  );
  const member = `${JSON.stringify(faultMetaKey)}:${JSON.stringify(toWireData(fault))}`;
  const meta = response.find(response.resultSpan, '_meta');
  if (meta !== undefined && response.text[meta.start] === '{') return response.edit([insertFirst(response.text, meta.start, member)]);
  return response.edit([insertFirst(response.text, response.resultSpan.start, `"_meta":{${member}}`)]);
}
