import { createFault, Message, metaKeys, toErrorObject, toErrorResult } from '@breakwater/core';
import { eraOf } from './era-of.ts';
import type { HostRequest } from './host-request.ts';

/** The answer to a request that is still running when we end: whether it may have run is all that can be said of it. */
export function unfinished(request: HostRequest): Message {
  const { id, method, correlationId, isDispatched, message } = request;
  // 2026-07-28, Subscriptions: this is how one that has not failed ends.
  if (method === 'subscriptions/listen')
    return Message.read(
      `{"jsonrpc":"2.0","id":${id},"result":{"resultType":"complete","_meta":{"${metaKeys.subscriptionId}":${id}}}}`,
    );
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
