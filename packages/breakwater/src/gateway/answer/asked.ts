import { faultKinds, faultMetaKey, parseLossless, type Message } from '@breakwater/core';

/** Longer ones than this are contents, and no names. */
const longestName = 1_024;
const longestArguments = 1_048_576;

/** What a request may have named itself, which its answer may name again: its URI and the texts of its arguments. */
export function askedBy(request: Message): readonly string[] {
  const uri = askedUri(request);
  const span = request.find(request.paramsSpan, 'arguments');
  const given =
    span === undefined || span.end - span.start > longestArguments
      ? []
      : textsIn(parseLossless(request.slice(span), { tooDeep: '' }));
  return uri === undefined ? given : [uri, ...given];
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.length > longestName ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const ownMembers = ['origin', 'executed', 'recoveryAction', 'correlationId'];

/**
 * How the sentences of another Breakwater name the server that its fault is about: by a key of its configuration, which is
 * no host, and stands in the fault as well.
 */
export function namedByPeer(response: Message): readonly string[] {
  const span = response.find(response.errorSpan, 'data') ?? response.find(response.resultSpan, '_meta', faultMetaKey);
  // Sound: members of any type are taken, and of a value that is no object there are none.
  const fault = (span === undefined ? {} : (response.valueAt(span) ?? {})) as Readonly<Record<string, unknown>>;
  const { kind, server } = fault;
  const isOurs =
    faultKinds.some((each) => each === kind) && ownMembers.every((name) => typeof fault[name] === 'string');
  return isOurs && typeof server === 'string' ? [`server '${server}'`, `server "${server}"`] : [];
}

/** The URI that a request has named itself, which its answer may name again. */
export function askedUri(request: Message): string | undefined {
  const span = request.find(request.paramsSpan, 'uri');
  const uri = span === undefined ? undefined : request.valueAt(span);
  return typeof uri === 'string' ? uri : undefined;
}
