import type { ErrorFacts } from './error-facts.ts';
import { type ClassifyContext, type Finding, type Row, type Table, fromRow, lookUp } from './finding.ts';
import { peek, peekNumber, peekString } from './peek.ts';

const down: Row = { kind: 'dependency_unavailable', executed: 'unknown' };
const refused: Row = { kind: 'dependency_unavailable', executed: 'no' };
const signIn: Row = { kind: 'upstream_unauthorized', executed: 'no', permanent: true };
const noPrivilege: Row = { kind: 'permission_denied', executed: 'no' };
/** The database has undone the transaction, so that it may be begun again. */
const undone: Row = { kind: 'locked', executed: 'no' };
const locked: Row = { kind: 'locked', executed: 'unknown' };
const duplicate: Row = { kind: 'conflict', executed: 'unknown' };
const dangling: Row = { kind: 'precondition_failed', executed: 'unknown' };
const broken: Row = { kind: 'business_rule', executed: 'unknown' };
const badValue: Row = { kind: 'param_invalid', executed: 'unknown' };
const slow: Row = { kind: 'dependency_timeout', executed: 'unknown' };
const statement: Row = { kind: 'tool_error', executed: 'unknown', text: 'statementRefused' };
const damaged: Row = { kind: 'dependency_bad_answer', executed: 'unknown' };
const noConnection: Row = { kind: 'tool_crashed', executed: 'no', text: 'noConnectionFree' };

/** SQLSTATE: the whole code where it says more than its class, else the class of two characters. */
export const bySqlState: Table = {
  '02': { kind: 'not_found', executed: 'unknown' },
  '08': down,
  '08001': refused,
  '08004': refused,
  '08P01': damaged,
  '0A': statement,
  '22': badValue,
  '23': broken,
  '23000': duplicate,
  '23001': dangling,
  '23503': dangling,
  '23505': duplicate,
  '23P01': duplicate,
  '25006': refused,
  '25P03': slow,
  '25P04': slow,
  '28': signIn,
  '40': undone,
  '40003': down,
  '42': statement,
  '42501': noPrivilege,
  '53': down,
  '53300': refused,
  '54': statement,
  '55': dangling,
  '55006': locked,
  '55P03': undone,
  '57': down,
  '57014': slow,
  '57P03': refused,
  '57P05': slow,
  '58': down,
  P0: broken,
  P0002: { kind: 'not_found', executed: 'unknown' },
  XX: damaged,
};

/** MySQL and MariaDB by name, where their SQLSTATE is the useless HY000 or 23000. */
export const byMysqlName: Table = {
  ER_CON_COUNT_ERROR: refused,
  ER_TOO_MANY_USER_CONNECTIONS: refused,
  ER_USER_LIMIT_REACHED: { kind: 'dependency_rate_limited', executed: 'no' },
  ER_HOST_IS_BLOCKED: refused,
  ER_SERVER_SHUTDOWN: down,
  ER_OPTION_PREVENTS_STATEMENT: refused,
  ER_READ_ONLY_MODE: refused,
  ER_DISK_FULL: down,
  ER_OUT_OF_RESOURCES: down,
  ER_OUTOFMEMORY: down,
  ER_ACCESS_DENIED_ERROR: signIn,
  ER_ACCESS_DENIED_NO_PASSWORD_ERROR: signIn,
  ER_NOT_SUPPORTED_AUTH_MODE: signIn,
  ER_DBACCESS_DENIED_ERROR: signIn,
  ER_TABLEACCESS_DENIED_ERROR: noPrivilege,
  ER_COLUMNACCESS_DENIED_ERROR: noPrivilege,
  ER_SPECIFIC_ACCESS_DENIED_ERROR: noPrivilege,
  // Undoes the statement alone, not the transaction.
  ER_LOCK_WAIT_TIMEOUT: locked,
  ER_LOCK_NOWAIT: locked,
  ER_LOCK_DEADLOCK: undone,
  ER_DUP_ENTRY: duplicate,
  ER_DUP_ENTRY_WITH_KEY_NAME: duplicate,
  ER_NO_REFERENCED_ROW: dangling,
  ER_NO_REFERENCED_ROW_2: dangling,
  ER_ROW_IS_REFERENCED: dangling,
  ER_ROW_IS_REFERENCED_2: dangling,
  ER_BAD_NULL_ERROR: broken,
  ER_CHECK_CONSTRAINT_VIOLATED: broken,
  ER_DATA_TOO_LONG: badValue,
  ER_TRUNCATED_WRONG_VALUE: badValue,
  ER_TRUNCATED_WRONG_VALUE_FOR_FIELD: badValue,
  ER_WARN_DATA_OUT_OF_RANGE: badValue,
  ER_QUERY_TIMEOUT: slow,
  ER_QUERY_INTERRUPTED: slow,
  ER_STATEMENT_TIMEOUT: slow,
  ER_GET_CONNECTION_TIMEOUT: noConnection,
  ER_CONNECTION_TIMEOUT: { kind: 'dependency_timeout', executed: 'no' },
  ER_SOCKET_UNEXPECTED_CLOSE: down,
  PROTOCOL_CONNECTION_LOST: down,
  PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR: refused,
  PROTOCOL_SEQUENCE_TIMEOUT: slow,
};

