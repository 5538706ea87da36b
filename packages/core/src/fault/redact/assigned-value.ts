import type { Span } from './span.ts';

/** How an assignment was written, as far as it says where its value ends. */
export interface Assignment {
  /** Offset behind the separator. */
  readonly from: number;
  /** The name stands at the beginning of its line: the rest of the line is the value. */
  readonly leads: boolean;
  /** Written as `name: value`, as in YAML, headers and prose. */
  readonly colon: boolean;
  /** A parameter of a URL. */
  readonly query: boolean;
  /** How long an unquoted value may be. */
  readonly longest: number;
}

/** What is assigned, quotes excluded. */
export interface AssignedValue extends Span {
  readonly quoted: boolean;
  /** It is one of a list without quotes, or a member of an object: such hold names and other words as well. */
  readonly inside?: boolean;
}

const longestQuoted = 65_536;
/** Lines that a quoted value may span; one that is still open then was never meant to be closed. */
const mostLines = 6;
/** Typographic quotes that may open inside of each other. */
const mostOpened = 8;

/** What may stand behind the mark that closes a value; elsewhere it is a character of it. */
const behindValue = /^(?:$|[\s,;:.)\]}>"'`\\&?!<\u3001-\u9fff\uff00-\uff20”’»])/;

// PHP and Go print a string's type and length in front of it.
const typeBefore = /^(?:\r?\n[ \t]{0,16})?\(?string\)?(?: ?\((?:len=)?\d{1,6}\))? (?=")/;

/** Finds the values of an assignment: one, or each element of a list; none where an object or nothing follows. */
export function assignedValues(text: string, assignment: Assignment): readonly AssignedValue[] {
  let at = skipBlanks(text, assignment.from);
  at += typeBefore.exec(text.slice(at, at + 64))?.[0].length ?? 0;
  const opener = text.charAt(at);
  const bracketed = bracketedAt(text, at);
  if (opener === '[' && bracketed === 0) return listValues(text, at + 1);
  if (opener === '{') return braced(text, at);
  const block = /^[|>][-+]?\r?\n[ \t]*/.exec(text.slice(at, at + 64));
  if (assignment.colon && block !== null) at += block[0].length;
  const quoted = quotedAt(text, at, assignment.longest < 16 ? 64 : longestQuoted);
  if (quoted !== undefined) return [quoted];
  const end = plainEnd(text, at, assignment);
  return end > at ? [{ start: at, end, quoted: false }] : [];
}

/** The quoted string at `at` (a prefix such as Python's `b` allowed), or undefined. */
export function quotedAt(text: string, at: number, longest = longestQuoted): AssignedValue | undefined {
  const opening = /^(?:[bBrRuUfF@$]|&)?(\\{0,3}["'`]|[“‘「『«])/.exec(text.slice(at, at + 5));
  const mark = opening?.[1];
  if (opening === null || mark === undefined) return undefined;
  const start = at + opening[0].length;
  const closer = closers[mark];
  const end =
    closer === undefined
      ? closingQuote(text, start, mark, longest)
      : typographicEnd(text, start, mark, closer, longest);
  return { start, end, quoted: true };
}

const closers: Readonly<Record<string, string>> = { '“': '”', '‘': '’', '「': '」', '『': '』', '«': '»' };

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < from + 16 && (text.charAt(at) === ' ' || text.charAt(at) === '\t')) at++;
  return at;
}

/** Offset of the mark that closes a string; the end of its line where none does. */
function closingQuote(text: string, start: number, mark: string, longest: number): number {
  const limit = Math.min(text.length, start + longest);
  let lines = 0;
  for (let at = start; at < limit; at++) {
    if (text.startsWith(mark, at)) {
      // Shells close, add an escaped quote and open again ('\''), databases and CSV double the quote.
      const again = mark.length === 1 ? reopening(text, at, mark) : 0;
      if (again === 0) return at;
      at += again - 1;
    } else if (text.charCodeAt(at) === 0x5c && mark.length === 1) {
      at++;
    } else if (text.charCodeAt(at) === 0x0a && ++lines === mostLines) {
      break;
    }
  }
  const lineEnd = text.slice(start, limit).search(/\r?\n/);
  return lineEnd < 0 ? limit : start + lineEnd;
}

/**
 * The same for marks that open and close differently, which a value may hold as well (`‘don’t’`): it closes where a value
 * can end and all that were opened in it are closed, else with the last of its line that can close it.
 */
function typographicEnd(text: string, start: number, opener: string, closer: string, longest: number): number {
  const limit = Math.min(text.length, start + longest);
  let closable: number | undefined;
  let opened = 1;
  let open = 1;
  let at = start;
  for (; at < limit; at++) {
    const char = text.charAt(at);
    if (char === '\r' || char === '\n') break;
    if (char !== opener && char !== closer) continue;
    const ends = behindValue.test(text.charAt(at + 1));
    if (ends) closable = at;
    // Chinese stands behind either without a blank.
    if (char === opener && (!ends || text.charAt(at + 1) > '\u3000')) {
      open++;
      // With many of them each is read a few times, and not as often as there are more behind it.
      if (++opened > mostOpened) break;
    } else if (ends && --open === 0) return at;
  }
  return closable ?? at;
}

function reopening(text: string, at: number, mark: string): number {
  if (mark === "'" && text.startsWith(String.raw`'\''`, at)) return 4;
  if (text.charAt(at + 1) === mark && /[^\s,;:)\]}]/.test(text.charAt(at + 2))) return 2;
  return 0;
}

