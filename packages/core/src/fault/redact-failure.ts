import { deepAround, strictAround } from './around-asked.ts';
import type { FaultKind } from './catalogue.ts';
import type { Failure } from './fault.ts';
import type { RedactionLevel, Redactor } from './redact/index.ts';
import { isThirdPartySignInFailure } from './redact/sign-in.ts';

const textMembers = ['message', 'suggestion', 'field', 'expected', 'received', 'required', 'correlationId'] as const;
const aboutArguments: ReadonlySet<FaultKind> = new Set([
  'invalid_params',
  'param_missing',
  'param_invalid',
  'params_conflict',
]);

/**
 * Takes out of a failure's texts what may not leave; for texts that a server or an exception has had a hand in. The cause
 * stays, for the log. A statement on a credential is not to be repeated.
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
  const context = { aboutArguments: aboutArguments.has(failure.kind) };
  const strict = (text: string) => redactor.strict(text, context).text;
  for (const member of textMembers) {
    const text = failure[member];
    if (text !== undefined)
      redacted[member] = level === 'strict' ? strictAround(text, asked, redactor, strict) : redactor.secrets(text).text;
  }
  // What the server could not sign in to will not let it in later, whatever the kind of the failure gives hope of.
  if (failure.message !== undefined && isThirdPartySignInFailure(failure.message, context))
    redacted['retryable'] = false;
  if (failure.issues !== undefined) redacted['issues'] = deepAround(failure.issues, asked, redactor, level);
  // Sound: texts were replaced, each by a text, and one member was set that is a boolean.
  return redacted as unknown as Failure;
}
