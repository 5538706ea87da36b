import { matchesIn } from './matches-in.ts';
import type { Span } from './span.ts';

/** A reading of a text (decoded, unwrapped) that still knows where in the text each of its characters stands. */
export class View {
  readonly text: string;
  readonly #starts: Int32Array | undefined;
  readonly #ends: Int32Array | undefined;

  constructor(text: string, starts?: Int32Array, ends?: Int32Array) {
    this.text = text;
    this.#starts = starts;
    this.#ends = ends;
  }

  /** The part of the original text that a part of this reading was made of. */
  toOrigin(span: Span): Span {
    if (span.end <= span.start) return { start: this.originStart(span.start), end: this.originStart(span.start) };
    return { start: this.originStart(span.start), end: this.originEnd(span.end - 1) };
  }

  /** Where in the original the character at `index` begins. */
  originStart(index: number): number {
    return this.#starts === undefined ? index : (this.#starts[index] ?? 0);
  }

  /** Where in the original the character at `index` ends. */
  originEnd(index: number): number {
    return this.#ends === undefined ? index + 1 : (this.#ends[index] ?? 0);
  }
}

/** Reads a view with each match of `pattern` replaced; the same view where nothing matches or changes. */
export function rewrite(view: View, pattern: RegExp, decode: (match: string) => string): View {
  const source = view.text;
  const pieces: string[] = [];
  let starts: Int32Array | undefined;
  let ends: Int32Array | undefined;
  let length = 0;
  let at = 0;

  for (const match of matchesIn(source, pattern)) {
    const decoded = decode(match[0]);
    if (decoded === match[0]) continue;
    // No escape decodes to more characters than it is long.
    starts ??= new Int32Array(source.length);
    ends ??= new Int32Array(source.length);
    for (let index = at; index < match.index; index++, length++) {
      starts[length] = view.originStart(index);
      ends[length] = view.originEnd(index);
    }
    const start = view.originStart(match.index);
    const end = view.originEnd(match.index + match[0].length - 1);
    starts.fill(start, length, length + decoded.length);
    ends.fill(end, length, length + decoded.length);
    length += decoded.length;
    pieces.push(source.slice(at, match.index), decoded);
    at = match.index + match[0].length;
  }

  if (starts === undefined || ends === undefined) return view;
  for (let index = at; index < source.length; index++, length++) {
    starts[length] = view.originStart(index);
    ends[length] = view.originEnd(index);
  }
  pieces.push(source.slice(at));
  return new View(pieces.join(''), starts, ends);
}
