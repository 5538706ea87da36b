import type { ErrorFacts } from './error-facts.ts';
import { type ClassifyContext, type Finding, type Row, type Table, fromRow, lookUp } from './finding.ts';
import { peek, peekList } from './peek.ts';

const unreachable: Row = { kind: 'dependency_unavailable', upstream: 'server_not_running', executed: 'no' };
const broken: Row = { kind: 'dependency_unavailable', upstream: 'connection_lost', executed: 'unknown' };
const connectTimeout: Row = { kind: 'dependency_timeout', upstream: 'connect_timeout', executed: 'no' };
const answerTimeout: Row = { kind: 'dependency_timeout', upstream: 'request_timeout', executed: 'unknown' };
const silence: Row = { kind: 'dependency_timeout', upstream: 'idle_timeout', executed: 'unknown' };
const nonsense: Row = { kind: 'dependency_bad_answer', upstream: 'upstream_bad_answer', executed: 'unknown' };
const badCertificate: Row = { ...unreachable, permanent: true, text: 'certificate' };
const badHandshake: Row = { ...unreachable, permanent: true };
const noStart: Row = {
  kind: 'tool_crashed',
  upstream: 'server_not_running',
  executed: 'no',
  permanent: true,
  text: 'commandNotFound',
};
const exhausted: Row = { kind: 'tool_crashed', upstream: 'overloaded', executed: 'unknown' };
const noFile: Row = { kind: 'not_found', upstream: 'internal', executed: 'unknown' };
const noRight: Row = { kind: 'permission_denied', upstream: 'internal', executed: 'unknown' };
const wrongState: Row = { kind: 'precondition_failed', upstream: 'internal', executed: 'unknown' };

/** Codes that mean the same whatever was being done. */
const byCode: Table = {
  ECONNREFUSED: unreachable,
  ENOTFOUND: unreachable,
  EAI_AGAIN: unreachable,
  EAI_FAIL: unreachable,
  EAI_NODATA: unreachable,
  EAI_NONAME: unreachable,
  ENODATA: unreachable,
  ESERVFAIL: unreachable,
  ETIMEDOUT: answerTimeout,
  ESOCKETTIMEDOUT: answerTimeout,
  ETIMEOUT: answerTimeout,
  ERR_SOCKET_CONNECTION_TIMEOUT: connectTimeout,
  ERR_TLS_HANDSHAKE_TIMEOUT: connectTimeout,
  ERR_HTTP_REQUEST_TIMEOUT: answerTimeout,
  // These also end a connection that stood, when its other end has gone from the network.
  EHOSTUNREACH: broken,
  EHOSTDOWN: broken,
  ENETUNREACH: broken,
  ENETDOWN: broken,
  EADDRNOTAVAIL: broken,
  ECONNRESET: broken,
  ECONNABORTED: broken,
  EPIPE: broken,
  ENOTCONN: broken,
  ESHUTDOWN: broken,
  ERR_STREAM_PREMATURE_CLOSE: broken,
  ERR_STREAM_DESTROYED: broken,
  ERR_STREAM_WRITE_AFTER_END: broken,
  ERR_SOCKET_CLOSED: broken,
  ERR_IPC_CHANNEL_CLOSED: broken,
  ERR_HTTP2_STREAM_ERROR: broken,
  ERR_HTTP2_SESSION_ERROR: broken,
  ERR_HTTP2_GOAWAY_SESSION: broken,
  ERR_HTTP2_INVALID_SESSION: broken,
  EADDRINUSE: { kind: 'tool_crashed', upstream: 'server_not_running', executed: 'no', text: 'addressInUse' },
  EMFILE: exhausted,
  ENFILE: exhausted,
  ENOMEM: exhausted,
  ENOBUFS: exhausted,
  ENOSPC: exhausted,
  EDQUOT: exhausted,
  ERR_WORKER_OUT_OF_MEMORY: exhausted,
  ERR_WORKER_INIT_FAILED: exhausted,
  ENOENT: noFile,
  ENXIO: noFile,
  EACCES: noRight,
  EPERM: noRight,
  EROFS: noRight,
  ERR_ACCESS_DENIED: noRight,
  EEXIST: { kind: 'conflict', upstream: 'internal', executed: 'unknown' },
  EISDIR: wrongState,
  ENOTDIR: wrongState,
  ENOTEMPTY: wrongState,
  EBUSY: { kind: 'locked', upstream: 'internal', executed: 'unknown' },
  ETXTBSY: { kind: 'locked', upstream: 'internal', executed: 'unknown' },
  EFBIG: { kind: 'message_too_large', upstream: 'internal', executed: 'unknown' },
  // The handshake itself: refused before a byte of the request.
  CERT_HAS_EXPIRED: badCertificate,
  CERT_NOT_YET_VALID: badCertificate,
  CERT_REVOKED: badCertificate,
  CERT_REJECTED: badCertificate,
  CERT_UNTRUSTED: badCertificate,
  CERT_SIGNATURE_FAILURE: badCertificate,
  CERT_CHAIN_TOO_LONG: badCertificate,
  DEPTH_ZERO_SELF_SIGNED_CERT: badCertificate,
  SELF_SIGNED_CERT_IN_CHAIN: badCertificate,
  UNABLE_TO_GET_CRL: badCertificate,
  UNABLE_TO_GET_ISSUER_CERT: badCertificate,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: badCertificate,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: badCertificate,
  HOSTNAME_MISMATCH: badCertificate,
  INVALID_CA: badCertificate,
  INVALID_PURPOSE: badCertificate,
  ERR_TLS_CERT_ALTNAME_INVALID: badCertificate,
  ERR_TLS_CERT_ALTNAME_FORMAT: badCertificate,
  ERR_SSL_WRONG_VERSION_NUMBER: badHandshake,
  ERR_SSL_UNSUPPORTED_PROTOCOL: badHandshake,
  ERR_SSL_NO_PROTOCOLS_AVAILABLE: badHandshake,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: badHandshake,
  ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: badHandshake,
  ERR_SSL_SSL_TLS_ALERT_HANDSHAKE_FAILURE: badHandshake,
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: badHandshake,
  ERR_SSL_TLSV1_UNRECOGNIZED_NAME: badHandshake,
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: badHandshake,
  // undici, which is also what `fetch` fails with.
  UND_ERR_CONNECT_TIMEOUT: connectTimeout,
  UND_ERR_HEADERS_TIMEOUT: answerTimeout,
  UND_ERR_BODY_TIMEOUT: silence,
  UND_ERR_SOCKET: broken,
  UND_ERR_INFO: broken,
  UND_ERR_CLOSED: { ...broken, executed: 'no' },
  UND_ERR_DESTROYED: broken,
  UND_ERR_BPL_MISSING_UPSTREAM: unreachable,
  UND_ERR_PRX_TLS: unreachable,
  UND_ERR_SOCKS5: unreachable,
  UND_ERR_HEADERS_OVERFLOW: nonsense,
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: nonsense,
  UND_ERR_RES_EXCEEDED_MAX_SIZE: { kind: 'message_too_large', executed: 'unknown' },
  ERR_CONTENT_DECODING_FAILED: nonsense,
  Z_DATA_ERROR: nonsense,
  Z_BUF_ERROR: nonsense,
};

