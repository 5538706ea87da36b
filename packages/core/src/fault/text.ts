import { catalogue } from './catalogue.ts';
import type { Fault } from './fault.ts';
import { textsOf, type Locale } from './locale/locale.ts';
import type { RetryVerdict, Texts } from './locale/texts.ts';
import { plainText, usableText } from './plain-text.ts';
import { retryAfterMsOf } from './retry-advice.ts';

/** Options of {@link faultText}. */
export interface FaultTextOptions {
  readonly locale: Locale;
  /** What the server itself said, redacted; quoted in the first line where the message does not say it already. */
  readonly serverText?: string;
}

const maxServerTextLength = 300;
const maxFirstLineLength = 1_200;

/**
 * The text that a model reads, in at most four lines: what happened; whether and when to send it again, and whether it
 * may have run; what to try instead; the reference.
 */
export function faultText(fault: Fault, { locale, serverText }: FaultTextOptions): string {
  const texts = textsOf(locale);
  return [
    happened(fault, serverText, texts),
    retryLine(fault, texts),
    insteadLine(fault, texts),
    referenceLine(fault, texts),
  ].join('\n');
}

function happened(fault: Fault, serverText: string | undefined, texts: Texts): string {
  const { message, field, expected, received, required, issues, limit, windowSeconds } = fault;
  const says = (detail: string | number | undefined): boolean =>
    detail === undefined || message.includes(String(detail));
  const more: string[] = [];
  for (const issue of issues ?? []) if (!says(issue.field)) more.push(texts.refused(issue));
  if (field !== undefined && issues === undefined && !(says(field) && says(expected) && says(received))) {
    more.push(
      texts.refused({
        field,
        ...(expected !== undefined && { expected }),
        ...(received !== undefined && { received }),
      }),
    );
  }
  if (required !== undefined && !says(required)) more.push(texts.needed(required));
  if (limit !== undefined && !says(limit)) more.push(texts.limited(limit, windowSeconds));
  const quoted = usableText(serverText, maxServerTextLength);
  if (quoted !== undefined && !says(quoted)) more.push(texts.serverSaid(quoted));

  if (more.length === 0) return message;
  const ended = /[\p{P}]$/u.test(message) ? message : message + texts.stop;
  return plainText([ended, ...more].join(ended.endsWith('。') ? '' : ' '), maxFirstLineLength);
}

function retryLine(fault: Fault, texts: Texts): string {
  const { executed, retryable } = fault;
  const retryAfterMs = retryAfterMsOf(fault);
  // Zero is "at once", which needs no number.
  const seconds = retryAfterMs === undefined ? 0 : Math.ceil(retryAfterMs / 1_000);
  const wait = seconds === 0 ? undefined : texts.duration(seconds);
  const ran = retryable && executed === 'unknown' ? texts.harmless : texts.executed[executed];
  return texts.verdicts[verdictOf(fault, wait !== undefined)](wait) + texts.space + ran;
}

function verdictOf({ kind, retryable, recoveryAction }: Fault, waits: boolean): RetryVerdict {
  if (retryable) return 'yes';
  if (recoveryAction === 'verify_then_retry') return 'verify';
  const { passes } = catalogue[kind];
  return waits || passes === 'later' || passes === 'at_reset' ? 'later' : 'no';
}

function insteadLine({ kind, recoveryAction, suggestion }: Fault, texts: Texts): string {
  if (suggestion !== undefined) return suggestion;
  // A kind's own advice goes with the action that the catalogue gives it, not with another.
  const advice = recoveryAction === catalogue[kind].action ? texts.advice[kind] : undefined;
  return advice ?? texts.actions[recoveryAction];
}

function referenceLine(fault: Fault, texts: Texts): string {
  const { kind, tool, server, attempt, maxAttempts, correlationId, contactSupport } = fault;
  const facts: string[] = [kind];
  if (tool !== undefined) facts.push(texts.names.target.tool(tool));
  if (server !== undefined) facts.push(texts.names.server(server));
  if (attempt !== undefined && maxAttempts !== undefined) facts.push(texts.attempts(attempt, maxAttempts));
  const reference = texts.reference(correlationId, facts);
  return contactSupport === undefined ? reference : `${reference}${texts.space}${contactSupport}`;
}
