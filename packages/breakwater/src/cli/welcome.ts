import { isEverywhere, type ListenAddress } from '../config/listen-address.ts';

/** What {@link welcome} tells of. */
export interface Served {
  readonly servers: readonly string[];
  /** Where the gateway listens, under the port that it has got. */
  readonly address: ListenAddress;
  readonly needsToken: boolean;
}

/** At most ten lines: what is served, where, and what a host needs. */
export function welcome({ servers, address, needsToken }: Served): string {
  const host = reachable(address);
  const origin = `http://${host}:${address.port}`;
  const shown =
    servers.length <= 4
      ? servers.map((key) => `  ${origin}/mcp/${key}`)
      : [`  ${origin}/mcp/NAME for one of ${servers.join(', ')}`];
  const headers = needsToken ? ', "headers": { "Authorization": "Bearer TOKEN" }' : '';
  return [
    `breakwater serves ${servers.length} ${servers.length === 1 ? 'server' : 'servers'}; all as one:`,
    `  ${origin}/mcp`,
    'one by one:',
    ...shown,
    'For the mcpServers of a host:',
    `  { "breakwater": { "type": "http", "url": "${origin}/mcp"${headers} } }`,
    ...(isEverywhere(address) ? [`On other machines, put the name of this one in place of ${host}.`] : []),
    '',
  ].join('\n');
}

/** Listening everywhere has an address of its own, at which nobody can be reached. */
function reachable(address: ListenAddress): string {
  const isV6 = address.host.includes(':');
  if (isEverywhere(address)) return isV6 ? '[::1]' : '127.0.0.1';
  return isV6 ? `[${address.host}]` : address.host;
}
