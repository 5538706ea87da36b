import type { Era } from '../../channel.ts';
import type { FaultKind } from '../catalogue.ts';
import type { Executed, Failure } from '../fault.ts';
import type { Locale } from '../locale/locale.ts';
import { usableMessage } from '../plain-text.ts';
import { type PeerSaid, readPeerData } from '../peer-data.ts';
import { readArgumentError } from './argument-text.ts';
import { peek, peekList, peekString } from './peek.ts';
import { reasonIn } from './reason-in.ts';
import { peerMessage } from './rpc-text.ts';

/** A JSON-RPC error as it came from a peer. */
export interface RpcError {
  readonly code: unknown;
  readonly message: unknown;
  readonly data?: unknown;
}

/** Which request the error answers. */
export interface RpcContext {
  readonly method?: string;
  /** The wire that it came over; without it, the numbers of the modern wire keep their meaning. */
  readonly era?: Era;
  /**
   * The language of `expected`, as far as it is said in words of ours.
   *
   * @default 'en'
   */
  readonly locale?: Locale;
}

/**
 * Classifies a JSON-RPC error that a peer sent: by the kind in its data, else by the codes that the specification
 * defines. The numbers from −32000 to −32019 and the words that SDKs put with them mean nothing, whatever they seem to
 * say. The message is the peer's own, still to be redacted.
 */
export function classifyRpcError(error: RpcError, context: RpcContext): Failure {
  const data = peek(error, 'data');
  const own = peek(error, 'message');
  const message = saidIn(own, data) ?? (typeof own === 'string' ? undefined : reasonIn(error));
  const { dump = false, ...read } = readCode(peek(error, 'code'), message ?? '', data, context);
  const said = readData(data);
  return {
    ...read,
    ...said,
    executed: executedBeside(said, read.executed),
    origin: 'server',
    ...(message !== undefined && !dump && { message }),
    cause: error,
  };
}

/** The message; with what the data says where it is no more than `Invalid params`, and without it after `Internal error`. */
function saidIn(message: unknown, data: unknown): string | undefined {
  const said = peerMessage(message);
  if (said === undefined) return (typeof message === 'string' ? undefined : reasonIn(message)) ?? reasonIn(data);
  if (usableMessage(said, judgedLength) === undefined) return reasonIn(data) ?? said;
  const reason = generic.test(said) ? reasonIn(data) : undefined;
  return reason === undefined ? said : `${said.replace(/[.:]$/, '')}: ${reason}`;
}

const generic = /^(?:invalid (?:params|parameters?|arguments?|request|input)|validation (?:error|failed))[.:]?$/i;
/** How much of a message shows whether it says anything. */
const judgedLength = 64;

/**
 * A code tells that nothing has run only as long as nothing else is said: with hope or a kind of the peer's own beside it,
 * the peer's word alone would have an unsafe call sent again.
 */
function executedBeside({ kind, retryable }: PeerSaid, executed: Executed): Executed {
  return executed === 'no' && (kind !== undefined || retryable === true) ? 'unknown' : executed;
}

interface CodeReading extends Omit<Failure, 'cause'> {
  /** The message is a validator's dump, of no use to a reader. */
  readonly dump?: boolean;
}

function readCode(code: unknown, message: string, data: unknown, context: RpcContext): CodeReading {
  const { method, era } = context;
  switch (code) {
    case -32700:
      return { kind: 'parse_error', executed: 'no' };
    case -32600:
      return { kind: 'invalid_request', executed: 'no' };
    case -32601:
      return { kind: 'method_not_found', executed: 'no' };
    case -32602:
      return invalidParams(message, data, context);
    case -32603:
      return { kind: 'internal', executed: 'unknown' };
    case -32002:
      return { kind: 'not_found', executed: 'unknown' };
    // The server asks for a visit to a page of its own; only the person can go on.
    case -32042:
      return era === 'modern'
        ? nothingKnown(method)
        : { kind: 'tool_error', executed: 'unknown', recoveryAction: 'ask_user' };
    // A number from an example of the specification.
    case -1:
      return method === 'sampling/createMessage' ? { kind: 'sampling_declined', executed: 'no' } : nothingKnown(method);
    default:
      // Also the answer of a server that speaks the modern wire alone to the opening of the other one.
      return (era === 'legacy' && method !== 'initialize' ? undefined : modernCode(code, data)) ?? nothingKnown(method);
  }
}

