/** A half-open range of a text, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Sorts spans and joins those that overlap or touch; empty ones fall away. */
export function union(spans: readonly Span[]): readonly Span[] {
  const sorted = spans.filter((span) => span.end > span.start).toSorted((one, other) => one.start - other.start);
  const joined: Span[] = [];
  let last: { start: number; end: number } | undefined;
  for (const { start, end } of sorted) {
    if (last !== undefined && start <= last.end) {
      last.end = Math.max(last.end, end);
    } else {
      last = { start, end };
      joined.push(last);
    }
  }
  return joined;
}

/** The text with something else in the place of each span; the spans are sorted and do not overlap. */
export function replaceSpans(text: string, spans: readonly Span[], replacement: string): string {
  let result = '';
  let at = 0;
  for (const { start, end } of spans) {
    result += text.slice(at, start) + replacement;
    at = end;
  }
  return result + text.slice(at);
}
