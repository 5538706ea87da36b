import { createFault, faultMetaKey, toWireData, withMeta, type Failure, type Message } from '@breakwater/core';
import type { PagedList } from '../server/list-pages.ts';
import { sentences } from '../sentences.ts';
import type { Server } from '../server/server.ts';

/** A server of which only a part of a list could be had, and why. */
export interface PartialList {
  readonly server: Server;
  readonly failure: Failure;
}

/** Says in the `_meta` of a list that it is not whole, and because of which servers: a short list without a word looks like a whole one. */
export function markPartial(
  response: Message,
  method: PagedList,
  partial: readonly PartialList[],
  correlationId: string,
): Message {
  const [first] = partial;
  if (first === undefined || response.resultSpan === undefined) return response;
  const { locale } = first.server.settings;
  const keys = partial.map(({ server }) => server.key);
  const { kind, executed, cause } = first.failure;
  const fault = createFault(
    { kind, executed, message: sentences[locale].partialList(method, keys), ...(cause !== undefined && { cause }) },
    { correlationId, safety: 'read', server: first.server.key, locale },
  );
  return withMeta(response, 'result', { [faultMetaKey]: toWireData(fault) });
}
