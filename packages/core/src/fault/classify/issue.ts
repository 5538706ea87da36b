import { readAjvIssue } from './ajv-issue.ts';
import { asDate, dateForm } from './expectation.ts';
import type { ExpectedPhrases } from './expected-phrases.ts';
import { type IssuePath, follow, joinPath } from './issue-path.ts';
import { peekString } from './peek.ts';
import { showReceived, showValue } from './shown-value.ts';
import { readZodIssue } from './zod-issue.ts';

/** One thing that a validator found wrong. */
export interface Issue {
  /** Dots and brackets: `filter.dates[0]`; empty for the arguments as a whole. */
  readonly field: string;
  readonly problem: 'missing' | 'invalid' | 'conflict';
  readonly expected?: string;
  readonly received?: string;
  /** The value as it should have been written, where that can be told. */
  readonly example?: string;
}

/** An issue as its validator's reader found it, before it is held against the input. */
export interface RawIssue {
  readonly path: IssuePath;
  readonly problem: Issue['problem'];
  readonly expected?: string | undefined;
  readonly received?: string | undefined;
  /** The value itself, where the validator kept it. */
  readonly value?: unknown;
}

/** Reads one issue of Zod 3 or 4, of Ajv, or of a Standard Schema library. */
export function readIssue(issue: unknown, input: unknown, say: ExpectedPhrases): readonly Issue[] {
  const keyword = peekString(issue, 'keyword');
  const raw = keyword === undefined ? readZodIssue(issue, say) : readAjvIssue(issue, keyword, say);
  return raw.map((each) => complete(each, input));
}

function complete({ path, problem, expected, received, value }: RawIssue, input: unknown): Issue {
  const field = joinPath(path);
  const given = input === undefined ? { found: value !== undefined, value } : follow(input, path);
  const isMissing =
    problem === 'missing' || (problem === 'invalid' && input !== undefined && !given.found && path.length > 0);
  const shown = given.found && path.length > 0 ? showValue(given.value, field) : showReceived(received, field);
  const example = expected === dateForm && typeof given.value === 'string' ? asDate(given.value) : undefined;
  return {
    field,
    problem: isMissing ? 'missing' : problem,
    ...(expected !== undefined && { expected }),
    ...(!isMissing && shown !== undefined && { received: shown }),
    ...(example !== undefined && { example }),
  };
}
