import { parseLossless, type Message } from '@breakwater/core';

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

/** The URI that a request has named itself, which its answer may name again. */
export function askedUri(request: Message): string | undefined {
  const span = request.find(request.paramsSpan, 'uri');
  const uri = span === undefined ? undefined : request.valueAt(span);
  return typeof uri === 'string' ? uri : undefined;
}
