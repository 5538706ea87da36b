import type { Safety, Target } from '../call.ts';
import { catalogue } from './catalogue.ts';
import type { Failure, Fault, FaultIssue } from './fault.ts';
import { locales, textsOf, type Locale } from './locale/locale.ts';
import type { Texts, Words } from './locale/texts.ts';
import { usableMessage, usableText } from './plain-text.ts';
import { adviseAction, adviseRetry, isRepeatable } from './retry-advice.ts';

/** What is known of the call that failed; the rest of it is in the failure. */
export interface FaultContext {
  readonly correlationId: string;
  /**
   * May the call be sent again after an unknown outcome?
   *
   * @default 'unsafe'
   */
  readonly safety?: Safety;
  /** Whether a `keyed` call carries its key; without it, it counts as unsafe. */
  readonly keyed?: boolean;
  readonly target?: Target;
  /** The server, where there is no target. */
  readonly server?: string;
  readonly attempt?: number;
  readonly maxAttempts?: number;
  /**
   * The language of the sentences that are ours.
   *
   * @default 'en'
   */
  readonly locale?: Locale;
  /** The operator's address, from the configuration. */
  readonly support?: string;
}

/** Longest message, in UTF-16 units; longer ones are cut on a grapheme edge. */
export const maxMessageLength = 500;
const maxSuggestionLength = 300;
const maxValueLength = 200;
const maxNameLength = 128;
const maxIssues = 5;

/**
 * Ties a failure to its call: fills in what is missing, decides whether and how to go on, and makes every text fit to show.
 *
 * Never throws. A message that says nothing is replaced by the catalogue's. It does not redact: what a server or an
 * exception said is redacted before.
 */
export function createFault(failure: Failure, context: FaultContext): Fault {
  const { locale = 'en', support, correlationId } = context;
  const texts = textsOf(locale);
  const repeatable = isRepeatable(context.safety, context.keyed === true);
  const retryable = adviseRetry(failure, repeatable);
  const recoveryAction = adviseAction(failure, retryable, repeatable);
  const attempts = attemptsOf(failure, context);

  const details = defined({
    field: usableText(failure.field, maxValueLength),
    expected: usableText(failure.expected, maxValueLength),
    received: usableText(failure.received, maxValueLength),
    required: usableText(failure.required, maxValueLength),
    suggestion: usableText(failure.suggestion, maxSuggestionLength),
    issues: issuesOf(failure.issues),
    limit: amount(failure.limit),
    remaining: amount(failure.remaining),
    windowSeconds: amount(failure.windowSeconds),
    retryAfterMs: amount(failure.retryAfterMs),
    tool: usableText(failure.tool ?? toolOf(context.target), maxNameLength),
    server: usableText(failure.server ?? context.target?.server ?? context.server, maxNameLength),
    contactSupport:
      recoveryAction === 'contact_operator' ? texts.support(usableText(support, maxValueLength)) : undefined,
    failFast: failure.failFast,
    cause: failure.cause,
  });
  return {
    kind: failure.kind,
    executed: failure.executed,
    message: messageOf(failure, wordsOf(details, context.target, texts), texts, repeatable),
    retryable,
    recoveryAction,
    correlationId: usableText(failure.correlationId, maxNameLength) ?? correlationId,
    origin: failure.origin ?? 'breakwater',
    ...attempts,
    ...details,
  };
}

function messageOf(failure: Failure, words: Words, texts: Texts, repeatable: boolean): string {
  const { kind, executed } = failure;
  const { branch, action } = catalogue[kind];
  // Kinds that ask for patience would otherwise read as an invitation to send the call again.
  const mustVerify = executed === 'unknown' && !repeatable && (branch === 'dependency' || action === 'wait_and_retry');
  const room = maxMessageLength - (mustVerify ? longestOutcomeUnknown : 0);
  const said = usableMessage(failure.message, room);
  // Only a name, such as the tool's own, is no sentence.
  const message = said === undefined || said === words.name ? defaultMessage(failure, words, texts, room) : said;
  if (!mustVerify || locales.some((locale) => message.includes(textsOf(locale).outcomeUnknown))) return message;
  const ended = /[.!?…。！？]$/u.test(message) ? message : message + texts.stop;
  return ended + (ended.endsWith('。') ? '' : ' ') + texts.outcomeUnknown;
}

