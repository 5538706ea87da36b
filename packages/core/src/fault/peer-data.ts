import { isFaultKind, isRecoveryAction } from './catalogue.ts';
import type { Failure, FaultIssue } from './fault.ts';
import { usableText } from './plain-text.ts';

/** What a peer may say of a failure; whether it has run is never taken from a peer. */
export type PeerSaid = Partial<
  Omit<Failure, 'executed' | 'cause' | 'origin' | 'message' | 'failFast' | 'tool' | 'server'>
>;

const maxIssues = 5;
/** How much of a text shows whether it says anything. */
const judgedLength = 300;

/**
 * Reads what an error's `data`, or a fault in `_meta`, says; what cannot be read is absent, never a guess.
 *
 * The texts are as they came: redacted and cut, in this order, by whoever tells them on. `retryable: true` is reported as it stands: `createFault` lets it count only where sending
 * the call again does no harm.
 */
export function readPeerData(data: unknown): PeerSaid {
  if (!isRecord(data)) return {};
  const said: { -readonly [K in keyof PeerSaid]: PeerSaid[K] } = {};
  // A peer that says "cancelled" would have our own caller wait for ever: such a call gets no answer.
  if (isFaultKind(data['kind']) && data['kind'] !== 'cancelled') said.kind = data['kind'];
  if (isRecoveryAction(data['recoveryAction'])) said.recoveryAction = data['recoveryAction'];
  if (typeof data['retryable'] === 'boolean') said.retryable = data['retryable'];

  const retryAfterMs = seconds(data['retryAfter']);
  if (retryAfterMs !== undefined) said.retryAfterMs = retryAfterMs;
  for (const name of ['limit', 'remaining', 'windowSeconds', 'attempt', 'maxAttempts'] as const) {
    const value = data[name];
    if (typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER) said[name] = value;
  }
  for (const name of ['suggestion', 'correlationId', 'field', 'expected', 'received', 'required'] as const) {
    const text = readText(data[name]);
    if (text !== undefined) said[name] = text;
  }
  const issues = readIssues(data['issues']);
  if (issues.length > 0) said.issues = issues;
  return said;
}

/** Milliseconds of a number of seconds, also one in quotes; NaN, negative, empty and endless ones are absent. */
function seconds(value: unknown): number | undefined {
  const read = typeof value === 'string' && /^\d+(?:\.\d+)?$/u.test(value) ? Number(value) : value;
  if (typeof read !== 'number' || !(read >= 0)) return undefined;
  const ms = read * 1_000;
  return ms <= Number.MAX_SAFE_INTEGER ? ms : undefined;
}

/** Values as they would stand in JSON; a list of words as words. */
function readText(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const isList = Array.isArray(value) && value.every((each) => typeof each === 'string');
  const text = isList ? value.join(', ') : value;
  return typeof text === 'string' && usableText(text, judgedLength) !== undefined ? text : undefined;
}

function readIssues(value: unknown): readonly FaultIssue[] {
  if (!Array.isArray(value)) return [];
  const issues: FaultIssue[] = [];
  for (const each of value.slice(0, maxIssues)) {
    if (!isRecord(each)) continue;
    const field = readText(each['field']);
    if (field === undefined) continue;
    const expected = readText(each['expected']);
    const received = readText(each['received']);
    issues.push({ field, ...(expected !== undefined && { expected }), ...(received !== undefined && { received }) });
  }
  return issues;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
