import { isRawNumber } from '../lossless-json.ts';
import type { RedactionLevel, Redactor } from './redact/index.ts';
import { visibleText } from './redact/invisible.ts';
import { withoutStacks } from './redact/stacks.ts';

// Only what names one thing: what is shorter would let pieces of internals through.
const absoluteUri = /^(?=.{8})[a-z][a-z0-9+.-]{1,30}:\/[^\s"'`<>\\]+$/i;
const serverByKey = /^server (?:'[^'\n]{1,128}'|"[^"\n]{1,128}")$/;
const absolutePath = /^(?=.{8})(?:\/|~\/|[A-Za-z]:[\\/])[^\n\r"'`<>|]{1,1024}$/;
/** Each of what was asked has a character of its own that means nothing to any pattern. */
const firstStandIn = 0xe000;
const standIns = /[\u{e000}-\u{e03f}]/gu;
const mostNames = 64;
const mostParents = 6;

/** Whether a value names one thing, so that its caller may be told it again: an absolute path or URI, a server by its key. */
function namesOneThing(value: string): boolean {
  return absoluteUri.test(value) || absolutePath.test(value) || serverByKey.test(value);
}

/** The text at the strict level, but for what the caller itself has named as a whole; secrets in it stay masked. */
export function strictAround(
  text: string,
  asked: readonly string[],
  redactor: Redactor,
  strict = (each: string) => redactor.strict(each).text,
): string {
  const named = namesIn(asked);
  if (!holdsAny(text, named) || text.search(standIns) >= 0) return strict(text);
  // In the whole text: with a part of it hidden, a secret or a stack might no longer show as one.
  return shown(strict(hidden(redactor.secrets(visibleText(text)).text, named)), named);
}

/** The same for JSON data. */
export function deepAround(
  value: unknown,
  asked: readonly string[],
  redactor: Redactor,
  level: RedactionLevel,
): unknown {
  const named = level === 'strict' ? namesIn(asked) : [];
  if (!holdsAny(value, named)) return redactor.deep(value, level).value;
  let isForeign = false;
  const visible = mapTexts(value, visibleText);
  const masked = mapTexts(redactor.deep(visible, 'secrets').value, (text) => {
    isForeign ||= text.search(standIns) >= 0;
    return hidden(text, named);
  });
  if (isForeign) return redactor.deep(value, level).value;
  return mapTexts(redactor.deep(masked, level).value, (text) => shown(text, named));
}

/** Those that count; the longest first, since it may begin with another. */
function namesIn(asked: readonly string[]): readonly string[] {
  return [...new Set(asked.filter(namesOneThing).flatMap(withParents))]
    .slice(0, mostNames)
    .toSorted((one, other) => other.length - one.length);
}

/** A path names the directories that it lies in as well, the nearest of them being those that errors are about. */
function withParents(name: string): readonly string[] {
  if (!absolutePath.test(name)) return [name];
  const names = [name];
  for (let at = lastSeparator(name); at > 0 && names.length <= mostParents; at = lastSeparator(name.slice(0, at)))
    names.push(name.slice(0, at));
  return names.filter((each) => absolutePath.test(each));
}

function lastSeparator(path: string): number {
  return Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
}

function hidden(text: string, named: readonly string[]): string {
  if (!holdsAny(text, named)) return text;
  return named.reduce(
    (rest, each, index) =>
      rest.includes(each)
        ? rest.replaceAll(each, (found, at: number) =>
            standsFree(rest, at, at + found.length) ? String.fromCharCode(firstStandIn + index) : found,
          )
        : rest,
    withoutStacks(text),
  );
}

function shown(text: string, named: readonly string[]): string {
  return text.replace(standIns, (mark) => named[mark.charCodeAt(0) - firstStandIn] ?? mark);
}

/** Whether a name in a text is there as a whole, and no part of a longer one. */
function standsFree(text: string, start: number, end: number): boolean {
  const before = text.charAt(start - 1);
  if (/[\w/\\.@%+&?#~-]/.test(before)) return false;
  const rest = text.slice(end, end + 1_024);
  const name = text.slice(start, end);
  const isFile = absolutePath.test(name) && extension.test(name);
  // A blank ends no directory between quotes that has more of a path behind it, nor one in front of more of it.
  if (!isFile && /["'`]/.test(before) && /^[ \t][^"'`]{0,1000}[/\\]/.test(rest)) return false;
  if (!isFile && /^[ \t][^\s"'`:/\\~]{1,64}[/\\]/.test(rest)) return false;
  if (isFile && /^(?::\d|\\["'])/.test(rest)) return true;
  return !/^(?:[\w/\\@%+=&?#~$-]|[.:!,;][^\s"'`)\]}])/.test(rest);
}

const extension = /\.[A-Za-z]\w{0,7}$/;

function holdsAny(value: unknown, named: readonly string[]): boolean {
  if (typeof value === 'string') return named.some((each) => value.includes(each));
  return typeof value === 'object' && value !== null && Object.values(value).some((each) => holdsAny(each, named));
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null || isRawNumber(value)) return value;
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapTexts(each, change)]));
}