/** Codes that revision 2026-07-28 defines; on the legacy wire these numbers are anybody's. */
function modernCode(code: unknown, data: unknown): CodeReading | undefined {
  switch (code) {
    case -32020:
      return { kind: 'header_mismatch', executed: 'no' };
    case -32021: {
      const required = names(peek(data, 'requiredCapabilities'));
      return { kind: 'client_capability_missing', executed: 'no', ...(required !== undefined && { required }) };
    }
    case -32022:
      return unsupportedVersion(data);
    default:
      return undefined;
  }
}

function unsupportedVersion(data: unknown): CodeReading {
  const expected = names(peek(data, 'supported'));
  const received = peekString(data, 'requested');
  return {
    kind: 'unsupported_protocol_version',
    executed: 'no',
    ...(expected !== undefined && { expected }),
    ...(received !== undefined && { received }),
  };
}

/** A tool that said no, or a method that failed: nothing more is known. */
function nothingKnown(method: string | undefined): CodeReading {
  return { kind: method === 'tools/call' ? 'tool_error' : 'internal', executed: 'unknown' };
}

const unknownTool =
  /^(?:unknown tool\b|no such tool\b|tool\b.{1,300}\b(?:not found|disabled|does not exist|is not available)\b)/is;
const unknownPrompt =
  /^(?:unknown prompt\b|no such prompt\b|prompt\b.{1,300}\b(?:not found|disabled|does not exist)\b)/is;
const unknownResource = /^(?:unknown resource\b|resource\b.{1,2000}\b(?:not found|disabled|does not exist)\b)/is;
/** SDKs blame the caller for what the tool gave back. */
const badResult =
  /^(?:output validation error\b|invalid tools\/call result\b|invalid structured content\b|structured content does not match\b)/i;

/** One code for many things; what the SDKs say with it tells them apart. */
function invalidParams(message: string, data: unknown, { method, locale = 'en' }: RpcContext): CodeReading {
  if (method === 'initialize') return refusedOpening(message, data);
  if (badResult.test(message)) return { kind: 'upstream_bad_answer', executed: 'yes', retryable: false };
  const kind = unknownName(message, data, method);
  if (kind !== undefined) return { kind, executed: 'no' };
  const { dump, ...read } = readArgumentError(message, { known: true, locale }) ?? {
    kind: 'invalid_params' as const,
    dump: false,
  };
  return { ...read, executed: 'no', dump };
}

/** No caller can correct what a session was opened with. */
function refusedOpening(message: string, data: unknown): CodeReading {
  const isVersion = /\bprotocol ?version\b/i.test(message) || peekList(peek(data, 'supported'), 1).length > 0;
  return isVersion
    ? unsupportedVersion(data)
    : { kind: 'invalid_params', executed: 'no', recoveryAction: 'contact_operator' };
}

function unknownName(message: string, data: unknown, method: string | undefined): FaultKind | undefined {
  if (method === 'prompts/get') return unknownPrompt.test(message) ? 'unknown_prompt' : undefined;
  if (method === 'resources/read' || method === 'resources/subscribe') {
    return unknownResource.test(message) || typeof peek(data, 'uri') === 'string' ? 'not_found' : undefined;
  }
  return (method === undefined || method === 'tools/call') && unknownTool.test(message) ? 'unknown_tool' : undefined;
}

/** What the peer's data says; a reader of plain JSON can be fooled by an object that isn't. */
function readData(data: unknown): PeerSaid {
  try {
    return readPeerData(data);
  } catch {
    return {};
  }
}

/** Words of a list, or the names of what is asked for. */
function names(value: unknown): string | undefined {
  const list = peekList(value, 16).filter((each) => typeof each === 'string');
  if (list.length > 0) return list.join(', ');
  try {
    const keys = typeof value === 'object' && value !== null ? Object.keys(value).slice(0, 16) : [];
    return keys.length > 0 ? keys.join(', ') : undefined;
  } catch {
    return undefined;
  }
}
