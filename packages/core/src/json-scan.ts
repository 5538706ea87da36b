/**
 * A strict JSON scanner that builds nothing: it finds where values begin and end, so that a message can be routed and
 * edited without being parsed and written anew (which would round integers above 2^53 and cost more).
 */

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const colon = 0x3a;
const comma = 0x2c;

/** After this many characters without an escape, the end of a string is searched for natively. */
const plainRunLength = 64;

/** Returns the offset of the first character at or after `at` that is no JSON white space. */
export function skipSpace(text: string, at: number): number {
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
    at++;
  }
}

/**
 * Walks over the members of an object, as offsets into the text. A raw control character in a string of more than 64
 * characters is not noticed.
 */
export class MemberCursor {
  /** The key without its quotes. */
  keyStart = 0;
  keyEnd = 0;
  valueStart = 0;
  valueEnd = 0;
  /** The offset behind the closing brace, once the walk is over; −1 where the object is not well-formed. */
  end = -1;
  readonly #text: string;
  #at: number;

  /** @param start Where the object begins; a walk over anything else is over at once. */
  constructor(text: string, start: number) {
    this.#text = text;
    this.#at = text.charCodeAt(start) === openBrace ? skipSpace(text, start + 1) : -1;
  }

  /** Moves on to the next member; false where there is none. */
  next(): boolean {
    const text = this.#text;
    const at = this.#at;
    if (at < 0) return false;
    this.#at = -1;
    const code = text.charCodeAt(at);
    if (code === closeBrace) this.end = at + 1;
    if (code !== quote) return false;
    const keyEnd = skipString(text, at);
    if (keyEnd < 0) return false;
    const afterKey = skipSpace(text, keyEnd);
    if (text.charCodeAt(afterKey) !== colon) return false;
    const valueStart = skipSpace(text, afterKey + 1);
    const valueEnd = skipValue(text, valueStart);
    if (valueEnd < 0) return false;
    this.keyStart = at + 1;
    this.keyEnd = keyEnd - 1;
    this.valueStart = valueStart;
    this.valueEnd = valueEnd;
    const behind = skipSpace(text, valueEnd);
    const next = text.charCodeAt(behind);
    if (next === closeBrace) this.#at = behind;
    else if (next === comma) this.#at = memberAfter(text, behind);
    return true;
  }
}

/** Behind a comma there has to be another member. */
function memberAfter(text: string, commaAt: number): number {
  const at = skipSpace(text, commaAt + 1);
  return text.charCodeAt(at) === closeBrace ? -1 : at;
}

/** Returns the offset behind the value that begins at `at`, or −1 where there is no well-formed value. */
export function skipValue(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === quote) return skipString(text, at);
  if (code === openBrace || code === openBracket) return skipContainer(text, at);
  return skipScalar(text, at, code);
}

/** Returns the offset behind the closing quote of the string whose opening quote is at `at`, or −1. */
export function skipString(text: string, at: number): number {
  let nativeFrom = at + plainRunLength;
  let nextQuote = -1;
  at++;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code === backslash) {
      at = skipEscape(text, at);
      if (at < 0) return -1;
      nativeFrom = at + plainRunLength;
      continue;
    }
    if (code < 0x20 || code !== code) return -1;
    at++;
    if (at > nativeFrom) {
      if (nextQuote < at) nextQuote = text.indexOf('"', at);
      if (nextQuote < 0) return -1;
      // The slice bounds the search: without it each string would look for an escape in the whole rest of the text.
      const escape = text.slice(at, nextQuote).indexOf('\\');
      if (escape < 0) return nextQuote + 1;
      at += escape;
    }
  }
}

function skipEscape(text: string, at: number): number {
  switch (text.charCodeAt(at + 1)) {
    case quote:
    case backslash:
    case 0x2f: // /
    case 0x62: // b
    case 0x66: // f
    case 0x6e: // n
    case 0x72: // r
    case 0x74: // t
      return at + 2;
    case 0x75: // u
      for (let digit = at + 2; digit < at + 6; digit++) if (!isHexDigit(text.charCodeAt(digit))) return -1;
      return at + 6;
    default:
      return -1;
  }
}

function isHexDigit(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function skipScalar(text: string, at: number, code: number): number {
  if (code === 0x2d || isDigit(code)) return skipNumber(text, at);
  if (code === 0x74) return text.startsWith('true', at) ? at + 4 : -1;
  if (code === 0x66) return text.startsWith('false', at) ? at + 5 : -1;
  if (code === 0x6e) return text.startsWith('null', at) ? at + 4 : -1;
  return -1;
}

function skipNumber(text: string, at: number): number {
  let code = text.charCodeAt(at);
  if (code === 0x2d) code = text.charCodeAt(++at);
  if (!isDigit(code)) return -1;
  if (code === 0x30) at++;
  else while (isDigit(text.charCodeAt(at))) at++;
  if (text.charCodeAt(at) === 0x2e) {
    if (!isDigit(text.charCodeAt(++at))) return -1;
    while (isDigit(text.charCodeAt(at))) at++;
  }
  code = text.charCodeAt(at);
  if (code === 0x65 || code === 0x45) {
    code = text.charCodeAt(++at);
    if (code === 0x2b || code === 0x2d) at++;
    if (!isDigit(text.charCodeAt(at))) return -1;
    while (isDigit(text.charCodeAt(at))) at++;
  }
  return at;
}

/** As many levels as have room in one small integer, a bit each; deeper ones wait in a list. */
const levelsInBits = 30;

/** Objects and arrays inside each other, without recursion: depth must not overflow our stack. */
function skipContainer(text: string, at: number): number {
  let inObject = text.charCodeAt(at) === openBrace;
  // Of each level around this one: whether it is an object. The last bit is the nearest.
  let around = 0;
  let depth = 1;
  let outer: number[] | undefined;
  at = skipSpace(text, at + 1);
  let mayClose = true;
  for (;;) {
    const code = text.charCodeAt(at);
    if (mayClose && code === (inObject ? closeBrace : closeBracket)) {
      at++;
      depth--;
      if (depth === 0) return at;
      inObject = (around & 1) === 1;
      around >>= 1;
      if (depth % levelsInBits === 0) around = outer?.pop() ?? 0;
    } else {
      if (inObject) {
        if (code !== quote) return -1;
        at = skipString(text, at);
        if (at < 0) return -1;
        at = skipSpace(text, at);
        if (text.charCodeAt(at) !== colon) return -1;
        at = skipSpace(text, at + 1);
      }
      const valueCode = text.charCodeAt(at);
      if (valueCode === openBrace || valueCode === openBracket) {
        if (depth % levelsInBits === 0) {
          (outer ??= []).push(around);
          around = 0;
        }
        around = (around << 1) | (inObject ? 1 : 0);
        depth++;
        inObject = valueCode === openBrace;
        at = skipSpace(text, at + 1);
        mayClose = true;
        continue;
      }
      at = valueCode === quote ? skipString(text, at) : skipScalar(text, at, valueCode);
      if (at < 0) return -1;
    }
    at = skipSpace(text, at);
    // Behind a value: a comma and another one, or the end of this level.
    const next = text.charCodeAt(at);
    if (next === comma) {
      at = skipSpace(text, at + 1);
      mayClose = false;
    } else if (next === (inObject ? closeBrace : closeBracket)) {
      mayClose = true;
    } else {
      return -1;
    }
  }
}
