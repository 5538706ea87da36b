/** Revisions with an `initialize` handshake, the newest first. */
export const legacyRevisions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'] as const;

/** Stateless revisions, whose requests say in `_meta` who is asking, the newest first. */
export const modernRevisions = ['2026-07-28'] as const;

/** Begins the protocol's own keys in `_meta` on the modern wire; a slash follows, which JSON may escape. */
export const metaDomain = 'io.modelcontextprotocol';

/** The protocol's own keys in `_meta` on the modern wire (2026-07-28, "Basic Protocol"). */
export const metaKeys = {
  protocolVersion: `${metaDomain}/protocolVersion`,
  clientInfo: `${metaDomain}/clientInfo`,
  clientCapabilities: `${metaDomain}/clientCapabilities`,
  serverInfo: `${metaDomain}/serverInfo`,
  subscriptionId: `${metaDomain}/subscriptionId`,
  logLevel: `${metaDomain}/logLevel`,
} as const;

/** The parameter that names what a request is about, by method; repeated in `Mcp-Name` (2026-07-28, Streamable HTTP). */
export const namedBy: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
]);
