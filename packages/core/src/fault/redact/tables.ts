import { type Secrecy, secrecyOf } from './key-names.ts';
import { matchesIn } from './matches-in.ts';
import { isIdentifier, isSecretValue } from './secret-value.ts';
import type { Span } from './span.ts';

interface Cell extends Span {
  readonly text: string;
}

type Separator = 'bar' | 'tab' | 'comma' | 'blanks';

/** More belongs to no table that somebody reads. */
const longestLine = 8_192;
const mostCells = 64;

const mayHoldTable = /[|│┃║\t]| {2}|,\S/;
const bars = /[|│┃║]/;
const separators: Readonly<Record<Separator, RegExp>> = { bar: /[|│┃║]/g, tab: /\t/g, comma: /,/g, blanks: / {2,}/g };
const border = /^(?=.*[-=─━═]{2})[\s|+:=\u2500-\u257f-]+$/;

/**
 * Where a cell holds a secret: below the name of a column in a table of Markdown, a database, a console or a page, or
 * beside a name in a table of names and values.
 */
export function findTableSecrets(text: string): readonly Span[] {
  return [...inLines(text), ...inMarkup(text)];
}

function inLines(text: string): readonly Span[] {
  if (!mayHoldTable.test(text)) return [];
  const spans: Span[] = [];
  let head: readonly Cell[] | undefined;
  let columns: readonly Secrecy[] | undefined;
  let before: Separator | undefined;
  for (let start = 0; start < text.length;) {
    const lineFeed = text.indexOf('\n', start);
    const end = lineFeed < 0 ? text.length : lineFeed;
    const line = end - start > longestLine ? '' : text.slice(start, end);
    if (line.length > 4 && border.test(line)) {
      columns ??= head?.map(({ text: name }) => secrecyOfCell(name));
    } else {
      const separator = separatorOf(line);
      const cells = separator === undefined ? [] : cellsOf(line, start, separator);
      if (separator !== before) head = undefined;
      before = separator;
      if (cells.length !== columns?.length) columns = undefined;
      if (cells.length > 1) {
        spans.push(...cells.filter((cell, index) => isSecretCell(cell, columns?.[index] ?? 'none')));
        if (columns === undefined && separator !== 'comma' && isNameBeside(cells, separator, line))
          spans.push(...secretsBeside(cells));
        // What is parted by tabs or commas has its names in the first line, and no border below them.
        if ((separator === 'tab' || separator === 'comma') && head === undefined)
          columns = cells.map(({ text: name }) => secrecyOfCell(name));
        else if (isOfNamesAndValues(head)) spans.push(...secretsBeside(cells));
      }
      head = cells.length > 1 ? (columns === undefined || head === undefined ? cells : head) : undefined;
    }
    start = end + 1;
  }
  return spans;
}

const cellOrRow =
  /<(table|tr|t[hd]|d[td])(?=[\s>])[^<>]{0,200}>(?:\s{0,80}<(?:b|code|em|i|kbd|p|pre|samp|span|strong|tt)(?=[\s>])[^<>]{0,80}>){0,3}([^<>]{0,512})(?=<|$)/dgi;

/** `<th>Password</th><td>…</td>`, also in the row below, and `<dt>Password</dt><dd>…</dd>`. */
function inMarkup(text: string): readonly Span[] {
  if (!/<(?:td|dd)/i.test(text)) return [];
  const spans: Span[] = [];
  let head: readonly Cell[] = [];
  let row: Cell[] = [];
  let heads = 0;
  const endRow = (): void => {
    if (row.length === 2 && (head.length !== 2 || isOfNamesAndValues(head))) spans.push(...secretsBeside(row));
    if (row.length === head.length)
      spans.push(...row.filter((cell, index) => isSecretCell(cell, secrecyOfCell(head[index]?.text ?? ''))));
    if (heads > 0 && heads === row.length) head = row;
    row = [];
    heads = 0;
  };
  for (const match of matchesIn(text, cellOrRow)) {
    const tag = (match[1] ?? '').toLowerCase();
    if (tag === 'table' || tag === 'tr' || tag === 'dt') endRow();
    if (tag === 'table') head = [];
    const range = match.indices?.[2];
    if (tag === 'table' || tag === 'tr' || range === undefined) continue;
    const inner = match[2] ?? '';
    const held = inner.trim().replace(/\s?:$/, '');
    const start = range[0] + inner.indexOf(held);
    row.push({ text: held, start, end: start + held.length });
    if (tag === 'th') heads++;
  }
  endRow();
  return spans;
}

