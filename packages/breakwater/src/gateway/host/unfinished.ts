import { createFault, Message, toErrorObject, toErrorResult } from '@breakwater/core';
import { subscriptionEnd } from '../modern-envelope.ts';
import { eraOf } from './era-of.ts';
import type { HostRequest } from './host-request.ts';

/** The answer to a request that is still running when we end: whether it may have run is all that can be said of it. */
export function unfinished(request: HostRequest): Message {
  const { id, method, correlationId, isDispatched, message } = request;
  if (method === 'subscriptions/listen') return subscriptionEnd(id);
  const era = eraOf(message);
  const fault = createFault(
    {
      kind: 'server_not_running',
      executed: isDispatched ? 'unknown' : 'no',
      message: 'Breakwater was ended while the request was running.',
    },
    { correlationId },
  );
  const result = method === 'tools/call' ? toErrorResult(fault, { era, locale: 'en' }) : undefined;
  if (result !== undefined) return Message.result(id, result);
  // Sound: only a cancelled call has no code.
  return Message.error(id, toErrorObject(fault, { era, method }) as NonNullable<ReturnType<typeof toErrorObject>>);
}
