import type { IncomingHttpHeaders } from 'node:http';
import { legacyRevisions, metaKeys, namedBy, metaDomain, type Message } from '@breakwater/core';
import type { HostSentences } from '../host-sentences.ts';

/** Why a request on the modern wire is turned back before it is read further. */
export interface ModernRefusal {
  readonly kind: 'param_missing' | 'header_mismatch' | 'invalid_request';
  readonly sentence: (said: HostSentences) => string;
}

/** The arguments of a tool that its schema wants repeated in headers, as far as the schema is known. */
export type MirroredParams = (tool: string, args: () => unknown) => Readonly<Record<string, unknown>> | undefined;

/** Whether a POST speaks the modern wire: by its envelope, or by the headers that only that wire has. */
export function isModern(message: Message, headers: IncomingHttpHeaders): boolean {
  // Most messages of the legacy wire say no such word, and their params may be long.
  if (message.mentions(metaDomain) && message.find(message.paramsSpan, '_meta', metaKeys.protocolVersion) !== undefined)
    return true;
  if (message.method === 'initialize' || headers['mcp-session-id'] !== undefined) return false;
  const version = headers['mcp-protocol-version'];
  if (typeof version === 'string' && !isLegacyRevision(version)) return true;
  return headers['mcp-method'] !== undefined || message.method === 'server/discover';
}

/** Checks that headers and body say the same, as everybody who reads the body must (2026-07-28, Streamable HTTP, "Server Validation"). */
export function refuseModern(
  message: Message,
  headers: IncomingHttpHeaders,
  mirrored: MirroredParams,
): ModernRefusal | undefined {
  if (message.kind === 'response')
    return {
      kind: 'invalid_request',
      sentence: (said) => said.nothingAsked,
    };
  const version = stringAt(message, '_meta', metaKeys.protocolVersion);
  const declared = headers['mcp-protocol-version'];
  // A notification need have neither envelope nor headers: the official client sends it without Mcp-Method.
  if (version === undefined && message.kind === 'request') return missing(metaKeys.protocolVersion);
  if (declared === undefined && message.kind === 'request') return absent('MCP-Protocol-Version');
  if (version !== undefined && declared !== undefined && declared !== version)
    return different('MCP-Protocol-Version', String(declared), version);
  if (
    message.kind === 'request' &&
    message.find(message.paramsSpan, '_meta', metaKeys.clientCapabilities) === undefined
  )
    return missing(metaKeys.clientCapabilities);
  return refuseNames(message, headers) ?? refuseParams(message, headers, mirrored);
}

function refuseNames(message: Message, headers: IncomingHttpHeaders): ModernRefusal | undefined {
  const method = headers['mcp-method'];
  if (method === undefined) return message.kind === 'request' ? absent('Mcp-Method') : undefined;
  if (method !== message.method) return different('Mcp-Method', String(method), message.method);
  const member = namedBy.get(message.method);
  if (member === undefined) return undefined;
  const name = headers['mcp-name'];
  const expected = stringAt(message, member);
  if (expected === undefined) return undefined;
  if (typeof name !== 'string') return absent('Mcp-Name');
  return decodeHeader(name) === expected ? undefined : different('Mcp-Name', name, expected);
}

function refuseParams(
  message: Message,
  headers: IncomingHttpHeaders,
  mirrored: MirroredParams,
): ModernRefusal | undefined {
  if (message.method !== 'tools/call') return undefined;
  const args = (): unknown => {
    const span = message.find(message.paramsSpan, 'arguments');
    return span === undefined ? undefined : message.valueAt(span);
  };
  const params = mirrored(stringAt(message, 'name') ?? '', args) ?? {};
  for (const [ending, value] of Object.entries(params)) {
    if (value === null || value === undefined) continue;
    const name = `Mcp-Param-${ending}`;
    const header = headers[name.toLowerCase()];
    if (typeof header !== 'string') return absent(name);
    if (!saysTheSame(decodeHeader(header), value)) return different(name, header);
  }
  return undefined;
}

/** Numbers are compared as numbers; a header that could not be decoded says nothing. */
function saysTheSame(header: string | undefined, value: unknown): boolean {
  if (header === undefined) return false;
  return typeof value === 'number' ? header.trim() !== '' && Number(header) === value : header === String(value);
}

function missing(key: string): ModernRefusal {
  return { kind: 'param_missing', sentence: (said) => said.envelopeLacks(key) };
}

function absent(name: string): ModernRefusal {
  return { kind: 'header_mismatch', sentence: (said) => said.headerMissing(name) };
}

function different(name: string, header: string, body?: string): ModernRefusal {
  return { kind: 'header_mismatch', sentence: (said) => said.headerDiffers(name, header, body) };
}

function stringAt(message: Message, ...path: readonly string[]): string | undefined {
  const span = message.find(message.paramsSpan, ...path);
  const value = span === undefined ? undefined : message.valueAt(span);
  return typeof value === 'string' ? value : undefined;
}

/** Values that no header can carry come as base64 between `=?base64?` and `?=`; undefined where that is damaged. */
function decodeHeader(value: string): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
  if (encoded === undefined) return value;
  const bytes = Buffer.from(encoded, 'base64');
  return bytes.toString('base64') === encoded ? bytes.toString('utf8') : undefined;
}

function isLegacyRevision(version: string): boolean {
  return legacyRevisions.some((revision) => revision === version);
}
