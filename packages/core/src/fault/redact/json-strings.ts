import { skipString } from '../../json-scan.ts';
import { rewrite, View } from './view.ts';

/** A string inside a JSON text. */
export interface JsonString {
  /** Offset behind its opening quote. */
  readonly start: number;
  /** Offset of its closing quote. */
  readonly end: number;
  /** The name of the member that it is the value of; undefined for names and for elements of lists. */
  readonly key: string | undefined;
  /** Its value, which knows where each character stands in the text. */
  view(json: string): View;
}

/** All strings of a JSON text in their order, names of members included; undefined where one does not end. */
export function jsonStrings(json: string): readonly JsonString[] | undefined {
  const strings: JsonString[] = [];
  let key: string | undefined;
  let at = json.indexOf('"');
  while (at >= 0) {
    const start = at + 1;
    const behind = skipString(json, at);
    if (behind < 0) return undefined;
    const end = behind - 1;
    strings.push({ start, end, key, view: (text) => decoded(text, start, end) });
    const next = /^[ \t\r\n]*:[ \t\r\n]*(?=")/.exec(json.slice(behind, behind + 256));
    key = next === null ? undefined : json.slice(start, end);
    at = next === null ? json.indexOf('"', behind) : behind + next[0].length;
  }
  return strings;
}

function decoded(json: string, start: number, end: number): View {
  const raw = json.slice(start, end);
  const starts = Int32Array.from({ length: raw.length }, (_, index) => start + index);
  const ends = starts.map((at) => at + 1);
  return rewrite(new View(raw, starts, ends), /\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt])/g, (escape) =>
    String(JSON.parse(`"${escape}"`)),
  );
}
