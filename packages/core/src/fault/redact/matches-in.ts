const none: readonly RegExpExecArray[] = [];

/** As `matchAll`, which makes a copy of the pattern for each text: here only for one that it matches. */
export function matchesIn(text: string, pattern: RegExp): Iterable<RegExpExecArray> {
  return text.search(pattern) < 0 ? none : text.matchAll(pattern);
}
