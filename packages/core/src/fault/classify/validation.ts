import type { FaultKind } from '../catalogue.ts';
import type { Failure, FaultIssue } from '../fault.ts';
import type { Locale } from '../locale/locale.ts';
import type { ErrorFacts } from './error-facts.ts';
import type { ClassifyContext, Finding } from './finding.ts';
import { expectedPhrases } from './expected-phrases.ts';
import { type Issue, readIssue } from './issue.ts';
import { peek, peekList, peekString } from './peek.ts';
import { useInstead } from './texts.ts';

const mostIssues = 5;

/**
 * Recognises errors of Zod, Ajv and every Standard Schema library by the issues that they carry. Lists of `errors` are
 * everywhere (GraphQL, Google, errors side by side): there only those with the keywords of JSON Schema count.
 */
export function matchValidation({ value }: ErrorFacts, context: ClassifyContext): Finding | undefined {
  const issues = peekList(peek(value, 'issues'), 64);
  if (issues.length > 0 && issues.every(isIssue)) return describeIssues(issues, context);
  for (const key of ['errors', 'validation']) {
    const errors = peekList(peek(value, key), 64);
    if (errors.length > 0 && errors.every(isKeywordError)) return describeIssues(errors, context);
  }
  return undefined;
}

/**
 * Classifies the issues that a validator found in a call's arguments, before anything ran: of Zod, of Ajv (`errors`), of
 * a Standard Schema library.
 *
 * @param input The arguments, for `received`, which validators often leave out.
 */
export function classifyIssues(issues: readonly unknown[], input: unknown, locale: Locale = 'en'): Failure {
  return describeIssues(issues, { input: input ?? {}, locale });
}

function describeIssues(issues: readonly unknown[], { input, locale }: ClassifyContext): Finding {
  const say = expectedPhrases(locale);
  const read = issues.flatMap((issue) => readIssue(issue, input, say));
  return summarise(read, { executed: input === undefined ? 'unknown' : 'no', locale });
}

/** Sums issues up: the first one stands for all, and one about the whole says that arguments exclude each other. */
export function summarise(
  issues: readonly Issue[],
  { executed, locale = 'en' }: { readonly executed: Finding['executed']; readonly locale: Locale | undefined },
): Finding {
  const [first] = issues;
  const listed = issues.filter((issue) => issue.field !== '').slice(0, mostIssues);
  return {
    kind: kindOf(issues),
    executed,
    ...(first?.field && { field: first.field }),
    ...(first?.expected !== undefined && { expected: first.expected }),
    ...(first?.received !== undefined && { received: first.received }),
    ...(first?.example !== undefined && { suggestion: useInstead(first.example, locale) }),
    ...(listed.length > 0 && { issues: listed.map(toFaultIssue) }),
  };
}

function kindOf(issues: readonly Issue[]): FaultKind {
  if (issues.length === 0) return 'invalid_params';
  if (issues.every((issue) => issue.problem === 'missing')) return 'param_missing';
  return issues.every((issue) => issue.problem === 'conflict') ? 'params_conflict' : 'param_invalid';
}

function toFaultIssue({ field, expected, received }: Issue): FaultIssue {
  return { field, ...(expected !== undefined && { expected }), ...(received !== undefined && { received }) };
}

/** Zod and Standard Schema: a message, perhaps a path. */
function isIssue(value: unknown): boolean {
  const path = peek(value, 'path');
  return peekString(value, 'message') !== undefined && (path === undefined || path === null || isList(path));
}

/** Ajv, and others that follow it: the keyword that failed, and where. */
function isKeywordError(value: unknown): boolean {
  const pointer = peekString(value, 'instancePath') ?? peekString(value, 'dataPath');
  return peekString(value, 'keyword') !== undefined && pointer !== undefined;
}

function isList(value: unknown): boolean {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}
