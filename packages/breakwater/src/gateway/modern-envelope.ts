import { Message, metaKeys, modernRevisions } from '@breakwater/core';
import { version } from '../version.ts';

/** Who we are, to servers and to hosts. */
export const ownInfo = { name: 'breakwater', version } as const;

/** What requests of our own carry on the modern wire: a client that can do nothing but ask. */
export const ownEnvelope = {
  [metaKeys.protocolVersion]: modernRevisions[0],
  [metaKeys.clientInfo]: ownInfo,
  [metaKeys.clientCapabilities]: {},
} as const;

/** What answers of our own carry. */
export const ownServerMeta = { [metaKeys.serverInfo]: ownInfo } as const;

/**
 * How a `subscriptions/listen` ends that has not failed (2026-07-28, Subscriptions).
 *
 * @param id Of the request, as raw JSON text.
 */
export function subscriptionEnd(id: string): Message {
  const server = JSON.stringify(ownServerMeta).slice(1, -1);
  return Message.read(
    `{"jsonrpc":"2.0","id":${id},"result":{"resultType":"complete","_meta":{"${metaKeys.subscriptionId}":${id},${server}}}}`,
  );
}