function separatorOf(line: string): Separator | undefined {
  if (bars.test(line)) return 'bar';
  if (/\S[ ]*\t/.test(line)) return 'tab';
  if (/\S {2,}\S/.test(line)) return 'blanks';
  return /\S,\S/.test(line) && !/, |[{}()=;]/.test(line) ? 'comma' : undefined;
}

function cellsOf(line: string, offset: number, separator: Separator): readonly Cell[] {
  const cells: Cell[] = [];
  let at = 0;
  const add = (end: number): void => {
    const raw = line.slice(at, end);
    const text = raw.replace(/^[\s"'`*]+|[\s"'`*]+[\]})]*$/g, '');
    const start = offset + at + raw.indexOf(text);
    cells.push({ text, start, end: start + text.length });
  };
  for (const match of line.matchAll(separators[separator])) {
    if (cells.length === mostCells) return [];
    add(match.index);
    at = match.index + match[0].length;
  }
  add(line.length);
  // Outer bars, an indentation, and what the table is quoted in, open and close a row.
  const first = /^$|[:([{,]$/.test(cells[0]?.text ?? '') ? 1 : 0;
  const isLastOutside = cells.at(-1)?.text === '' || (first === 1 && /^\s*["'`\])}]/.test(line.slice(at)));
  return cells.slice(first, isLastOutside ? -1 : cells.length);
}

const name = /^[\p{L}_][\p{L}\p{N}_.$-]{0,63}(?: [\p{L}\p{N}_.$-]{1,32}){0,2}$/u;

function secrecyOfCell(text: string): Secrecy {
  return name.test(text) ? secrecyOf(text) : 'none';
}

/** Two cells, or a variable of an environment: what stands beside other names describes them. */
function isNameBeside(cells: readonly Cell[], separator: Separator | undefined, line: string): boolean {
  const first = cells[0]?.text ?? '';
  if (separator === 'bar' && !bars.test(line.trimStart().charAt(0)) && first.includes(' ')) return false;
  return cells.length === 2 || /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/.test(first);
}

function isOfNamesAndValues(head: readonly Cell[] | undefined): boolean {
  return head?.length === 2 && /^value$/i.test(head[1]?.text ?? '');
}

function secretsBeside(cells: readonly Cell[]): readonly Cell[] {
  const [first, second] = cells;
  return first !== undefined && second !== undefined && isSecretCell(second, secrecyOfCell(first.text)) ? [second] : [];
}

// What tables say of a column in place of its value: a type, an algorithm, a number.
const description =
  /^(?:[a-z_]+\(\d+(?:,\d+)?\)|(?:sha|md|base|utf|hs|rs|es|ps|aes|rsa|hmac|int|uint|float|bigint|char|text|string)[-_]?\d+\S{0,12}|v\d+(?:\.\d+)+|\/[\w./-]+\.[a-z]{2,5}|[-+]?[\d.,:/-]+)$/i;

function isSecretCell({ text }: Cell, secrecy: Secrecy): boolean {
  if (secrecy === 'none' || text.length < 6 || /\s/.test(text) || !/\d|[a-z][A-Z]|[^\w.-]/.test(text)) return false;
  return isSecretValue(text, secrecy, true) && !description.test(text) && !isIdentifier(text);
}
