import type { Executed, Failure } from '../fault.ts';
import { isFaultError } from '../fault-error.ts';
import { isFaultKind } from '../catalogue.ts';
import { matchAbort, matchOwnReason } from './abort.ts';
import { matchCrash } from './crash.ts';
import { type ErrorFacts, type ErrorNode, readError, walk } from './error-facts.ts';
import type { ClassifyContext, Finding } from './finding.ts';
import { readHttpAnswer } from './http-answer.ts';
import { limitKind } from './limit-codes.ts';
import { matchSdkError } from './mcp-sdk.ts';
import { matchNodeError } from './node-errors.ts';
import { peek } from './peek.ts';
import { matchProxyText } from './proxy-texts.ts';
import { isRedisError, matchRedisError } from './redis.ts';
import { applyRule } from './rules.ts';
import { serviceOfPort } from './services.ts';
import { isSqlError, matchSqlError } from './sql.ts';
import { type Service, sentence, serviceText } from './texts.ts';
import { matchValidation } from './validation.ts';

/**
 * Tells what kind of failure a thrown value is. Looks through its causes, through errors that failed side by side and
 * through the wrappers of SDKs; the most telling one decides, the outermost of equals.
 *
 * Never throws, whatever was thrown. Nothing of an exception's text comes into the failure; the exception itself goes
 * along as `cause`, for the log alone.
 */
export function classify(error: unknown, context: ClassifyContext = {}): Failure {
  const tree = readError(error);
  const finding = byRules(tree, context) ?? matchOwnReason(error, context) ?? decide(tree, context) ?? unexpected;
  const { text, weak: _, ...failure } = finding;
  const message =
    failure.message ?? (text === undefined ? serviceMessage(finding, tree, context) : sentence(text, context.locale));
  return atPhase({ ...failure, ...(message !== undefined && { message }), cause: error }, context);
}

/** Nothing is known: it may have run, and waiting is no reason to hope. */
const unexpected: Finding = { kind: 'internal', executed: 'unknown', retryable: false };

function byRules(tree: ErrorNode, { rules = [] }: ClassifyContext): Finding | undefined {
  for (const rule of rules) {
    for (const facts of walk(tree)) {
      const finding = applyRule(rule, facts);
      if (finding !== undefined) return finding;
    }
  }
  return undefined;
}

type Matcher = (facts: ErrorFacts, context: ClassifyContext) => Finding | undefined;

/** From those that know an error by its maker to those that go by its looks. */
const matchers: readonly Matcher[] = [
  matchFault,
  matchSdkError,
  matchSqlError,
  matchRedisError,
  matchAbort,
  matchNodeError,
  matchValidation,
  matchHttpError,
  matchCrash,
  (facts, context) => weaken(matchProxyText(facts.message, context.side)),
];

/** The strongest finding about an error or what it names as causes; the outermost of equals. */
function decide(node: ErrorNode, context: ClassifyContext): Finding | undefined {
  const own = match(node.facts, context);
  if (own !== undefined && !own.weak) return own;
  const inner = node.causes.map((cause) => decide(cause, context));
  return strongest([own, ...inner, decideBranches(node.branches, context)]);
}

/** Of several that failed side by side, the first telling one decides, and the worst about whether anything ran. */
function decideBranches(branches: readonly ErrorNode[], context: ClassifyContext): Finding | undefined {
  const findings = branches.map((branch) => decide(branch, context));
  const chosen = strongest(findings);
  if (chosen === undefined) return undefined;
  return { ...chosen, executed: worst(findings) };
}

function worst(findings: readonly (Finding | undefined)[]): Executed {
  if (findings.some((finding) => finding?.executed === 'yes')) return 'yes';
  return findings.every((finding) => finding?.executed === 'no') ? 'no' : 'unknown';
}

function match(facts: ErrorFacts, context: ClassifyContext): Finding | undefined {
  for (const matcher of matchers) {
    const finding = matcher(facts, context);
    if (finding !== undefined) return finding;
  }
  return undefined;
}

function strongest(findings: readonly (Finding | undefined)[]): Finding | undefined {
  return (
    findings.find((finding) => finding !== undefined && !finding.weak) ??
    findings.find((finding) => finding !== undefined)
  );
}

function weaken(finding: Finding | undefined): Finding | undefined {
  return finding && { ...finding, weak: true };
}

/** A handler, or another layer of ours, has said by name what happened. */
function matchFault({ value }: ErrorFacts): Finding | undefined {
  if (!isBranded(value)) return undefined;
  const fault = peek(value, 'fault');
  if (typeof fault !== 'object' || fault === null || !isFaultKind(peek(fault, 'kind'))) return undefined;
  // Sound: the brand says whose class it is, and the class holds a Fault.
  const { cause: _, correlationId: __, ...failure } = fault as Failure;
  return failure;
}

function isBranded(value: unknown): boolean {
  try {
    return isFaultError(value);
  } catch {
    return false;
  }
}

/** Errors of HTTP clients: axios, got, node-fetch and the SDKs of providers keep the answer in different places. */
function matchHttpError(
  { value, status, name, code }: ErrorFacts,
  { side, now }: ClassifyContext,
): Finding | undefined {
  if (status === undefined) return undefined;
  const response = peek(value, 'response');
  const headers = peek(response, 'headers') ?? peek(value, 'headers');
  const body = bodyPlaces.map(([holder, key]) => peek(holder === 'response' ? response : value, key)).find(isThere);
  const finding = readHttpAnswer(status, headers, body, { side, now, named: limitKind({ code, name }) });
  // Frameworks give every error that they wrap a status of 500.
  return status === 500 ? weaken(finding) : finding;
}

const bodyPlaces = [
  ['response', 'data'],
  ['response', 'body'],
  ['error', 'body'],
  ['error', 'error'],
  ['error', 'data'],
] as const;

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Names the kind of service that a handler could not reach, as its port or its driver tells. */
function serviceMessage(
  { kind }: Finding,
  tree: ErrorNode,
  { side, locale = 'en' }: ClassifyContext,
): string | undefined {
  if (side === 'upstream') return undefined;
  for (const facts of walk(tree)) {
    const service = serviceOf(facts);
    if (service !== undefined) return serviceText(kind, service, locale);
  }
  return undefined;
}

function serviceOf(facts: ErrorFacts): Service | undefined {
  if (isSqlError(facts)) return 'database';
  if (isRedisError(facts)) return 'cache';
  return facts.port === undefined ? undefined : serviceOfPort[facts.port];
}

/** Holds a failure against the moment it came up in. */
function atPhase(failure: Failure, { side, phase, acted = false }: ClassifyContext): Failure {
  if (acted) return failure.executed === 'no' ? { ...failure, executed: 'unknown' } : failure;
  if (phase !== 'connect') return failure;
  const isTimeout = failure.kind === 'request_timeout' || failure.kind === 'idle_timeout';
  return { ...failure, executed: 'no', ...(side === 'upstream' && isTimeout && { kind: 'connect_timeout' as const }) };
}
