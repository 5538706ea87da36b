import type { ClassifyContext, Row } from './finding.ts';

type Statuses = Readonly<Record<number, Row>>;

const signIn: Row = { kind: 'upstream_unauthorized', executed: 'no', permanent: true };
const tooLarge: Row = { kind: 'message_too_large', executed: 'no' };
const precondition: Row = { kind: 'precondition_failed', executed: 'no' };

/** Statuses that mean the same of a service behind a tool and of an MCP server, where their own tables say nothing else. */
const common: Statuses = {
  401: signIn,
  402: { kind: 'quota_exhausted', executed: 'no' },
  403: signIn,
  407: signIn,
  409: { kind: 'conflict', executed: 'unknown' },
  412: precondition,
  413: tooLarge,
  414: tooLarge,
  423: { kind: 'locked', executed: 'no' },
  428: precondition,
  431: tooLarge,
  451: { kind: 'permission_denied', executed: 'no' },
};

const misused: Row = { kind: 'tool_error', executed: 'no', text: 'requestRefused' };
const notFound: Row = { kind: 'not_found', executed: 'no' };
const unavailable: Row = { kind: 'dependency_unavailable', executed: 'unknown' };
const timedOut: Row = { kind: 'dependency_timeout', executed: 'unknown' };

/** Of a service that a tool's handler called. */
const ofService: Statuses = {
  3: { kind: 'dependency_bad_answer', executed: 'unknown', permanent: true },
  4: { ...misused, executed: 'unknown' },
  5: unavailable,
  400: misused,
  404: notFound,
  405: misused,
  406: misused,
  408: timedOut,
  410: notFound,
  411: misused,
  415: misused,
  421: { ...unavailable, executed: 'no' },
  422: { kind: 'business_rule', executed: 'no' },
  424: unavailable,
  425: { ...unavailable, executed: 'no' },
  426: misused,
  429: { kind: 'dependency_rate_limited', executed: 'no' },
  499: unavailable,
  501: misused,
  504: timedOut,
  505: misused,
  508: { kind: 'dependency_bad_answer', executed: 'unknown', permanent: true },
  520: { kind: 'dependency_bad_answer', executed: 'unknown' },
  522: timedOut,
  524: timedOut,
  526: { ...unavailable, permanent: true, text: 'certificate' },
  598: timedOut,
  599: timedOut,
};

const badRequest: Row = { kind: 'invalid_request', executed: 'no', text: 'refused' };
const noAccess: Row = { ...signIn, text: 'accessRefused' };
const noEndpoint: Row = { kind: 'server_not_running', executed: 'no', permanent: true, text: 'noEndpoint' };
const badBinding: Row = { kind: 'upstream_bad_answer', executed: 'no', permanent: true };
const badAnswer: Row = { kind: 'upstream_bad_answer', executed: 'unknown' };
const notRunning: Row = { kind: 'server_not_running', executed: 'unknown' };
const slow: Row = { kind: 'request_timeout', executed: 'unknown' };
const overloaded: Row = { kind: 'overloaded', executed: 'unknown' };
const lost: Row = { kind: 'connection_lost', executed: 'unknown' };
const noConnect: Row = { kind: 'connect_timeout', executed: 'unknown' };

/**
 * Of an MCP server or of the proxies in front of it. What Cloudflare says of an origin (520 and on) is about the last
 * attempt and proves nothing about earlier ones.
 */
const ofServer: Statuses = {
  3: { ...badAnswer, permanent: true, text: 'redirected' },
  4: { ...badRequest, executed: 'unknown' },
  5: badAnswer,
  400: badRequest,
  401: noAccess,
  403: noAccess,
  404: noEndpoint,
  405: noEndpoint,
  406: badBinding,
  407: noAccess,
  // Some proxies send it for a request that they did pass on.
  408: slow,
  410: noEndpoint,
  411: badRequest,
  415: badBinding,
  421: { ...notRunning, executed: 'no' },
  422: badRequest,
  424: badAnswer,
  425: { ...overloaded, executed: 'no' },
  426: badBinding,
  429: { kind: 'rate_limited', executed: 'no' },
  499: lost,
  501: { kind: 'capability_missing', executed: 'no', text: 'unsupported' },
  502: lost,
  503: overloaded,
  504: slow,
  505: badBinding,
  507: overloaded,
  508: { ...badAnswer, permanent: true },
  511: { ...notRunning, executed: 'no', permanent: true },
  521: notRunning,
  522: noConnect,
  523: notRunning,
  524: slow,
  525: notRunning,
  526: { ...notRunning, permanent: true, text: 'certificate' },
  529: overloaded,
  530: notRunning,
  598: slow,
  599: noConnect,
};

/** What a status means where the answer says no more: its own row, else that of its hundred. */
export function rowOfStatus(status: number, side: ClassifyContext['side']): Row {
  const statuses = side === 'upstream' ? ofServer : ofService;
  return statuses[status] ?? common[status] ?? statuses[Math.floor(status / 100)] ?? noMessage(side);
}

/** A success without a message, or a status that doesn't exist. */
function noMessage(side: ClassifyContext['side']): Row {
  return { kind: side === 'upstream' ? 'upstream_bad_answer' : 'dependency_bad_answer', executed: 'unknown' };
}
