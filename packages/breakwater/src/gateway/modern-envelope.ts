import { version } from '../version.ts';

/** Revisions of the modern wire that we pass on, the newest first. */
export const modernRevisions = ['2026-07-28'] as const;

/** What requests of our own carry on the modern wire: a client that can do nothing but ask. */
export const ownEnvelope = {
  'io.modelcontextprotocol/protocolVersion': modernRevisions[0],
  'io.modelcontextprotocol/clientInfo': { name: 'breakwater', version },
  'io.modelcontextprotocol/clientCapabilities': {},
} as const;

/** What answers of our own carry. */
export const ownServerMeta = { 'io.modelcontextprotocol/serverInfo': { name: 'breakwater', version } } as const;
