import { formsOf, unique } from './known-forms.ts';
import { shortestKept, shortestSoughtAnywhere } from './limits.ts';
import { matchesIn } from './matches-in.ts';
import { readingsOf, type Readings } from './readings.ts';
import type { Span } from './span.ts';

/** A value that must not be shown. */
export interface KnownSecret {
  readonly value: string;
  /** Whether our configuration names it (`env` and `headers` blocks), or it was merely inherited from an environment. */
  readonly named: boolean;
}

/** How much of a value that was cut by somebody else is taken for it. */
const shortestPiece = 8;
/** How much of a value must have come before the rest of it is waited for. */
const shortestStart = 4;
/** How many marks of an omission are looked at in one text. */
const mostOmissions = 256;

/** The known values, made ready to be found. */
export class KnownSecrets {
  readonly #values: readonly string[];
  readonly #forms: readonly string[];
  /** The same with one of their blanks gone, since a line was broken there. */
  readonly #wrapped: readonly string[];
  readonly #short: ReadonlySet<string>;
  readonly #fallbacks = new Map<string, Int32Array>();
  /** The longest form, in characters. */
  readonly longest: number;

  constructor(secrets: readonly KnownSecret[]) {
    const values = unique(secrets.flatMap(({ value }) => [value, value.trim()]));
    this.#values = values.filter((value) => value.length >= shortestSoughtAnywhere);
    this.#forms = unique(this.#values.flatMap(formsOf))
      .filter((form) => form.length >= shortestSoughtAnywhere)
      .toSorted((one, other) => other.length - one.length);
    this.#wrapped = this.#values.flatMap(withoutOneBlank);
    this.#short = new Set(
      values.filter((value) => value.length >= shortestKept && value.length < shortestSoughtAnywhere),
    );
    this.longest = this.#forms[0]?.length ?? 0;
  }

  /** Whether a value is known and too short to be looked for everywhere; undefined where there is none such. */
  get isShort(): ((value: string) => boolean) | undefined {
    return this.#short.size === 0 ? undefined : (value) => this.#short.has(value);
  }

  /** Whether the text is a known value, whole. */
  has(text: string): boolean {
    return this.#short.has(text) || this.#values.includes(text);
  }

  /** Every place, in the original text, where a form of a known value stands. */
  find(readings: Readings): readonly Span[] {
    if (this.#forms.length === 0) return [];
    return [
      ...[...readings.plain, ...readings.joined].flatMap((view) =>
        [...findForms(view.text, this.#forms), ...this.#pieces(view.text)].map((span) => view.toOrigin(span)),
      ),
      ...readings.joined.flatMap((view) => findForms(view.text, this.#wrapped).map((span) => view.toOrigin(span))),
    ];
  }

  /** Where, at the end of a text, a known value may have begun that the next piece of the text completes; −1 where none. */
  unfinishedAt(text: string): number {
    if (this.#forms.length === 0) return -1;
    const from = Math.max(0, text.length - 3 * this.longest);
    const { plain, joined } = readingsOf(text.slice(from));
    let earliest = -1;
    for (const view of [...plain, ...joined]) {
      for (const form of [...this.#forms, ...this.#wrapped]) {
        const length = overlapWith(view.text, form, this.#fallbacks);
        if (length < shortestStart) continue;
        const at = from + view.originStart(view.text.length - length);
        if (earliest < 0 || at < earliest) earliest = at;
      }
    }
    return earliest;
  }

  /** Values that somebody cut before us: at the end or beginning of the text, or at an ellipsis. */
  #pieces(text: string): Span[] {
    const spans: Span[] = [];
    const ends = [text.length];
    const starts = [0];
    for (const mark of matchesIn(text, /\.{3}|…|\*{3,}|\[truncated|<truncated/gi)) {
      ends.push(mark.index);
      starts.push(mark.index + mark[0].length);
      if (ends.length > mostOmissions) break;
    }
    for (const value of this.#values) {
      for (const end of ends) {
        const length = overlap(text.slice(Math.max(0, end - value.length), end).trimEnd(), value);
        const shown = text.slice(0, end).trimEnd().length;
        if (isPiece(value, length, value.slice(0, length))) spans.push({ start: shown - length, end: shown });
      }
      for (const start of starts) {
        const length = overlap(value, text.slice(start, start + value.length));
        if (isPiece(value, length, value.slice(value.length - length))) spans.push({ start, end: start + length });
      }
    }
    return spans;
  }
}

function withoutOneBlank(value: string): string[] {
  return [...value.matchAll(/\s+/g)].map(
    ({ 0: blank, index }) => value.slice(0, index) + value.slice(index + blank.length),
  );
}

/** Every place of each form. */
export function findForms(text: string, forms: readonly string[]): readonly Span[] {
  const spans: Span[] = [];
  for (const form of forms) {
    for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length)) {
      spans.push({ start: at, end: at + form.length });
    }
  }
  return spans;
}

/** A word that a value happens to end in is no piece of it. */
function isPiece(value: string, length: number, piece: string): boolean {
  return length >= shortestPiece && (length === value.length || length >= 16 || !/^[A-Za-z]+$/.test(piece));
}

/** The length of the longest end of one text that begins the other; 0 where that is too short to matter. */
function overlap(ending: string, beginning: string): number {
  for (let length = Math.min(ending.length, beginning.length); length >= shortestPiece; length--) {
    if (beginning.startsWith(ending.slice(-length))) return length;
  }
  return 0;
}

/** The same in linear time, for forms that are asked for again and again: Knuth, Morris and Pratt's automaton. */
function overlapWith(text: string, form: string, fallbacks: Map<string, Int32Array>): number {
  let fallback = fallbacks.get(form);
  if (fallback === undefined) fallbacks.set(form, (fallback = fallbackOf(form)));
  let matched = 0;
  for (let at = Math.max(0, text.length - form.length + 1); at < text.length; at++) {
    const code = text.charCodeAt(at);
    while (matched > 0 && form.charCodeAt(matched) !== code) matched = fallback[matched - 1] ?? 0;
    if (form.charCodeAt(matched) === code) matched++;
  }
  return matched;
}

function fallbackOf(form: string): Int32Array {
  const fallback = new Int32Array(form.length);
  let matched = 0;
  for (let at = 1; at < form.length; at++) {
    while (matched > 0 && form.charCodeAt(matched) !== form.charCodeAt(at)) matched = fallback[matched - 1] ?? 0;
    if (form.charCodeAt(matched) === form.charCodeAt(at)) matched++;
    fallback[at] = matched;
  }
  return fallback;
}
