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

/** Beyond this many characters a string is searched for its end natively instead of character by character. */
const shortStringLength = 64;

/** Called for each member of an object: the key without its quotes, then the value, as offsets into the text. */
export type MemberVisitor = (keyStart: number, keyEnd: number, valueStart: number, valueEnd: number) => void;

/** Returns the offset of the first character at or after `at` that is no JSON white space. */
export function skipSpace(text: string, at: number): number {
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
    at++;
  }
}

/**
 * Visits the members of the object that begins at `start`.
 *
 * @returns The offset behind its closing brace, or −1 where the text there is not a well-formed object. A raw control
 *   character in a string of more than 64 characters is not noticed.
 */
export function scanObject(text: string, start: number, visit: MemberVisitor): number {
  if (text.charCodeAt(start) !== openBrace) return -1;
  let at = skipSpace(text, start + 1);
  if (text.charCodeAt(at) === closeBrace) return at + 1;
  for (;;) {
    if (text.charCodeAt(at) !== quote) return -1;
    const keyEnd = skipString(text, at);
    if (keyEnd < 0) return -1;
    const afterKey = skipSpace(text, keyEnd);
    if (text.charCodeAt(afterKey) !== colon) return -1;
    const valueStart = skipSpace(text, afterKey + 1);
    const valueEnd = skipValue(text, valueStart);
    if (valueEnd < 0) return -1;
    visit(at + 1, keyEnd - 1, valueStart, valueEnd);
    at = skipSpace(text, valueEnd);
    const code = text.charCodeAt(at);
    if (code === closeBrace) return at + 1;
    if (code !== comma) return -1;
    at = skipSpace(text, at + 1);
  }
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
  const nativeFrom = at + shortStringLength;
  at++;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code === backslash) {
      at = skipEscape(text, at);
      if (at < 0) return -1;
    } else if (code < 0x20 || code !== code) {
      return -1;
    } else {
      at++;
    }
    if (at > nativeFrom) return skipLongString(text, at);
  }
}

function skipLongString(text: string, at: number): number {
  let end = text.indexOf('"', at);
  while (end >= 0) {
    // The slice bounds the search: without it each string would look for its first escape in the whole rest of the text.
    const escapeAt = text.slice(at, end).indexOf('\\');
    if (escapeAt < 0) return end + 1;
    at = skipEscape(text, at + escapeAt);
    if (at < 0) return -1;
    if (at > end) end = text.indexOf('"', at);
  }
  return -1;
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

/** Objects and arrays inside each other, without recursion: depth must not overflow our stack. */
function skipContainer(text: string, at: number): number {
  // One entry a level: whether it is an object.
  const levels: boolean[] = [];
  let inObject = text.charCodeAt(at) === openBrace;
  levels.push(inObject);
  at = skipSpace(text, at + 1);
  let mayClose = true;
  for (;;) {
    const code = text.charCodeAt(at);
    if (mayClose && code === (inObject ? closeBrace : closeBracket)) {
      at++;
      levels.pop();
      if (levels.length === 0) return at;
      inObject = levels[levels.length - 1] === true;
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
        inObject = valueCode === openBrace;
        levels.push(inObject);
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
