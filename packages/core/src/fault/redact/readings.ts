import { invisible } from './invisible.ts';
import { rewrite, View } from './view.ts';

/** How a text can be read: as it stands (less what nobody sees), with its escapes decoded, and with its lines joined. */
export interface Readings {
  /** As it stands, then with one more layer of escapes decoded in each; line breaks kept. */
  readonly plain: readonly View[];
  /** Each of the plain ones with its line breaks taken out; absent where there are none. */
  readonly joined: readonly View[];
}

/** JSON inside JSON inside a URL: three layers of escapes are met in practice, more are not. */
const layers = 3;

// Without line breaks, escapes, and what is neither ASCII nor seen.
const readsOneWay = /^[ !-$'-[\]-~]*$/;

/** Makes all readings of a text, at most twelve. */
export function readingsOf(text: string): Readings {
  if (readsOneWay.test(text)) return { plain: [new View(text)], joined: [] };
  const plain = [rewrite(rewrite(new View(text), unseen, nothing), otherBlank, space)];
  for (let layer = 0; layer < layers; layer++) {
    const view = plain.at(-1);
    const decoded = view === undefined ? undefined : unescape(view);
    if (decoded === undefined || decoded === view) break;
    plain.push(decoded);
  }
  const joined = plain.flatMap((view) =>
    [lineBreak, ...(/[=\\]\r?\n/.test(view.text) ? [markedBreak] : [])]
      .map((pattern) => rewrite(view, pattern, nothing))
      .filter((unwrapped) => unwrapped !== view),
  );
  return { plain, joined };
}

/** The same text with one layer of escapes decoded, or the very same where it has none. */
export function unescapeText(text: string): string {
  return unescape(new View(text)).text;
}

/** A text without what nobody sees, as all readings have it. */
export function seenText(text: string): string {
  return text.replace(unseen, '');
}

/** A text without its line breaks, as {@link Readings.joined} has it. */
export function unwrapText(text: string): string {
  return text.replace(lineBreak, '');
}

// Joiners are needed where somebody reads, and hide a name or a key as well as what has no use at all.
const unseen = new RegExp(`${invisible.source}|[\\u200c\\u200d]`, 'gu');
const otherBlank = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;

// A line break with its indentation, and the bar or quote mark of a box after it.
const lineBreak = /[ \t]{0,8}\r?\n(?:[ \t]{0,80}\r?\n){0,2}[ \t]{0,80}(?:[>|│┃] {0,4})?/g;
// The same with what mail and shells put before it to say that the line goes on.
const markedBreak = /[ \t]{0,8}[=\\]\r?\n[ \t]{0,80}/g;

// JSON, JavaScript, Python and shell escapes; percent-encoded UTF-8; the character references that HTML pages use.
const escapes =
  /\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|["'`\\/bfnrt])|%[0-7][0-9a-fA-F]|%[c-dC-D][0-9a-fA-F]%[89abAB][0-9a-fA-F]|%[eE][0-9a-fA-F](?:%[89abAB][0-9a-fA-F]){2}|%[fF][0-4](?:%[89abAB][0-9a-fA-F]){3}|&(?:amp|lt|gt|quot|apos|nbsp|#\d{1,6}|#[xX][0-9a-fA-F]{1,5});/g;

function unescape(view: View): View {
  return rewrite(rewrite(view, escapes, decodeEscape), otherBlank, space);
}

function decodeEscape(escape: string): string {
  switch (escape.charAt(0)) {
    case '%':
      return decodePercent(escape);
    case '&':
      return decodeReference(escape);
    default:
      return decodeBackslash(escape);
  }
}

function decodePercent(escape: string): string {
  try {
    return decodeURIComponent(escape);
  } catch {
    return escape;
  }
}

const letters: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

function decodeBackslash(escape: string): string {
  const letter = escape.charAt(1);
  if (escape.length > 2) return String.fromCharCode(Number.parseInt(escape.slice(2), 16));
  return letters[letter] ?? letter;
}

const references: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function decodeReference(escape: string): string {
  const name = escape.slice(1, -1);
  if (!name.startsWith('#')) return references[name] ?? escape;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : escape;
}

function nothing(): string {
  return '';
}

function space(): string {
  return ' ';
}
