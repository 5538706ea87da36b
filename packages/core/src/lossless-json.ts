import { splice, type Edit } from './json-members.ts';
import { skipString, skipValue } from './json-scan.ts';

/**
 * Lists and objects inside each other that are followed. The engine's own walk over what it has parsed, and its writer,
 * use up the stack after some 2,500.
 */
const deepest = 500;

/** Options of {@link parseLossless}. */
export interface LosslessOptions {
  /** What stands for a list or an object that is nested more than 500 levels deep; without it, such a text is refused. */
  readonly tooDeep?: string;
}

/**
 * Parses JSON with its numbers kept digit for digit: each is an opaque `JSON.rawJSON` value that {@link stringifyLossless}
 * writes as it came.
 *
 * @throws {SyntaxError} For text that is no JSON.
 * @throws {RangeError} For lists and objects that are nested more than 500 levels deep, unless `tooDeep` stands for them.
 */
export function parseLossless(text: string, { tooDeep }: LosslessOptions = {}): unknown {
  const cuts = tooDeepIn(text, JSON.stringify(tooDeep ?? ''));
  if (cuts.length > 0 && tooDeep === undefined) throw new RangeError(`Nested more than ${deepest} levels deep.`);
  return JSON.parse(
    cuts.length > 0 ? splice(text, cuts) : text,
    (_key, value: unknown, context?: { readonly source?: string }) =>
      typeof value === 'number' && context?.source !== undefined ? raw.rawJSON(context.source) : value,
  );
}

/** Writes what {@link parseLossless} read. */
export function stringifyLossless(value: unknown): string {
  return JSON.stringify(value);
}

/** A number that was kept as its digits. A copy of the object is no number any more. */
export interface RawNumber {
  readonly rawJSON: string;
}

/** Whether a value is a number that was kept as its digits. */
export function isRawNumber(value: unknown): value is RawNumber {
  return raw.isRawJSON(value);
}

// Sound: Node has had both since version 21; the ES library of this TypeScript target doesn't list them yet.
const raw = JSON as unknown as { rawJSON(text: string): unknown; isRawJSON(value: unknown): boolean };

/** The outermost values that are too deep; none in text that is no JSON, which the parser refuses before it walks. */
function tooDeepIn(text: string, replacement: string): readonly Edit[] {
  const cuts: Edit[] = [];
  if (text.length <= 2 * deepest) return cuts;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '"':
        at = skipString(text, at) - 1;
        if (at < 0) return [];
        break;
      case '{':
      case '[': {
        depth++;
        if (depth <= deepest) break;
        const end = skipValue(text, at);
        if (end < 0) return [];
        cuts.push({ start: at, end, replacement });
        depth--;
        at = end - 1;
        break;
      }
      case '}':
      case ']':
        depth--;
        break;
      default:
    }
  }
  return cuts;
}