function defaultMessage({ kind }: Failure, words: Words, texts: Texts, room: number): string {
  const sentence = texts.messages[kind];
  if (typeof sentence === 'string') return sentence;
  // Names that were fine one by one may be too long together, and be cut to a word that says nothing.
  return usableText(capital(sentence(words)), room) ?? capital(sentence(wordsOf({}, undefined, texts)));
}

function capital(sentence: string): string {
  return sentence.slice(0, 1).toUpperCase() + sentence.slice(1);
}

const longestOutcomeUnknown = 2 + Math.max(...locales.map((locale) => textsOf(locale).outcomeUnknown.length));

type Details = Pick<
  Failure,
  'field' | 'expected' | 'received' | 'required' | 'issues' | 'limit' | 'windowSeconds' | 'tool' | 'server'
>;

function wordsOf(details: Details, target: Target | undefined, texts: Texts): Words {
  const name = target === undefined || target.kind === 'tool' ? details.tool : usableText(target.name, maxNameLength);
  const kind = target?.kind ?? (name === undefined ? 'unknown' : 'tool');
  return {
    target: texts.names.target[kind](name),
    server: texts.names.server(details.server),
    name,
    field: details.field,
    expected: details.expected,
    received: details.received,
    required: details.required,
    limit: details.limit,
    windowSeconds: details.windowSeconds,
    issues: details.issues ?? [],
  };
}

function issuesOf(issues: readonly FaultIssue[] | undefined): readonly FaultIssue[] | undefined {
  if (issues === undefined) return undefined;
  const usable: FaultIssue[] = [];
  for (const issue of issues) {
    const field = usableText(issue.field, maxValueLength);
    if (field === undefined) continue;
    const expected = usableText(issue.expected, maxValueLength);
    const received = usableText(issue.received, maxValueLength);
    usable.push({ field, ...defined({ expected, received }) });
    if (usable.length === maxIssues) break;
  }
  return usable.length === 0 ? undefined : usable;
}

/** The attempts of this loop; those of a loop further in where that one is at its end, so that only one loop repeats. */
function attemptsOf(failure: Failure, context: FaultContext): Pick<Fault, 'attempt' | 'maxAttempts'> {
  const inner = countsOf(failure.attempt, failure.maxAttempts);
  const spent = inner?.attempt !== undefined && inner.attempt === inner.maxAttempts;
  return (spent ? inner : (countsOf(context.attempt, context.maxAttempts) ?? inner)) ?? {};
}

function countsOf(
  attempt: number | undefined,
  maxAttempts: number | undefined,
): Pick<Fault, 'attempt' | 'maxAttempts'> | undefined {
  if (attempt === undefined || !Number.isSafeInteger(attempt) || attempt < 1) return undefined;
  return maxAttempts === undefined || !Number.isSafeInteger(maxAttempts) || maxAttempts < attempt
    ? { attempt }
    : { attempt, maxAttempts };
}

function toolOf(target: Target | undefined): string | undefined {
  return target?.kind === 'tool' ? target.name : undefined;
}

/** A number that can be shown and sent; JSON has no NaN, and nothing waits a negative time. */
function amount(value: number | undefined): number | undefined {
  return value !== undefined && Number.isFinite(value) && value >= 0 && value <= Number.MAX_SAFE_INTEGER
    ? value
    : undefined;
}

type Defined<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

function defined<T extends object>(members: T): Defined<T> {
  // Sound: what is left out is exactly what is undefined.
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>;
}
