import { jsonStrings, type JsonString } from './json-strings.ts';
import { base64Forms, formsOf, hexForms, unique } from './known-forms.ts';
import { findForms, type KnownSecret } from './known-secrets.ts';
import { shortestSoughtInSuccesses } from './limits.ts';
import { readingsOf } from './readings.ts';
import { type Span, union } from './span.ts';
import type { View } from './view.ts';

/**
 * Masks, in the JSON text of a successful answer, exactly the values that our configuration names. Numbers are left
 * alone, and so is every byte outside of a match. Costs nothing where nothing is named, and a few native searches a
 * value otherwise.
 */
export function createExactMask(secrets: readonly KnownSecret[], mask: string): (json: string) => string {
  const values = unique(secrets.filter(({ named }) => named).map(({ value }) => value.trim())).filter(
    (value) => value.length >= shortestSoughtInSuccesses,
  );
  if (values.length === 0) return (json) => json;
  const forms = unique(values.flatMap(formsOf))
    .filter((form) => form.length >= shortestSoughtInSuccesses - 1)
    .toSorted((one, other) => other.length - one.length);
  const anchors = [...new Set(values.flatMap(anchorsOf))];

  return (json) => (holdsAny(json, anchors) ? maskJson(json, forms, anchors, mask) : json);
}

/**
 * Pieces of which at least one stands in every text that holds the value, and in every string that holds a half of it,
 * since a value may be split over two blocks of text.
 */
function anchorsOf(value: string): readonly string[] {
  const bytes = new TextEncoder().encode(value);
  const half = Math.floor(value.length / 2);
  return [
    ...writtenAnchors(value.slice(0, half)),
    ...writtenAnchors(value.slice(half)),
    // What is no text at all is a part of each: then every string is read in full, which is slow and right.
    ...base64Forms(bytes).map((form) => longestRun(form, /[A-Za-z0-9]+/g) ?? ''),
    ...hexForms(bytes),
  ];
}

/** Characters that no encoding touches; without any, one that all of them leave or hide behind these three marks. */
function writtenAnchors(half: string): readonly string[] {
  const untouched = longestRun(half, /[A-Za-z0-9_.~-]+/g);
  const first = half.trim();
  return untouched === undefined ? [first.charAt(0), first.normalize('NFD').charAt(0), '\\', '%', '&'] : [untouched];
}

function longestRun(text: string, pattern: RegExp): string | undefined {
  const runs = [...text.matchAll(pattern)].map((match) => match[0]);
  return runs.toSorted((one, other) => other.length - one.length)[0];
}

function holdsAny(text: string, pieces: readonly string[]): boolean {
  return pieces.some((piece) => text.includes(piece));
}

function maskJson(json: string, forms: readonly string[], anchors: readonly string[], mask: string): string {
  const strings = jsonStrings(json);
  if (strings === undefined) return json;
  const pieces: Span[] = [];
  for (const string of strings) {
    if (holdsAny(json.slice(string.start, string.end), anchors)) pieces.push(...findIn(string.view(json), forms));
  }
  const texts = strings.filter((string) => string.key === 'text');
  const edits = [
    ...union(pieces).map(({ start, end }) => ({ start, end, text: mask })),
    ...acrossBlocks(json, texts, forms, mask),
  ].toSorted((one, other) => one.start - other.start || other.end - one.end);

  let result = '';
  let at = 0;
  for (const edit of edits) {
    // What lies inside an edit before it is gone already.
    if (edit.start < at) continue;
    result += json.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return at === 0 ? json : result + json.slice(at);
}

function findIn(view: View, forms: readonly string[]): readonly Span[] {
  const { plain, joined } = readingsOf(view.text);
  return [...plain, ...joined].flatMap((reading) =>
    findForms(reading.text, forms).map((span) => view.toOrigin(reading.toOrigin(span))),
  );
}

/** A value whose beginning ends one block of text and whose end begins the next. */
function acrossBlocks(
  json: string,
  texts: readonly JsonString[],
  forms: readonly string[],
  mask: string,
): (Span & { text: string })[] {
  const longest = forms[0]?.length ?? 0;
  return texts.slice(1).flatMap((second, index) => {
    const first = texts[index];
    if (first === undefined) return [];
    const one = first.view(json);
    const other = second.view(json);
    const tailAt = Math.max(0, one.text.length - longest);
    const tail = one.text.slice(tailAt);
    return findForms(tail + other.text.slice(0, longest), forms).flatMap((span) =>
      span.start < tail.length && span.end > tail.length
        ? [
            { ...one.toOrigin({ start: tailAt + span.start, end: one.text.length }), text: mask },
            { ...other.toOrigin({ start: 0, end: span.end - tail.length }), text: '' },
          ]
        : [],
    );
  });
}
