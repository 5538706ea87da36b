import { findAssignedSecrets, type IsShortSecret } from './assignments.ts';
import { findCommandSecrets } from './commands.ts';
import { findGivenSecrets } from './given-secrets.ts';
import { findHeaderSecrets } from './headers.ts';
import { looksLikeKey, secrecyOf } from './key-names.ts';
import { findLooseSecrets } from './loose-assignments.ts';
import type { KnownSecrets } from './known-secrets.ts';
import { findNeighbours } from './neighbours.ts';
import { findPemBlocks } from './pem.ts';
import { readingsOf, type Readings } from './readings.ts';
import { findRefusedValues } from './refused-values.ts';
import { type Span, union } from './span.ts';
import { findSqlSecrets } from './sql-secrets.ts';
import { findTableSecrets } from './tables.ts';
import { findTokens, findTokensInJoined } from './token-shapes.ts';
import { findToldElsewhere } from './told-elsewhere.ts';
import { findUserInfo } from './urls.ts';

/** Where a text holds credentials: known values in any form, and what shows by shape, name or place that it is one. */
export function findSecrets(text: string, known: KnownSecrets): readonly Span[] {
  const readings = readingsOf(text);
  const found = readings.plain.flatMap((view) =>
    findByPattern(view.text, known.isShort).map((span) => view.toOrigin(span)),
  );
  return union([...found, ...brokenTokens(text, readings, found), ...known.find(readings)]);
}

function findByPattern(text: string, isShort: IsShortSecret | undefined): readonly Span[] {
  return [
    ...findPemBlocks(text),
    ...[
      ...findTokens(text),
      ...findHeaderSecrets(text),
      ...findUserInfo(text),
      ...findAssignedSecrets(text, isShort),
      ...findLooseSecrets(text),
      ...findGivenSecrets(text),
      ...findNeighbours(text),
      ...findToldElsewhere(text),
      ...findTableSecrets(text),
      ...findCommandSecrets(text),
      ...findRefusedValues(text),
      ...findSqlSecrets(text),
    ].map((span) => withContinuation(text, span)),
  ];
}

/** What a line break stands in the middle of, so that neither part shows what it is. */
function brokenTokens(text: string, readings: Readings, found: readonly Span[]): readonly Span[] {
  if (readings.joined.length === 0) return [];
  const whole = union(found);
  return readings.joined.flatMap((view) => {
    // Joined, an address and the mail address below it look like one that carries a user's name.
    const userInfo = findUserInfo(view.text).filter((span) => view.text.slice(span.start, span.end).includes(':'));
    return [...findTokensInJoined(view.text), ...userInfo]
      .map((span) => view.toOrigin(span))
      .filter((span) => lineBreak.test(text.slice(span.start, span.end)) && !covers(whole, span.start));
  });
}

const lineBreak = /[\r\n]|\\[nr]|%0[aAdD]/;

function covers(spans: readonly Span[], index: number): boolean {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.end ?? 0) <= index) low = middle + 1;
    else high = middle;
  }
  return (spans[low]?.start ?? Infinity) <= index;
}

const nextLine =
  /^[=\\"'+ \t._!-]{0,8}\r?\n[ \t>|"']{0,80}([A-Za-z0-9+/=_~.#!@$%^*-]{3,4096})(?![A-Za-z0-9+/=_~.#!@$%^*:(-])(?!["'\\]{1,2}\s{0,2}[:=])/;

/** A key that ends with its line goes on in the next one where that begins with more of the same. */
function withContinuation(text: string, span: Span): Span {
  let { end } = span;
  for (;;) {
    const more = nextLine.exec(text.slice(end, end + 4_200));
    const run = more?.[1];
    if (more === null || run === undefined) break;
    const behind = end + more[0].length;
    if (!continues(text.slice(Math.max(span.start, end - 16), end), run, text.slice(behind, behind + 2))) break;
    end = behind;
  }
  return end === span.end ? span : { start: span.start, end };
}

function continues(before: string, run: string, after: string): boolean {
  // The next assignment, a date, a version.
  if (/^[A-Za-z_][\w.-]*=[^=]/.test(run) || /^\d+(?:[-.]\d+)+$|^\d{1,3}$/.test(run)) return false;
  // An assignment whose value begins with a mark; the end of base64 looks alike, but closes what was opened before.
  const marked = /^["'`{[<](?![\s,;})\]])./.test(after);
  if (marked && /^[A-Za-z_][\w.-]*=$/.test(run) && secrecyOf(run.slice(0, -1)) !== 'none') return false;
  if (isWord(run)) return looksLikeKey(before) && /^[&;@%]/.test(after);
  if (!run.includes('.') && (looksLikeKey(run) || /[a-z][A-Z]\w*[a-z][A-Z]/.test(run))) return true;
  return before.length >= 4 && !isWord(before) && /\d|[a-z][A-Z]|[A-Z]{2}|[+/=]/.test(run);
}

function isWord(text: string): boolean {
  return /^[A-Z]?[a-z]*[.!]?$|^[A-Z_]+[.!]?$/.test(text);
}
