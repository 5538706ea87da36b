import type { ErrorFacts } from './error-facts.ts';
import { type ClassifyContext, type Finding, type Row, type Table, fromRow, lookUp } from './finding.ts';

const refused: Row = { kind: 'dependency_unavailable', executed: 'no' };
const down: Row = { kind: 'dependency_unavailable', executed: 'unknown' };
const signIn: Row = { kind: 'upstream_unauthorized', executed: 'no', permanent: true };
const misuse: Row = { kind: 'tool_crashed', executed: 'unknown' };

/** The first word of an error that Redis replied with. */
export const byReply: Table = {
  LOADING: refused,
  READONLY: refused,
  MASTERDOWN: refused,
  CLUSTERDOWN: refused,
  NOREPLICAS: refused,
  MISCONF: refused,
  OOM: refused,
  MOVED: refused,
  ASK: refused,
  TRYAGAIN: refused,
  CROSSSLOT: misuse,
  BUSY: refused,
  UNKILLABLE: refused,
  NOAUTH: signIn,
  WRONGPASS: signIn,
  NOPERM: signIn,
  EXECABORT: { kind: 'conflict', executed: 'no' },
  BUSYGROUP: { kind: 'conflict', executed: 'unknown' },
  BUSYKEY: { kind: 'conflict', executed: 'unknown' },
  NOGROUP: { kind: 'not_found', executed: 'unknown' },
  WRONGTYPE: { kind: 'precondition_failed', executed: 'unknown' },
  NOSCRIPT: misuse,
  ERR: misuse,
};

/** Errors that the clients make themselves, by name or class. */
export const byClientError: Table = {
  MaxRetriesPerRequestError: down,
  ClusterAllFailedError: refused,
  ClientOfflineError: refused,
  ClientClosedError: refused,
  DisconnectsClientError: down,
  SocketClosedUnexpectedlyError: down,
  SocketTimeoutError: { kind: 'dependency_timeout', executed: 'unknown' },
  CommandTimeoutDuringMaintenanceError: { kind: 'dependency_timeout', executed: 'unknown' },
  ConnectionTimeoutError: { kind: 'dependency_timeout', executed: 'no' },
  WatchError: { kind: 'conflict', executed: 'no' },
};

const replyNames: ReadonlySet<string> = new Set(['ReplyError', 'ErrorReply', 'SimpleError', 'BlobError']);

/** Whether an error comes from a client of Redis. */
export function isRedisError(facts: ErrorFacts): boolean {
  return isReply(facts) || clientError(facts) !== undefined;
}

/** Recognises errors of Redis and of its two common clients. */
export function matchRedisError(facts: ErrorFacts, { side }: ClassifyContext): Finding | undefined {
  if (isReply(facts)) {
    if (facts.message.startsWith('ERR max number of clients')) return fromRow(refused, side);
    return fromRow(lookUp(byReply, /^[A-Z]+/.exec(facts.message)?.[0]) ?? misuse, side);
  }
  const row = clientError(facts);
  return row && fromRow(row, side);
}

function isReply({ name, className }: ErrorFacts): boolean {
  return replyNames.has(name) || replyNames.has(className);
}

function clientError({ name, className }: ErrorFacts): Row | undefined {
  return lookUp(byClientError, name) ?? lookUp(byClientError, className);
}
