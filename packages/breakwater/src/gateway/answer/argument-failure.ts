import {
  readArgumentError,
  redactFailure,
  type Call,
  type Failure,
  type FaultIssue,
  type FaultKind,
  type Locale,
} from '@breakwater/core';
import { explainArguments, type ArgumentFinding } from './explain-arguments.ts';
import type { Upstream } from '../server/upstream.ts';

const aboutArguments: ReadonlySet<FaultKind> = new Set([
  'invalid_params',
  'param_missing',
  'param_invalid',
  'params_conflict',
]);

/** Kinds that say nothing by themselves, so that the words may. */
const aboutNothing: ReadonlySet<FaultKind> = new Set(['tool_error', 'internal']);

/** Words that put the blame on the arguments; not enough to believe alone, but enough to ask the schema. */
const blame =
  /\b(?:invalid|missing|bad|wrong|unexpected|malformed|illegal|required|incorrect)\b.{0,40}\b(?:arg(?:ument)?s?|param(?:eter)?s?|inputs?|fields?|propert(?:y|ies)|values?|types?)\b|\bvalidation (?:error|failed|failure)\b|\b(?:args?|arguments?|param(?:eter)?s?|input)\b.{0,40}\b(?:invalid|missing|required|wrong|not valid)\b/i;

/** Reads the text of an `isError` result that says, in a way of one of the SDKs, that the arguments were wrong. */
export function readArgumentFailure(said: string, locale: Locale): Failure | undefined {
  const read = readArgumentError(said, { locale });
  if (read === undefined) return undefined;
  const { dump, ...failure } = read;
  return { ...failure, ...(!dump && { message: said }) };
}

/**
 * Adds to a refusal of a tool's what its schema, as its own line has listed it, says of the arguments, where the server's own words leave it open.
 *
 * @returns The failure with what was found and without the server's message, or undefined where there is nothing to add.
 */
export function explainRefusal(failure: Failure, call: Call, { server, tools }: Upstream): Failure | undefined {
  const isSaid = aboutArguments.has(failure.kind);
  if (!isSaid && !(aboutNothing.has(failure.kind) && blame.test((failure.message ?? '').slice(0, 300))))
    return undefined;
  if (isWhole(failure)) return undefined;
  const definition = tools.definitionOf(call.target.name);
  if (definition === undefined) return undefined;
  const span = call.message.find(call.message.paramsSpan, 'arguments');
  const found = explainArguments(definition, span === undefined ? '{}' : call.message.slice(span), call.plan.locale);
  const finding =
    found === undefined || failure.field === undefined ? found : aboutField(failure.field, failure, found);
  if (finding === undefined) return undefined;
  const { message: _message, retryable: _retryable, recoveryAction: _action, ...rest } = failure;
  const explained: Failure = {
    ...rest,
    ...finding,
    ...(rest.suggestion !== undefined && { suggestion: rest.suggestion }),
    // A tool that spoke for itself may have done something first.
    executed: isSaid ? failure.executed : 'unknown',
  };
  return redactFailure(explained, server.redactor, 'secrets');
}

/** Whether the server's words have told the model all that it needs. */
function isWhole({ kind, field, expected, received }: Failure): boolean {
  return field !== undefined && (kind === 'param_missing' || (expected !== undefined && received !== undefined));
}

/** What the schema adds about the fields that the server has named; undefined where that is nothing about the first. */
function aboutField(
  field: string,
  { kind, expected, received, issues = [] }: Failure,
  found: ArgumentFinding,
): ArgumentFinding | undefined {
  const add = (issue: FaultIssue): FaultIssue => ({
    ...found.issues?.find((each) => each.field === issue.field),
    ...issue,
  });
  const named: FaultIssue = {
    field,
    ...(expected !== undefined && { expected }),
    ...(received !== undefined && { received }),
  };
  const whole = add(named);
  if (whole.expected === expected && whole.received === received) return undefined;
  return {
    kind: kind === 'invalid_params' ? found.kind : kind,
    ...whole,
    issues: issues.length === 0 ? [whole] : issues.map(add),
  };
}
