import { MemberCursor, skipSpace, skipValue } from './json-scan.ts';

/** Where a value stands in a text, from its first character to behind its last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A replacement in a text; `start` equal to `end` inserts. */
export interface Edit extends Span {
  readonly replacement: string;
}

/** Finds a member of the object at `start`; the last one counts where a key stands twice, as for `JSON.parse`. */
export function findMember(text: string, start: number, name: string): Span | undefined {
  const cursor = new MemberCursor(text, start);
  let found: Span | undefined;
  while (cursor.next())
    if (keyIs(text, cursor.keyStart, cursor.keyEnd, name)) found = { start: cursor.valueStart, end: cursor.valueEnd };
  return found;
}

/** Finds the elements of the array at `start`, which must be well-formed. */
export function elementsOf(text: string, start: number): readonly Span[] {
  const spans: Span[] = [];
  let at = skipSpace(text, start + 1);
  while (text.charCodeAt(at) !== 0x5d) {
    const end = skipValue(text, at);
    spans.push({ start: at, end });
    at = skipSpace(text, end);
    if (text.charCodeAt(at) === 0x2c) at = skipSpace(text, at + 1);
  }
  return spans;
}

/** One member of an object: its key as `JSON.parse` reads it, and where the whole of it stands, key included. */
export interface Member {
  readonly key: string;
  readonly span: Span;
  readonly value: Span;
}

/** Lists the members of the object at `start`; empty where there is none. */
export function membersOf(text: string, start: number): readonly Member[] {
  const members: Member[] = [];
  const cursor = new MemberCursor(text, start);
  while (cursor.next()) {
    const { keyStart, keyEnd, valueStart, valueEnd } = cursor;
    // Sound: the scanner has found a whole JSON string there.
    const key = JSON.parse(text.slice(keyStart - 1, keyEnd + 1)) as string;
    members.push({ key, span: { start: keyStart - 1, end: valueEnd }, value: { start: valueStart, end: valueEnd } });
  }
  return members;
}

/** Puts a member first into the object that begins at `start`. */
export function insertFirst(text: string, start: number, member: string): Edit {
  const isEmpty = text.charCodeAt(skipSpace(text, start + 1)) === 0x7d;
  return { start: start + 1, end: start + 1, replacement: isEmpty ? member : `${member},` };
}

/** Takes members out of the object that stands at a place; undefined where it has none of them. */
export function withoutMembers(text: string, object: Span, isGone: (key: string) => boolean): Edit | undefined {
  const members = membersOf(text, object.start);
  const kept = members.filter(({ key }) => !isGone(key));
  if (kept.length === members.length) return undefined;
  return { ...object, replacement: `{${kept.map(({ span }) => text.slice(span.start, span.end)).join(',')}}` };
}

/** Replaces parts of a text; the edits may come in any order but must not overlap. */
export function splice(text: string, edits: readonly Edit[]): string {
  let spliced = '';
  let from = 0;
  for (const { start, end, replacement } of edits.toSorted((a, b) => a.start - b.start)) {
    spliced += text.slice(from, start) + replacement;
    from = end;
  }
  return spliced + text.slice(from);
}

function keyIs(text: string, start: number, end: number, name: string): boolean {
  if (end - start === name.length) return text.startsWith(name, start);
  if (end - start < name.length) return false;
  for (let at = start; at < end; at++)
    if (text.charCodeAt(at) === 0x5c) return JSON.parse(text.slice(start - 1, end + 1)) === name;
  return false;
}
