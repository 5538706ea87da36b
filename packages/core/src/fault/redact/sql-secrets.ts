import { quotedAt } from './assigned-value.ts';
import { secrecyOf } from './key-names.ts';
import { matchesIn } from './matches-in.ts';
import { isSecretValue } from './secret-value.ts';
import type { Span } from './span.ts';

/** What a statement gives as a password, or writes into a column with the name of a secret; also what opens a PDO connection. */
export function findSqlSecrets(text: string): readonly Span[] {
  return /["']/.test(text) ? [...passwords(text), ...inserted(text)] : [];
}

const by = String.raw`\s{1,4}(?:WITH\s{1,4}[\w"'\`]{1,64}\s{1,4})?(?:BY|AS)\s{1,4}(?:PASSWORD\s{1,4})?(?=["'])`;
const beforePassword = [
  // In small letters only where a user is named before: a sentence may say `identified by 'id'`.
  new RegExp(String.raw`\bIDENTIFIED${by}`, 'g'),
  new RegExp(String.raw`\b(?:user|to)\s{1,4}\S{1,128}\s{1,4}identified${by}`, 'gi'),
  /\bPASSWORD\s?\(\s{0,4}(?=["'])/gi,
  /\bPDO(?:->__construct)?\(\s{0,4}'[^'\n]{1,200}',\s{0,4}'[^'\n]{0,64}',\s{0,4}(?=')/g,
];

/** `IDENTIFIED BY '…'`, `PASSWORD('…')`. */
function passwords(text: string): Span[] {
  const matches = beforePassword.flatMap((pattern) => [...matchesIn(text, pattern)]);
  return matches.flatMap((match) => {
    const value = quotedAt(text, match.index + match[0].length);
    return value !== undefined && isSecretValue(text.slice(value.start, value.end), 'certain', true) ? [value] : [];
  });
}

const beforeRows =
  /\b(?:INSERT|REPLACE)\s{1,4}INTO\s{1,4}[\w."`[\]]{1,128}\s{0,4}\(([^()]{1,1000})\)\s{0,4}VALUES\s{0,4}(?=\()/gi;
/** How far the rows of one statement are followed. */
const longestRows = 4_096;

/** `INSERT INTO users (name, password) VALUES ('bob', '…')`. */
function inserted(text: string): Span[] {
  return [...matchesIn(text, beforeRows)].flatMap((match) => {
    const columns = (match[1] ?? '').split(',').map((column) => secrecyOf(column.trim().replaceAll(/["`[\]]/g, '')));
    if (columns.every((secrecy) => secrecy === 'none')) return [];
    const start = match.index + match[0].length;
    const rows = text.slice(start, start + longestRows);
    return quotedColumns(rows).flatMap(({ column, ...span }) => {
      const secret = isSecretValue(rows.slice(span.start, span.end), columns[column] ?? 'none', true);
      return secret ? [{ start: start + span.start, end: start + span.end }] : [];
    });
  });
}

/** The quoted values of rows of values, without their quotes, and which column each is of. */
function quotedColumns(rows: string): readonly (Span & { readonly column: number })[] {
  const found: (Span & { readonly column: number })[] = [];
  let column = 0;
  let depth = 0;
  for (const { 0: token, index } of rows.matchAll(/'(?:[^'\\]|\\.|'')*'?|"(?:[^"\\]|\\.|"")*"?|[(),;]/gs)) {
    if (token === ';') break;
    if (token === '(') column = ++depth === 1 ? 0 : column;
    else if (token === ')' && --depth === 0 && !/^\s{0,8},/.test(rows.slice(index + 1, index + 10))) break;
    else if (token === ',' && depth === 1) column += 1;
    else if (token.length > 1 && depth === 1) found.push({ column, start: index + 1, end: index + token.length - 1 });
  }
  return found;
}
