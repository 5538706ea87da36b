import type { ErrorFacts } from './error-facts.ts';
import { type ClassifyContext, type Finding, type Row, type Table, fromRow, lookUp } from './finding.ts';

/** A mistake in the code that ran, not in what was asked of it; weak, since `fetch` wraps its causes in a `TypeError`. */
const bug: Row = { kind: 'tool_crashed', upstream: 'internal', executed: 'unknown', weak: true };
/** The tool got no connection to work with, so that nothing was done with it. */
const poolEmpty: Row = { kind: 'tool_crashed', upstream: 'overloaded', executed: 'no', text: 'noConnectionFree' };
const notJson: Row = { kind: 'dependency_bad_answer', upstream: 'upstream_bad_answer', executed: 'unknown' };

const byName: Table = {
  TypeError: bug,
  RangeError: bug,
  ReferenceError: bug,
  SyntaxError: bug,
  EvalError: bug,
  URIError: bug,
  AssertionError: bug,
  KnexTimeoutError: poolEmpty,
  SequelizeConnectionAcquireTimeoutError: poolEmpty,
};

const byCode: Table = {
  MODULE_NOT_FOUND: bug,
  ERR_MODULE_NOT_FOUND: bug,
  ERR_PACKAGE_PATH_NOT_EXPORTED: bug,
  ERR_ASSERTION: bug,
  P2024: poolEmpty,
};

/** Pools of common drivers say it only in words. */
const byMessage: Table = {
  'timeout exceeded when trying to connect': poolEmpty,
  'ResourceRequest timed out': poolEmpty,
  'No connections available.': poolEmpty,
  'Queue limit reached.': poolEmpty,
};

/** Recognises a tool that crashed: its code threw, or its pool of connections was empty. */
export function matchCrash(facts: ErrorFacts, { side }: ClassifyContext): Finding | undefined {
  if (facts.name === 'SyntaxError' && /\bJSON\b/.test(facts.message)) return fromRow(notJson, side);
  const row = lookUp(byMessage, facts.message) ?? lookUp(byCode, facts.code) ?? lookUp(byName, facts.name);
  return row && fromRow(row, side);
}
