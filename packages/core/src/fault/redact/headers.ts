import { quotedAt } from './assigned-value.ts';
import { matchesIn } from './matches-in.ts';
import type { Span } from './span.ts';

/** Where a text holds the credentials of HTTP headers: Authorization, Cookie, and bearer tokens that stand alone. */
export function findHeaderSecrets(text: string): readonly Span[] {
  if (!/authorization|cookie|bearer|basic|token/i.test(text)) return [];
  return [...authorizations(text), ...cookies(text), ...bearers(text)];
}

// Behind the name: a separator, or the comma between two strings of a list of headers.
const between = String.raw`(?:\\?["']?\]?\s{0,4}(?:=>|[=:](?!=))\s{0,4}(?:\[\s{0,4}(?=\\?["']))?|\\?["']\s{0,2},\s{0,4}(?=\\?["']))`;
const authorization = new RegExp(String.raw`(?<![A-Za-z])(?:proxy-)?authorization${between}`, 'gi');
const cookie = new RegExp(String.raw`(?<![A-Za-z])(set-)?cookie2?${between}`, 'gi');

const oneToken =
  /^(?:Bearer|Basic|Token|ApiKey|Api-Key|Key|Negotiate|NTLM|SSWS|Splunk|GoogleLogin|PRIVATE-TOKEN|OAuth|Hawk|MAC|DPoP|JWT)\s{1,4}/i;
const scheme = /^[A-Za-z][\w-]{1,40}\s{1,4}(?=[^\s"']*[=\w])/;
const parameters = /^(?:[\w-]{1,40}=(?:"[^"\n]{0,2000}"|[^\s,"'`]{0,2000})[,;]?[ \t]{0,4}){1,40}/;
const placeholder = /^\[redacted\]/;
const saying =
  /^(?:header|must|is|are|was|missing|required|not|invalid|failed|error|denied|expired|request|token|code|url|endpoint|server|grant|null|undefined|none|cookie|set-cookie|(?:x|content)-[a-z-]+)(?![\w-])/i;

function authorizations(text: string): Span[] {
  const spans: Span[] = [];
  let coveredTo = 0;
  for (const match of matchesIn(text, authorization)) {
    if (match.index < coveredTo) continue;
    const value = headerValue(text, match.index + match[0].length);
    const raw = text.slice(value.start, value.end);
    const single = oneToken.exec(raw);
    const start = value.start + ((single ?? scheme.exec(raw))?.[0].length ?? 0);
    const credentials = text.slice(start, value.end);
    if (credentials === '' || placeholder.test(credentials) || saying.test(credentials)) continue;
    coveredTo = start + lengthOf(text, start, credentials, single !== null);
    spans.push({ start, end: coveredTo });
  }
  return spans;
}

function lengthOf(text: string, start: number, credentials: string, single: boolean): number {
  const list = parameters.exec(text.slice(start, start + 8_192))?.[0].trimEnd();
  if (list !== undefined && list.length > credentials.length) return list.length;
  // One token, and what follows belongs to the next header of a dump.
  return single ? (/^[^\s,;]+/.exec(credentials)?.[0].length ?? 0) : credentials.length;
}

function cookies(text: string): Span[] {
  const spans: Span[] = [];
  let coveredTo = 0;
  for (const match of matchesIn(text, cookie)) {
    if (match.index < coveredTo) continue;
    const value = headerValue(text, match.index + match[0].length);
    coveredTo = value.end;
    let start = value.start;
    for (const part of text.slice(value.start, value.end).split(';')) {
      const equals = part.indexOf('=');
      const held = part.slice(equals + 1);
      // Attributes of a cookie that is being set are no secrets.
      const open = match[1] !== undefined && attribute.test(part.slice(0, equals).trim());
      if (equals > 0 && held !== '' && !open && !placeholder.test(held)) {
        spans.push({ start: start + equals + 1, end: start + part.length });
      }
      start += part.length + 1;
    }
  }
  return spans;
}

const attribute = /^(?:path|domain|expires|max-age|samesite|priority|version|comment)$/i;

/** The value up to its closing quote, or to the end of its line. */
function headerValue(text: string, from: number): Span {
  const quoted = quotedAt(text, from);
  if (quoted !== undefined) return quoted;
  const rest = /^[^\r\n"'`]{0,8192}/.exec(text.slice(from, from + 8_192))?.[0] ?? '';
  const escaped = rest.search(/\\[rn]/);
  const value = (escaped < 0 ? rest : rest.slice(0, escaped)).replace(/(?:[\s\\})>]|(?<!\[redacted)\])+$/, '');
  return { start: from, end: from + value.length };
}

/** `Bearer …` and `Basic …` wherever they stand, unless a word follows: "Bearer token is missing", "Basic realm". */
function bearers(text: string): Span[] {
  return [
    ...matchesIn(text, /(?<![A-Za-z])(?:(Bearer|Token token=)|(Basic))[\s:]{1,4}["']?([A-Za-z0-9._~+/=-]{4,8192})/gi),
  ].flatMap((match) => {
    const token = (match[3] ?? '').replace(/[.]+$/, '');
    const start = match.index + match[0].length - (match[3] ?? '').length;
    if (/^[A-Za-z_]+="?/.test(token) && !/=+$/.test(token)) return [];
    const secret =
      match[2] === undefined ? token.length >= 20 || /[0-9]|[a-z][A-Z]|[A-Z]{2}[a-z]/.test(token) : isBasic(token);
    return secret && !/^(?:authentication|authorization|tokens?|auth|realm)\b/i.test(token)
      ? [{ start, end: start + token.length }]
      : [];
  });
}

/** `user:password` in base64, or at least nothing that a sentence would go on with ("a basic HTTP/1.1 client"). */
function isBasic(token: string): boolean {
  if (token.length >= 16 && /\d/.test(token) && /[a-z]/.test(token) && /[A-Z]/.test(token)) return true;
  try {
    return atob(token).includes(':');
  } catch {
    return false;
  }
}
