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
 * @param asked What the caller itself has named, such as a URI; it may be told that again, unless it is a secret.
 */
export function redactFailure(failure: Failure, redactor: Redactor, level: RedactionLevel, asked = ''): Failure {
  const redacted: Record<string, unknown> = { ...failure };
  const strict = (text: string) => redactor.strict(text, { aboutArguments: aboutArguments.has(failure.kind) }).text;
  for (const member of textMembers) {
    const text = failure[member];
    if (text !== undefined)
      redacted[member] = level === 'strict' ? strictAround(text, asked, redactor, strict) : redactor.secrets(text).text;
  }
  if (failure.issues !== undefined) redacted['issues'] = redactor.deep(failure.issues, level).value;
  // Sound: only texts were replaced, each by a text.
  return redacted as unknown as Failure;
}

// Only what names one thing: what is shorter would let pieces of internals through.
const absoluteUri = /^(?=.{8})[a-z][a-z0-9+.-]{1,30}:\/[^\s"'`<>\\]+$/i;
/** Stands for what was asked, as a character that means nothing to any pattern. */
const standIn = '\u{e000}';

function strictAround(text: string, asked: string, redactor: Redactor, strict: (text: string) => string): string {
  if (!absoluteUri.test(asked) || !text.includes(asked) || text.includes(standIn)) return strict(text);
  // In the whole text: with a part of it hidden, a secret might no longer show as one.
  const masked = redactor.secrets(text).text;
  const hidden = masked.replaceAll(asked, (found, at: number) =>
    standsFree(masked, at, at + found.length) ? standIn : found,
  );
  return strict(hidden).replaceAll(standIn, () => asked);
}

/** Whether a URI in a text is there as a whole, and no part of a longer one. */
function standsFree(text: string, start: number, end: number): boolean {
  if (/[\w/\\.@%+&?#~-]/.test(text.charAt(start - 1))) return false;
  return !/^(?:[\w/\\@%+=&?#~$-]|[.:!,;][^\s"'`)\]}])/.test(text.slice(end, end + 2));
}
