import { matchesIn } from './matches-in.ts';
import type { Span } from './span.ts';

const marks = /-{4,5} ?(BEGIN|END) ([A-Z0-9 ]{1,40}?) ?-{4,5}/g;
const publicLabel =
  /^(?:(?:TRUSTED |X509 |NEW )?CERTIFICATE(?: REQUEST)?|X509 CRL|PKCS7|DH PARAMETERS|EC PARAMETERS|(?:RSA |EC |DSA |SSH2 )?PUBLIC KEY|PGP (?:PUBLIC KEY BLOCK|SIGNATURE|SIGNED MESSAGE))$/;

/** Larger blocks than this are taken for two marks that have nothing to do with each other. */
const largestBlock = 65_536;

/**
 * Where a text holds PEM blocks that are not public by their label. Where one mark is missing, since the text was cut,
 * the block reaches as far as its lines look like one.
 */
export function findPemBlocks(text: string): readonly Span[] {
  if (!text.includes('----')) return [];
  const found = [...matchesIn(text, marks)];
  const spans: Span[] = [];
  found.forEach((mark, index) => {
    if (publicLabel.test(mark[2] ?? '')) return;
    const markEnd = mark.index + mark[0].length;
    if (mark[1] === 'BEGIN') {
      const next = found[index + 1];
      const closed = next?.[1] === 'END' && next.index - markEnd <= largestBlock;
      const end = closed ? next.index + next[0].length : bodyEnd(text, markEnd, next?.index ?? text.length);
      spans.push({ start: mark.index, end });
    } else if (found[index - 1]?.[1] !== 'BEGIN') {
      const previous = found[index - 1];
      const floor = previous === undefined ? 0 : previous.index + previous[0].length;
      spans.push({ start: bodyStart(text, mark.index, floor), end: markEnd });
    }
  });
  return spans;
}

/** Where the private block begins that the text ends inside of; −1 where it ends in none. */
export function openPemAt(text: string): number {
  const last = [...matchesIn(text, marks)].at(-1);
  if (last === undefined || last[1] !== 'BEGIN' || publicLabel.test(last[2] ?? '')) return -1;
  return bodyEnd(text, last.index + last[0].length, text.length) >= text.trimEnd().length ? last.index : -1;
}

/** Whether a line can stand inside a PEM block: base64, a header, or nothing. */
export function isPemLine(line: string): boolean {
  const bare = line
    .replace(/^[ \t>|"'`+]{1,32}/, '')
    .trimEnd()
    .replace(/(?:\\[nr]|["'`,+\\; \t]){1,16}$/, '');
  return (
    bare === '' || /^[A-Za-z0-9+/]{1,}={0,3}$/.test(bare) || /^[A-Za-z][A-Za-z0-9-]{1,40}: ?[^\n]{0,200}$/.test(bare)
  );
}

function bodyEnd(text: string, from: number, limit: number): number {
  let at = from;
  while (at < limit) {
    // The search ends with the slice: the next line end may be far behind the limit.
    const rest = text.slice(at, limit);
    const lineBreak = rest.indexOf('\n');
    const line = lineBreak < 0 ? rest : rest.slice(0, lineBreak);
    const lineEnd = at + line.length;
    if (!isPemLine(line)) return endBefore(text, from, at + leadingBase64(line));
    at = Math.min(lineEnd + 1, limit);
  }
  return limit;
}

/** Without the line end that separates the block from what follows. */
function endBefore(text: string, from: number, end: number): number {
  return Math.max(from, end - (/\r?\n$/.exec(text.slice(Math.max(0, end - 2), end))?.[0].length ?? 0));
}

/** How much of a line that goes on with something else is still the body: blocks are cut anywhere. */
function leadingBase64(line: string): number {
  const run = /^(?:[A-Za-z0-9+/=]|\\[nr]|\s)*/.exec(line)?.[0] ?? '';
  return /[A-Za-z0-9+/=]{24}/.test(run) ? run.length : 0;
}

function bodyStart(text: string, markStart: number, floor: number): number {
  let at = markStart;
  while (at > floor && isBodyCode(text.charCodeAt(at - 1))) at--;
  while (at > floor && text.charAt(at - 1) === '\n') {
    const before = text.slice(floor, at - 1);
    const line = before.slice(before.lastIndexOf('\n') + 1);
    if (line.trim() === '' || line.includes(': ') || !isPemLine(line)) break;
    at -= line.length + 1;
  }
  return at;
}

function isBodyCode(code: number): boolean {
  const letter = code | 0x20;
  // Letters, digits, `+`, `/`, `=`, and the backslash of an escaped line end.
  return (
    (letter >= 0x61 && letter <= 0x7a) ||
    (code >= 0x2f && code <= 0x39) ||
    code === 0x2b ||
    code === 0x3d ||
    code === 0x5c
  );
}