function listValues(text: string, from: number): readonly AssignedValue[] {
  const values: AssignedValue[] = [];
  let at = from;
  while (values.length < 256) {
    at += /^[\s,]{0,64}/.exec(text.slice(at, at + 64))?.[0].length ?? 0;
    const value = quotedAt(text, at);
    if (value === undefined) break;
    values.push(value);
    at = value.end + 1;
    if (text.charAt(value.end) === '\\') at++;
  }
  if (values.length > 0) return values;
  const bare = /^[^\s"'`[\]{}]{8,512}(?=\])/.exec(text.slice(from, from + 520));
  if (bare !== null) return [{ start: from, end: from + bare[0].length, quoted: false }];
  return bareList(text, from);
}

/** `[a1b2c3, d4e5f6]`. */
function bareList(text: string, from: number): readonly AssignedValue[] {
  const list = /^[^"'`[\]{}\n]{1,1024}(?=\])/.exec(text.slice(from, from + 1_025))?.[0] ?? '';
  return [...list.matchAll(/[^\s,]+(?=\s*(?:,|$))/g)].map(({ 0: value, index }) => ({
    start: from + index,
    end: from + index + value.length,
    quoted: false,
    inside: true,
  }));
}

/** ODBC quotes with braces: PWD={a;b}. Objects look different. */
function braced(text: string, at: number): readonly AssignedValue[] {
  const inner = /^\{([^\s{}"':]{1,256})\}(?=$|[\s;,"'`&)\]}])/.exec(text.slice(at, at + 260));
  if (inner !== null) return [{ start: at + 1, end: at + inner[0].length - 1, quoted: false }];
  // Directories tell by `{SSHA}` how the rest was hashed.
  const beginning = /^\{{1,2}[^\s{}"'`:=,]{1,256}(?:\}[^\s{}"'`:,]{1,256})?(?!\S)/.exec(text.slice(at, at + 520));
  if (beginning !== null) return [{ start: at, end: at + beginning[0].length, quoted: false }];
  return memberValues(text, at);
}

const longestObject = 1_024;
// What stands under such a name is what the object is called.
const valueMember =
  /[{,]\s{0,80}\\{0,3}["'`]?(?:value|plain|plaintext|raw|old|new|current|previous)\\{0,3}["'`]?\s?(?:=>|[:=])\s{0,4}(?=\\{0,3}["'`])/gi;

/** `{"value": "…"}`, `{ old: '…', new: '…' }`. */
function memberValues(text: string, at: number): readonly AssignedValue[] {
  const object = /^\{[^{}]{1,1024}\}/.exec(text.slice(at, at + longestObject + 2))?.[0] ?? '';
  return [...object.matchAll(valueMember)].flatMap((match) => {
    const value = quotedAt(text, at + match.index + match[0].length, longestObject);
    return value === undefined ? [] : [{ ...value, inside: true }];
  });
}

/** How long a value in brackets is, which may stand for another: `<token>`, `${TOKEN}`, `[not set]`. */
function bracketedAt(text: string, at: number): number {
  const match =
    /^(?:\$?\{\{[^{}\n]{0,80}\}\}|\$\{[^{}\n]{0,80}\}|<[^<>\n]{0,60}>|\[[\w -]{0,30}\]|\([\w -]{0,30}\))/.exec(
      text.slice(at, at + 96),
    );
  return match?.[0].length ?? 0;
}

function plainEnd(text: string, start: number, { leads, colon, query, longest }: Assignment): number {
  const limit = Math.min(text.length, start + longest);
  let at = Math.min(start + bracketedAt(text, start), limit);
  for (; at < limit; at++) {
    if (isOrdinary(text.charCodeAt(at))) continue;
    const char = text.charAt(at);
    if (query && (char === '&' || char === '#')) break;
    if (/\s/.test(char) || (char === '<' && text.charAt(at + 1) === '/')) break;
    if (!leads && endsPlain(text, at, char)) break;
  }
  // A sentence's own punctuation; nobody shouts in `name=value`, and passwords end that way.
  const punctuation = colon ? /[.,;:!?]/ : /[.,;:?]/;
  const endsRun = at >= text.length || /\s/.test(text.charAt(at));
  return endsRun && at > start && punctuation.test(text.charAt(at - 1)) ? at - 1 : at;
}

/** Letters, digits and those marks that end no value. */
function isOrdinary(code: number): boolean {
  const letter = code | 0x20;
  if ((letter >= 0x61 && letter <= 0x7a) || (code >= 0x2d && code <= 0x3a)) return true;
  return code === 0x3d || code === 0x5f || code === 0x2b || code === 0x25;
}

/** Whether a delimiter in the middle of a line closes the value, and is not a character of it. */
function endsPlain(text: string, at: number, char: string): boolean {
  switch (char) {
    case '"':
    case "'":
    case '`':
    case ')':
    case ']':
    case '}':
    case '>':
      return behindValue.test(text.charAt(at + 1));
    case '\\':
      return /^["'`nrt]/.test(text.charAt(at + 1));
    case ',':
    case ';':
    case '&':
    case '|':
      return /^(?:$|[\s"'}\])]|[\w.$ -]{1,64}["']?\s?[=:])/.test(text.slice(at + 1, at + 80));
    case '，':
    case '。':
    case '；':
    case '）':
      return true;
    default:
      return false;
  }
}
