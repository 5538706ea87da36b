import { DatabaseSync } from 'node:sqlite';

import { expect, it } from 'vitest';

import type { FaultKind } from '../catalogue.ts';
import type { Executed } from '../fault.ts';
import { classify } from './index.ts';

const pg = (code: string): Error =>
  Object.assign(new Error('secret text'), { name: 'error', code, severity: 'ERROR', length: 90 });
const mysql = (code: string, sqlState: string): Error =>
  Object.assign(new Error('secret text'), { code, errno: 1000, sqlState });
const sqlite = (code: string): Error => Object.assign(new Error('secret text'), { name: 'SqliteError', code });

it.each<[error: Error, kind: FaultKind, executed: Executed]>([
  [pg('08006'), 'dependency_unavailable', 'unknown'],
  [pg('53300'), 'dependency_unavailable', 'no'],
  [pg('57P03'), 'dependency_unavailable', 'no'],
  [pg('57014'), 'dependency_timeout', 'unknown'],
  [pg('40001'), 'locked', 'no'],
  [pg('40P01'), 'locked', 'no'],
  [pg('23505'), 'conflict', 'unknown'],
  [pg('23503'), 'precondition_failed', 'unknown'],
  [pg('23514'), 'business_rule', 'unknown'],
  [pg('22007'), 'param_invalid', 'unknown'],
  [pg('42P01'), 'tool_error', 'unknown'],
  [pg('42501'), 'permission_denied', 'no'],
  [pg('28P01'), 'upstream_unauthorized', 'no'],
  [pg('ZZ999'), 'tool_error', 'unknown'],
  [mysql('ER_CON_COUNT_ERROR', '08004'), 'dependency_unavailable', 'no'],
  [mysql('ER_LOCK_DEADLOCK', '40001'), 'locked', 'no'],
  [mysql('ER_LOCK_WAIT_TIMEOUT', 'HY000'), 'locked', 'unknown'],
  [mysql('ER_DUP_ENTRY', '23000'), 'conflict', 'unknown'],
  [mysql('ER_NO_REFERENCED_ROW_2', '23000'), 'precondition_failed', 'unknown'],
  [mysql('ER_PARSE_ERROR', '42000'), 'tool_error', 'unknown'],
  [Object.assign(new Error('x'), { code: 'PROTOCOL_CONNECTION_LOST' }), 'dependency_unavailable', 'unknown'],
  [sqlite('SQLITE_BUSY'), 'locked', 'no'],
  [sqlite('SQLITE_BUSY_SNAPSHOT'), 'locked', 'no'],
  [sqlite('SQLITE_CONSTRAINT_FOREIGNKEY'), 'precondition_failed', 'unknown'],
  [sqlite('SQLITE_IOERR_WRITE'), 'dependency_unavailable', 'unknown'],
])('%o is %s', (error, kind, executed) => {
  const failure = classify(error);
  expect(failure).toMatchObject({ kind, executed });
  expect(failure.message ?? '').not.toContain('secret');
});

it("knows the errors of Node's own SQLite", () => {
  const database = new DatabaseSync(':memory:');
  database.exec('create table t(a integer primary key, b not null); insert into t values (1, 1)');
  const fail = (sql: string): unknown => {
    try {
      return database.exec(sql);
    } catch (error) {
      return error;
    }
  };
  expect(classify(fail('insert into t values (1, 1)')).kind).toBe('conflict');
  expect(classify(fail('insert into t values (2, null)')).kind).toBe('business_rule');
  expect(classify(fail('selec')).kind).toBe('tool_error');
  database.close();
});

it('does not take every code of five characters for one of a database', () => {
  expect(classify(Object.assign(new Error('x'), { code: 'EPIPE' })).kind).toBe('dependency_unavailable');
  expect(classify(Object.assign(new Error('x'), { code: '23505' })).kind).toBe('internal');
});
