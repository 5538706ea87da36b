import type { Failure } from '../fault.ts';
import type { ErrorFacts } from './error-facts.ts';
import type { Finding } from './finding.ts';

/** What an error must look like; every member that is given must hold, one without members matches nothing. */
export interface ErrorPattern {
  readonly code?: string | number;
  readonly status?: number;
  readonly name?: string;
  /** Compared as it stands, upper and lower case told apart. */
  readonly messageIncludes?: string;
}

/** A user's own mapping of an error, or of one of its causes, to a kind. */
export interface ClassifyRule extends Partial<Omit<Failure, 'cause' | 'origin' | 'kind'>>, Pick<Failure, 'kind'> {
  readonly when: ErrorPattern;
}

/** Applies one rule; a rule that doesn't say whether anything ran claims nothing. */
export function applyRule(rule: ClassifyRule, facts: ErrorFacts): Finding | undefined {
  const { when, executed = 'unknown', ...failure } = rule;
  return matches(when, facts) ? { ...failure, executed } : undefined;
}

function matches({ code, status, name, messageIncludes }: ErrorPattern, facts: ErrorFacts): boolean {
  if (code === undefined && status === undefined && name === undefined && messageIncludes === undefined) return false;
  return (
    (code === undefined || code === facts.code || code === facts.codeNumber || code === facts.errno) &&
    (status === undefined || status === facts.status) &&
    (name === undefined || name === facts.name || name === facts.className) &&
    (messageIncludes === undefined || facts.message.includes(messageIncludes))
  );
}