/** SQLite's result codes by name; the extended ones fall back to their family. */
export const bySqliteName: Table = {
  SQLITE_ERROR: statement,
  SQLITE_PERM: noPrivilege,
  SQLITE_AUTH: noPrivilege,
  SQLITE_READONLY: noPrivilege,
  SQLITE_ABORT: locked,
  SQLITE_BUSY: { kind: 'locked', executed: 'no' },
  SQLITE_LOCKED: { kind: 'locked', executed: 'no' },
  SQLITE_NOMEM: down,
  SQLITE_INTERRUPT: slow,
  SQLITE_IOERR: down,
  SQLITE_CORRUPT: damaged,
  SQLITE_FULL: down,
  SQLITE_CANTOPEN: refused,
  SQLITE_PROTOCOL: locked,
  SQLITE_SCHEMA: locked,
  SQLITE_TOOBIG: badValue,
  SQLITE_CONSTRAINT: broken,
  SQLITE_CONSTRAINT_UNIQUE: duplicate,
  SQLITE_CONSTRAINT_PRIMARYKEY: duplicate,
  SQLITE_CONSTRAINT_ROWID: duplicate,
  SQLITE_CONSTRAINT_FOREIGNKEY: dangling,
  SQLITE_MISMATCH: badValue,
  SQLITE_NOTADB: damaged,
};

/** The numbers behind those names, as Node's own module gives them. */
const sqliteNames: Readonly<Record<number, string>> = {
  1: 'SQLITE_ERROR',
  3: 'SQLITE_PERM',
  4: 'SQLITE_ABORT',
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  7: 'SQLITE_NOMEM',
  8: 'SQLITE_READONLY',
  9: 'SQLITE_INTERRUPT',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  15: 'SQLITE_PROTOCOL',
  17: 'SQLITE_SCHEMA',
  18: 'SQLITE_TOOBIG',
  19: 'SQLITE_CONSTRAINT',
  20: 'SQLITE_MISMATCH',
  23: 'SQLITE_AUTH',
  26: 'SQLITE_NOTADB',
  787: 'SQLITE_CONSTRAINT_FOREIGNKEY',
  1555: 'SQLITE_CONSTRAINT_PRIMARYKEY',
  2067: 'SQLITE_CONSTRAINT_UNIQUE',
  2579: 'SQLITE_CONSTRAINT_ROWID',
};

/** Whether an error comes from a driver of a database, also where its code says nothing to us. */
export function isSqlError(facts: ErrorFacts): boolean {
  return sqlState(facts) !== undefined || mysqlName(facts) !== undefined || sqliteName(facts) !== undefined;
}

/** Recognises errors of the drivers of PostgreSQL, MySQL, MariaDB and SQLite. */
export function matchSqlError(facts: ErrorFacts, { side }: ClassifyContext): Finding | undefined {
  if (!isSqlError(facts)) return undefined;
  const state = sqlState(facts);
  const sqlite = sqliteName(facts);
  const row =
    lookUp(byMysqlName, mysqlName(facts)) ??
    lookUp(bySqliteName, sqlite) ??
    lookUp(bySqliteName, sqlite?.split('_').slice(0, 2).join('_')) ??
    lookUp(bySqlState, state) ??
    lookUp(bySqlState, state?.slice(0, 2)) ??
    statement;
  return fromRow(row, side);
}

/**
 * Five characters alone prove nothing (`EPIPE`, `P2002`): PostgreSQL's errors have a severity too, MySQL's drivers name
 * the member.
 */
function sqlState({ value, code }: ErrorFacts): string | undefined {
  const named = peekString(value, 'sqlState') ?? peekString(value, 'sqlstate');
  if (named !== undefined) return named.replace(/^#/, '');
  const hasSeverity = typeof peek(value, 'severity') === 'string';
  return code !== undefined && hasSeverity && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

function mysqlName({ code }: ErrorFacts): string | undefined {
  return code !== undefined && /^(?:ER|PROTOCOL)_[A-Z]/.test(code) ? code : undefined;
}

function sqliteName({ value, code }: ErrorFacts): string | undefined {
  if (code?.startsWith('SQLITE_')) return code;
  if (code !== 'ERR_SQLITE_ERROR') return undefined;
  const number = peekNumber(value, 'errcode') ?? 1;
  // The family stands in the low byte.
  return sqliteNames[number] ?? sqliteNames[number & 0xff] ?? 'SQLITE_ERROR';
}
