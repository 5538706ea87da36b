import { createFault, faultMetaKey, toWireData, withMeta, type Failure, type Message } from '@breakwater/core';
import type { PagedList } from '../server/list-pages.ts';
import { sentences } from '../sentences.ts';
import type { Server } from '../server/server.ts';

/** A server of which a list could be had only in part, or only as it was before, and why. */
export interface PartialList {
  readonly server: Server;
  readonly failure: Failure;
  readonly isStale?: boolean;
}

/** Says in the `_meta` of a list that it is not whole or not new, and because of which servers: a short list without a word looks like a whole one. */
export function markPartial(
  response: Message,
  method: PagedList,
  partial: readonly PartialList[],
  correlationId: string,
): Message {
  const missing = partial.filter(({ isStale = false }) => !isStale);
  const told = missing.length > 0 ? missing : partial;
  const [first] = told;
  if (first === undefined || response.resultSpan === undefined) return response;
  const { locale } = first.server.settings;
  const sentence = sentences[locale][missing.length > 0 ? 'partialList' : 'staleList'];
  const keys = told.map(({ server }) => server.key);
  const { kind, executed, cause } = first.failure;
  const fault = createFault(
    { kind, executed, message: sentence(method, keys), ...(cause !== undefined && { cause }) },
    { correlationId, safety: 'read', server: first.server.key, locale },
  );
  return withMeta(response, 'result', { [faultMetaKey]: toWireData(fault) });
}