/** Codes that mean more while a connection is being made: nothing has been sent yet. */
const whileConnecting: Table = {
  EHOSTUNREACH: unreachable,
  EHOSTDOWN: unreachable,
  ENETUNREACH: unreachable,
  ENETDOWN: unreachable,
  EADDRNOTAVAIL: unreachable,
  ETIMEDOUT: connectTimeout,
  ECONNRESET: unreachable,
  EPIPE: unreachable,
  ENOENT: unreachable,
  EACCES: unreachable,
  EPERM: unreachable,
  EADDRINUSE: unreachable,
};

/** Codes of a process that could not be started. */
const whileSpawning: Table = {
  ENOENT: noStart,
  EACCES: noStart,
  EPERM: noStart,
  ENOEXEC: noStart,
  ENOTDIR: noStart,
  E2BIG: noStart,
  EAGAIN: { ...exhausted, executed: 'no' },
  EMFILE: { ...exhausted, executed: 'no' },
  ENOMEM: { ...exhausted, executed: 'no' },
};

/** Errors of undici whose code may be missing. */
const byName: Table = {
  HTTPParserError: nonsense,
  SocketError: broken,
  ConnectTimeoutError: connectTimeout,
  HeadersTimeoutError: answerTimeout,
  BodyTimeoutError: silence,
};

/** Families of codes that are too many to list. */
const byPrefix: readonly (readonly [prefix: string, row: Row])[] = [
  ['HPE_', nonsense],
  // Also alerts and broken records in the middle of an exchange: proof of nothing.
  ['ERR_SSL_', broken],
  ['EPROTO', broken],
];

/** Recognises errors of Node's own modules, of TLS and of undici by their code. */
export function matchNodeError(facts: ErrorFacts, { side, phase }: ClassifyContext): Finding | undefined {
  const row = rowOf(facts);
  if (row === undefined) return undefined;
  const finding = fromRow(row, side);
  // Once a connection stands, no code proves that nothing has left.
  const stood = phase === 'sent' || /^(?:read|write|shutdown)/.test(facts.syscall);
  return stood && finding.executed === 'no' ? { ...finding, executed: 'unknown' } : finding;
}

function rowOf(facts: ErrorFacts): Row | undefined {
  const { code, name, syscall, message } = facts;
  if (code === undefined) return lookUp(byName, name);
  // axios says so of its own timeouts.
  if (code === 'ECONNABORTED' && message.includes('timeout')) return answerTimeout;
  // Of a name server; drivers use the same code for statements that run too long.
  if (code === 'ETIMEOUT' && /^(?:query|getHostBy)/.test(syscall)) return connectTimeout;
  return (
    (isConnecting(facts) ? lookUp(whileConnecting, code) : undefined) ??
    (syscall.startsWith('spawn') ? lookUp(whileSpawning, code) : undefined) ??
    lookUp(byCode, code) ??
    byPrefix.find(([prefix]) => code.startsWith(prefix))?.[1]
  );
}

/** Node sums up the addresses that it has tried in an error without a syscall of its own. */
function isConnecting({ value, syscall }: ErrorFacts): boolean {
  if (syscall !== '') return syscall === 'connect';
  const tried = peekList(peek(value, 'errors'), 64);
  return tried.length > 0 && tried.every((each) => peek(each, 'syscall') === 'connect');
}
