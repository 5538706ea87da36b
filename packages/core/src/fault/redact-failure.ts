import { deepAround, strictAround } from './around-asked.ts';
import type { FaultKind } from './catalogue.ts';
import type { Failure } from './fault.ts';
import type { RedactionLevel, Redactor } from './redact/index.ts';

const textMembers = ['message', 'suggestion', 'field', 'expected', 'received', 'required', 'correlationId'] as const;
const aboutArguments: ReadonlySet<FaultKind> = new Set([
  'invalid_params',
  'param_missing',
  'param_invalid',
  'params_conflict',
]);

/**
 * Takes out of a failure's texts what may not leave; for texts that a server or an exception has had a hand in. The cause
 * stays, for the log.
 *
 * @param asked What the caller itself has named, such as a URI or a path: it may be told that again, unless it is a secret.
 */
export function redactFailure(
  failure: Failure,
  redactor: Redactor,
  level: RedactionLevel,
  asked: readonly string[] = [],
): Failure {
  const redacted: Record<string, unknown> = { ...failure };
  const strict = (text: string) => redactor.strict(text, { aboutArguments: aboutArguments.has(failure.kind) }).text;
  for (const member of textMembers) {
    const text = failure[member];
    if (text !== undefined)
      redacted[member] = level === 'strict' ? strictAround(text, asked, redactor, strict) : redactor.secrets(text).text;
  }
  if (failure.issues !== undefined) redacted['issues'] = deepAround(failure.issues, asked, redactor, level);
  // Sound: only texts were replaced, each by a text.
  return redacted as unknown as Failure;
}
