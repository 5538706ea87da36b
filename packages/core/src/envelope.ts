import { MemberCursor, skipSpace, skipValue } from './json-scan.ts';

/** What a text is on the wire; `batch` is a JSON array, `invalid` everything that is no message. */
export type MessageKind = 'request' | 'notification' | 'response' | 'batch' | 'invalid';

/** Where the parts of a message stand; −1 for those that it doesn't have. */
export interface Envelope {
  readonly kind: MessageKind;
  readonly problem: 'not-json' | 'not-json-rpc' | undefined;
  readonly method: string | undefined;
  readonly idStart: number;
  readonly idEnd: number;
  readonly paramsStart: number;
  readonly paramsEnd: number;
  readonly resultStart: number;
  readonly resultEnd: number;
  readonly errorStart: number;
  readonly errorEnd: number;
}

const nowhere = {
  idStart: -1,
  idEnd: -1,
  paramsStart: -1,
  paramsEnd: -1,
  resultStart: -1,
  resultEnd: -1,
  errorStart: -1,
  errorEnd: -1,
} as const;
/** The envelope of what is no JSON. */
export const notJson: Envelope = { kind: 'invalid', problem: 'not-json', method: undefined, ...nowhere };
const notJsonRpc: Envelope = { kind: 'invalid', problem: 'not-json-rpc', method: undefined, ...nowhere };
const batch: Envelope = { kind: 'batch', problem: undefined, method: undefined, ...nowhere };

/** Undefined means that the scan can't decide (bad JSON, escaped or repeated envelope keys): `JSON.parse` must. */
export function readEnvelope(text: string): Envelope | undefined {
  const start = skipSpace(text, 0);
  if (text.charCodeAt(start) !== 0x7b) return readOther(text, start);

  let versionStart = -1;
  let versionEnd = -1;
  let methodStart = -1;
  let methodEnd = -1;
  let idStart = -1;
  let idEnd = -1;
  let paramsStart = -1;
  let paramsEnd = -1;
  let resultStart = -1;
  let resultEnd = -1;
  let errorStart = -1;
  let errorEnd = -1;
  const cursor = new MemberCursor(text, start);
  while (cursor.next()) {
    const { keyStart, keyEnd, valueStart, valueEnd } = cursor;
    let isRepeated = false;
    switch (envelopeKey(text, keyStart, keyEnd)) {
      case 'id':
        isRepeated = idStart >= 0;
        idStart = valueStart;
        idEnd = valueEnd;
        break;
      case 'method':
        isRepeated = methodStart >= 0;
        methodStart = valueStart;
        methodEnd = valueEnd;
        break;
      case 'params':
        isRepeated = paramsStart >= 0;
        paramsStart = valueStart;
        paramsEnd = valueEnd;
        break;
      case 'result':
        isRepeated = resultStart >= 0;
        resultStart = valueStart;
        resultEnd = valueEnd;
        break;
      case 'error':
        isRepeated = errorStart >= 0;
        errorStart = valueStart;
        errorEnd = valueEnd;
        break;
      case 'jsonrpc':
        isRepeated = versionStart >= 0;
        versionStart = valueStart;
        versionEnd = valueEnd;
        break;
      case 'escaped':
        return undefined;
      case undefined:
    }
    if (isRepeated) return undefined;
  }
  if (cursor.end < 0 || skipSpace(text, cursor.end) !== text.length) return undefined;
  if (versionEnd - versionStart !== 5 || !text.startsWith('"2.0"', versionStart)) return notJsonRpc;

  const hasId = idStart >= 0 && isLegalId(text, idStart);
  const method = methodStart < 0 ? undefined : readString(text, methodStart, methodEnd);
  const isCall = method !== undefined && resultStart < 0 && errorStart < 0 && (idStart < 0 || hasId);
  // An error whose id is null or absent is a response that belongs to nobody in particular.
  const isResponse = methodStart < 0 && resultStart >= 0 !== errorStart >= 0;
  if (!hasId) idStart = -1;
  if (!isCall && !isResponse) return { ...notJsonRpc, method, idStart, idEnd };
  // One literal: this is made for every message.
  return {
    kind: isResponse ? 'response' : hasId ? 'request' : 'notification',
    problem: undefined,
    method,
    idStart,
    idEnd,
    paramsStart,
    paramsEnd,
    resultStart,
    resultEnd,
    errorStart,
    errorEnd,
  };
}

/** Which member of the envelope a key names; `escaped` where only `JSON.parse` can tell. */
function envelopeKey(
  text: string,
  start: number,
  end: number,
): 'id' | 'method' | 'params' | 'result' | 'error' | 'jsonrpc' | 'escaped' | undefined {
  switch (end - start) {
    case 2:
      if (text.startsWith('id', start)) return 'id';
      break;
    case 5:
      if (text.startsWith('error', start)) return 'error';
      break;
    case 6:
      if (text.startsWith('params', start)) return 'params';
      if (text.startsWith('result', start)) return 'result';
      if (text.startsWith('method', start)) return 'method';
      break;
    case 7:
      if (text.startsWith('jsonrpc', start)) return 'jsonrpc';
  }
  for (let at = start; at < end; at++) if (text.charCodeAt(at) === 0x5c) return 'escaped';
  return undefined;
}

function readOther(text: string, start: number): Envelope | undefined {
  const end = skipValue(text, start);
  if (end < 0 || skipSpace(text, end) !== text.length) return undefined;
  return text.charCodeAt(start) === 0x5b ? batch : notJsonRpc;
}

/** A string or a number; JSON-RPC's null is refused by MCP. */
function isLegalId(text: string, start: number): boolean {
  const code = text.charCodeAt(start);
  return code === 0x22 || code === 0x2d || (code >= 0x30 && code <= 0x39);
}

function readString(text: string, start: number, end: number): string | undefined {
  if (text.charCodeAt(start) !== 0x22) return undefined;
  const inner = text.slice(start + 1, end - 1);
  // Sound: the scanner has found a whole JSON string there.
  return inner.includes('\\') ? (JSON.parse(`"${inner}"`) as string) : inner;
}
