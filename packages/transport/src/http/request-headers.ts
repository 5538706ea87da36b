import { metaKeys, namedBy, type Message } from '@breakwater/core';

/** Names the parameters of a tool that are mirrored in `Mcp-Param-*` headers: the header's ending and the plain value. */
export type ParamHeaders = (toolName: string, args: unknown) => Readonly<Record<string, unknown>> | undefined;

/** Headers in the flat form that undici takes without copying: name, value, name, value. */
export type HeaderList = readonly string[];

/** What the transport says itself, or what would break its framing; a configured one of these is left out. */
const ownHeaders: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-length',
  'content-type',
  'expect',
  'keep-alive',
  'last-event-id',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'mcp-session-id',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The headers that the configuration adds to every request, credentials in the URL's user part included. */
export function configuredHeaders(url: URL, headers: Readonly<Record<string, string>> = {}): HeaderList {
  const list: string[] = [];
  let authorized = false;
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (ownHeaders.has(lower)) continue;
    authorized ||= lower === 'authorization';
    // A secret read from a file often ends in a line feed, which no header may hold.
    list.push(lower, value.trim());
  }
  if (!authorized && (url.username !== '' || url.password !== '')) {
    const credentials = `${decoded(url.username)}:${decoded(url.password)}`;
    list.push('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`);
  }
  return list;
}

/** The headers of the modern wire, which mirror the body (2026-07-28, Streamable HTTP). */
export function modernHeaders(
  message: Message,
  fallbackVersion: string | undefined,
  paramHeaders?: ParamHeaders,
): HeaderList {
  const version = stringAt(message, '_meta', metaKeys.protocolVersion) ?? fallbackVersion;
  const list = version === undefined ? [] : ['mcp-protocol-version', version];
  if (message.method === undefined) return list;
  list.push('mcp-method', encodeHeaderValue(message.method));
  const nameMember = namedBy.get(message.method);
  const name = nameMember === undefined ? undefined : stringAt(message, nameMember);
  if (name !== undefined) list.push('mcp-name', encodeHeaderValue(name));
  if (message.method === 'tools/call' && name !== undefined && paramHeaders !== undefined) {
    const args = message.find(message.paramsSpan, 'arguments');
    const values = paramHeaders(name, args === undefined ? undefined : message.valueAt(args)) ?? {};
    for (const [ending, value] of Object.entries(values)) {
      const text = paramText(value);
      if (text !== undefined && headerName.test(ending)) list.push(`mcp-param-${ending}`, encodeHeaderValue(text));
    }
  }
  return list;
}

/** The protocol revision that a modern message names in its `_meta`. */
export function modernVersion(message: Message): string | undefined {
  return stringAt(message, '_meta', metaKeys.protocolVersion);
}

/** A value as a header may carry it: as it is, or in Base64 where a plain field could not hold it or would be read as Base64. */
export function encodeHeaderValue(value: string): string {
  const looksEncoded = value.startsWith('=?base64?') && value.endsWith('?=');
  if (/^[!-~](?:[\t -~]*[!-~])?$/.test(value) && !looksEncoded) return value;
  return `=?base64?${Buffer.from(value).toString('base64')}?=`;
}

const headerName = /^[\w!#$%&'*+.^`|~-]+$/;

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Null, absent and compound values have no header; neither have numbers that no peer would read as the same one. */
function paramText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : String(value);
}

function stringAt(message: Message, ...path: readonly string[]): string | undefined {
  const span = message.find(message.paramsSpan, ...path);
  const value = span === undefined ? undefined : message.valueAt(span);
  return typeof value === 'string' ? value : undefined;
}
