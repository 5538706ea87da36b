const prefixes = /^(?:(?:(?:Mcp|Protocol)?Error: )?MCP error -?\d{1,9}:\s*)+/;

/** Takes the prefixes off that SDKs put before a message at each hop (`MCP error -32603: `). */
export function withoutPrefix(text: string): string {
  return text.replace(prefixes, '');
}

/** What a peer said, without prefixes; undefined where it said nothing. */
export function peerMessage(message: unknown): string | undefined {
  const said = typeof message === 'string' ? withoutPrefix(message).trim() : '';
  return said === '' ? undefined : said;
}
