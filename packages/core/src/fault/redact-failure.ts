import type { Failure } from './fault.ts';
import type { RedactionLevel, Redactor } from './redact/index.ts';

const textMembers = ['message', 'suggestion', 'field', 'expected', 'received', 'required', 'correlationId'] as const;

/** Takes out of a failure's texts what may not leave; for texts that a server or an exception has had a hand in. The cause stays, for the log. */
export function redactFailure(failure: Failure, redactor: Redactor, level: RedactionLevel): Failure {
  const redacted: Record<string, unknown> = { ...failure };
  for (const member of textMembers) {
    const text = failure[member];
    if (text !== undefined) redacted[member] = redactor.redact(text, level).text;
  }
  if (failure.issues !== undefined) redacted['issues'] = redactor.deep(failure.issues, level).value;
  // Sound: only texts were replaced, each by a text.
  return redacted as unknown as Failure;
}
