import { metaKeys, modernRevisions } from '@breakwater/core';
import { version } from '../version.ts';

/** What requests of our own carry on the modern wire: a client that can do nothing but ask. */
export const ownEnvelope = {
  [metaKeys.protocolVersion]: modernRevisions[0],
  [metaKeys.clientInfo]: { name: 'breakwater', version },
  [metaKeys.clientCapabilities]: {},
} as const;

/** What answers of our own carry. */
export const ownServerMeta = { [metaKeys.serverInfo]: { name: 'breakwater', version } } as const;
