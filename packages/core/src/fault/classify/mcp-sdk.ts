import type { ErrorFacts } from './error-facts.ts';
import { type ClassifyContext, type Finding, type Row, type Table, fromRow, lookUp } from './finding.ts';
import { readHttpAnswer } from './http-answer.ts';
import { peek, peekNumber, peekString } from './peek.ts';
import { classifyRpcError } from './rpc-error.ts';

const notConnected: Row = { kind: 'dependency_unavailable', upstream: 'server_not_running', executed: 'no' };
const lost: Row = { kind: 'dependency_unavailable', upstream: 'connection_lost', executed: 'unknown' };
const timedOut: Row = { kind: 'dependency_timeout', upstream: 'request_timeout', executed: 'unknown' };
/** The answer came, and so the work was done; only it cannot be used. */
const unusable: Row = { kind: 'dependency_bad_answer', upstream: 'upstream_bad_answer', executed: 'yes' };
const nonsense: Row = { kind: 'dependency_bad_answer', upstream: 'upstream_bad_answer', executed: 'unknown' };
const signIn: Row = { kind: 'upstream_unauthorized', executed: 'no', permanent: true };
const misuse: Row = { kind: 'tool_crashed', upstream: 'internal', executed: 'no' };

/** What version 2 of the SDK reports of its own accord. */
const sdkCodes: Table = {
  NOT_CONNECTED: notConnected,
  NOT_INITIALIZED: notConnected,
  ALREADY_CONNECTED: misuse,
  CAPABILITY_NOT_SUPPORTED: { kind: 'capability_missing', executed: 'no' },
  REQUEST_TIMEOUT: timedOut,
  CONNECTION_CLOSED: lost,
  SEND_FAILED: { ...lost, weak: true },
  INVALID_RESULT: unusable,
  UNSUPPORTED_RESULT_TYPE: unusable,
  INPUT_REQUIRED_ROUNDS_EXCEEDED: { kind: 'tool_error', executed: 'unknown' },
  LIST_PAGINATION_EXCEEDED: nonsense,
  METHOD_NOT_SUPPORTED_BY_PROTOCOL_VERSION: { kind: 'method_not_found', executed: 'no' },
  ERA_NEGOTIATION_FAILED: { kind: 'unsupported_protocol_version', executed: 'no', weak: true },
  CLIENT_HTTP_AUTHENTICATION: signIn,
  CLIENT_HTTP_FORBIDDEN: signIn,
  CLIENT_HTTP_UNEXPECTED_CONTENT: nonsense,
  CLIENT_HTTP_NOT_IMPLEMENTED: nonsense,
  CLIENT_HTTP_FAILED_TO_OPEN_STREAM: lost,
  CLIENT_HTTP_FAILED_TO_TERMINATE_SESSION: lost,
};

/** Recognises errors of both versions of the MCP SDK by their shape, also those of another copy of it. */
export function matchSdkError(facts: ErrorFacts, context: ClassifyContext): Finding | undefined {
  const { name, className, message } = facts;
  if (name === 'SdkError' || name === 'SdkHttpError') return sdkError(facts, context);
  if (name === 'McpError' || name === 'ProtocolError') return protocolError(facts, context);
  if (className === 'UnauthorizedError' || className === 'OAuthError' || name === 'OAuthError') {
    return fromRow(signIn, context.side);
  }
  if (name === 'InsufficientScopeError' || className === 'InsufficientScopeError') {
    const required = peekString(facts.value, 'scope') ?? peekString(facts.value, 'requiredScope');
    return {
      kind: 'insufficient_scope',
      executed: 'no',
      retryable: false,
      ...(required !== undefined && { required }),
    };
  }
  if (className === 'StreamableHTTPError' || className === 'SseError') return v1HttpError(facts, context);
  // Both versions, after `close` or before `connect`.
  return context.side === 'upstream' && name === 'Error' && message === 'Not connected'
    ? fromRow(notConnected, 'upstream')
    : undefined;
}

function sdkError({ code, status, message, value }: ErrorFacts, context: ClassifyContext): Finding | undefined {
  const data = peek(value, 'data');
  if (code === 'REQUEST_TIMEOUT' && isAbort(message, data)) {
    return { kind: 'cancelled', executed: 'unknown' };
  }
  const row = lookUp(sdkCodes, code);
  // Codes that say no more than that an answer came are told apart by its status.
  const isVague = row === undefined || row === nonsense || row === lost;
  if (status !== undefined && isVague) return answered(status, peek(data, 'text'), context);
  return row && fromRow(row, context.side);
}

/** The SDK reports a caller's abort as a timeout; only a real one says how long it was. */
function isAbort(message: string, data: unknown): boolean {
  const waited = peekNumber(data, 'timeout') ?? peekNumber(data, 'maxTotalTimeout');
  return waited === undefined && !message.startsWith('TimeoutError');
}

/** The SDK keeps no headers; the body is what it has. */
function answered(status: number, body: unknown, { side, now }: ClassifyContext): Finding {
  return readHttpAnswer(status, undefined, body, { side, now });
}

/** The SDK of version 1 makes its own faults of the same class as a peer's; these pairs of number and shape are its own. */
function protocolError(
  { name, codeNumber, message, value }: ErrorFacts,
  { side, locale = 'en' }: ClassifyContext,
): Finding {
  const data = peek(value, 'data');
  if (name === 'McpError' && codeNumber === -32001) {
    const waited = peekNumber(data, 'timeout') ?? peekNumber(data, 'maxTotalTimeout');
    if (waited !== undefined) return fromRow(timedOut, side);
    if (message.startsWith('MCP error -32001: AbortError')) return { kind: 'cancelled', executed: 'unknown' };
    if (message.startsWith('MCP error -32001: TimeoutError')) return fromRow(timedOut, side);
  }
  if (name === 'McpError' && codeNumber === -32000 && message === 'MCP error -32000: Connection closed') {
    return fromRow(lost, side);
  }
  const {
    cause: _,
    origin,
    message: said,
    ...failure
  } = classifyRpcError({ code: codeNumber, message, data }, { method: 'tools/call', locale });
  return {
    ...failure,
    ...(side === 'upstream' && origin !== undefined && { origin }),
    // An internal error that a handler throws often quotes the exception that it caught.
    ...(said !== undefined && (side === 'upstream' || failure.kind !== 'internal') && { message: said }),
  };
}

function v1HttpError({ codeNumber, message }: ErrorFacts, context: ClassifyContext): Finding {
  if (codeNumber !== undefined && codeNumber >= 300 && codeNumber <= 599) return answered(codeNumber, message, context);
  return { ...fromRow(codeNumber === -1 ? nonsense : lost, context.side), weak: true };
}
