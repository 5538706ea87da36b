import { BlockList, isIP } from 'node:net';

/** Where the gateway listens. */
export interface ListenAddress {
  /** A name or an address, an IPv6 one without its brackets. */
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
}

/** What reading a listen address gave; `hint` says what was probably meant. */
export type ParsedListen =
  | { readonly ok: true; readonly address: ListenAddress }
  | { readonly ok: false; readonly hint?: string };

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const everywhere = new BlockList();
everywhere.addAddress('0.0.0.0', 'ipv4');
everywhere.addAddress('::', 'ipv6');

/** What a listen address must be, for messages. */
export const listenExpected = 'an address and a port such as "127.0.0.1:8808" or "[::1]:8808"';

/** Reads `host:port` or `[ipv6]:port`; a port alone means 127.0.0.1. */
export function parseListen(text: string): ParsedListen {
  if (/^\d+$/.test(text)) return withPort('127.0.0.1', text);
  if (/^(unix:|\.?\/|\\\\)/.test(text)) return { ok: false, hint: 'Unix sockets and pipes are not supported.' };
  if (/^[a-z]+:\/\//i.test(text)) return { ok: false, hint: 'Leave out the scheme and the path.' };

  const [, host, port] = /^(\[[^\]]*\]|[^:]*):(\d+)$/.exec(text) ?? [];
  if (port === undefined || host === undefined) {
    if (isIP(text) === 6)
      return { ok: false, hint: `Put an IPv6 address in brackets and add the port: "[${text}]:8808".` };
    return /^[\w.-]+$/.test(text) ? { ok: false, hint: `Add the port: "${text}:8808".` } : { ok: false };
  }
  if (host === '') return { ok: false, hint: `Say the address: "127.0.0.1:${port}" for this machine only.` };
  if (host.startsWith('[')) {
    const address = host.slice(1, -1);
    return isIP(address) === 6
      ? withPort(address, port)
      : { ok: false, hint: 'Only an IPv6 address stands in brackets.' };
  }
  return /^[A-Za-z\d]([A-Za-z\d.-]*[A-Za-z\d])?$/.test(host) ? withPort(host, port) : { ok: false };
}

/** Whether only this machine can reach the address; any name but `localhost` counts as reachable from elsewhere. */
export function isLoopback({ host }: Pick<ListenAddress, 'host'>): boolean {
  return isIP(host) === 0 ? host.toLowerCase() === 'localhost' : isIn(loopback, host);
}

/** Whether the address stands for all that this machine has. */
export function isEverywhere({ host }: Pick<ListenAddress, 'host'>): boolean {
  return isIP(host) !== 0 && isIn(everywhere, host);
}

/** Says why the gateway must not listen here, or nothing where it may: beyond loopback only callers with a token are served. */
export function refuseOpenListener(
  address: ListenAddress,
  tokenCount: number,
): { readonly message: string; readonly hint: string } | undefined {
  if (tokenCount > 0 || isLoopback(address)) return undefined;
  const host = address.host.includes(':') ? `[${address.host}]` : address.host;
  return {
    message: `Refusing to listen on ${host}:${address.port}: other machines could call every tool, and no access token is configured.`,
    hint: 'Add one, "access": { "tokens": { "team": "${TEAM_TOKEN}" } }, or listen on 127.0.0.1.',
  };
}

function isIn(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

function withPort(host: string, digits: string): ParsedListen {
  const port = Number(digits);
  return port <= 65_535 ? { ok: true, address: { host, port } } : { ok: false, hint: 'A port is at most 65535.' };
}
