import type { Failure } from './fault.ts';
import type { RedactionLevel, Redactor } from './redact/index.ts';

const textMembers = ['message', 'suggestion', 'field', 'expected', 'received', 'required', 'correlationId'] as const;

/**
 * Takes out of a failure's texts what may not leave; for texts that a server or an exception has had a hand in. The cause
 * stays, for the log.
 *
 * @param asked What the caller itself has named, such as a URI; it may be told that again.
 */
export function redactFailure(failure: Failure, redactor: Redactor, level: RedactionLevel, asked = ''): Failure {
  const redacted: Record<string, unknown> = { ...failure };
  for (const member of textMembers) {
    const text = failure[member];
    if (text !== undefined) redacted[member] = redactAround(text, asked, (part) => redactor.redact(part, level).text);
  }
  if (failure.issues !== undefined) redacted['issues'] = redactor.deep(failure.issues, level).value;
  // Sound: only texts were replaced, each by a text.
  return redacted as unknown as Failure;
}

function redactAround(text: string, asked: string, redact: (part: string) => string): string {
  return asked === '' || !text.includes(asked) ? redact(text) : text.split(asked).map(redact).join(asked);
}
