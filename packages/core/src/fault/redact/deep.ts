import { isRawNumber } from '../../lossless-json.ts';
import { isHeaderName } from './neighbours.ts';
import { pointers, refusedNames, refusedValues, secrecyOfPlace } from './refused-values.ts';
import { isNumbered, isSecretValue } from './secret-value.ts';
import type { Secrecy } from './key-names.ts';

/** What masking of data needs: a mask for its texts, for runs of neighbouring texts, and for whole values. */
export interface DeepMask {
  text(text: string): string;
  texts(texts: readonly string[]): readonly string[];
  isKnown(text: string): boolean;
  /** What a name says of its value. */
  secrecy(name: string): Secrecy;
  /** A member without what only its name shows to be internal. */
  member(name: string, value: unknown, beside: object): unknown;
  /** Counts a value that was replaced whole. */
  replaced(): void;
  readonly mask: string;
}

/** Deeper data than this comes from nobody who wants to be understood. */
const deepest = 64;

/** A copy of JSON data, masked in names, strings, and whole under names that say they are secret. */
export function maskDeep(value: unknown, mask: DeepMask, depth = 0): unknown {
  if (typeof value === 'string') return mask.text(value);
  const digits = digitsOf(value);
  if (digits !== undefined) return isKnownNumber(digits, mask) ? whole(mask) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= deepest) return whole(mask);
  return Array.isArray(value) ? maskArray(value, mask, depth) : maskObject(value, mask, depth);
}

function maskArray(listed: readonly unknown[], mask: DeepMask, depth: number): unknown[] {
  const values = withoutNamedValues(listed, mask);
  const masked: unknown[] = [];
  while (masked.length < values.length) {
    const start = masked.length;
    let end = start;
    while (end < values.length && textOf(values[end]) !== undefined) end++;
    // Neighbouring blocks of text, and neighbouring strings, are read as one text.
    if (end - start > 1) for (const each of maskRun(values.slice(start, end), mask, depth + 1)) masked.push(each);
    else masked.push(maskDeep(values[start], mask, depth + 1));
  }
  return masked;
}

/** Two strings are a name and its value, and so is what stands behind the name of a header. */
function withoutNamedValues(values: readonly unknown[], mask: DeepMask): readonly unknown[] {
  return values.map((value, index) => {
    const name = values[index - 1];
    if (typeof value !== 'string' || typeof name !== 'string') return value;
    if (values.length !== 2 && !isHeaderName(name)) return value;
    return mask.secrecy(name) !== 'none' && isSecretValue(value, 'likely', true) ? whole(mask) : value;
  });
}

function maskRun(values: readonly unknown[], mask: DeepMask, depth: number): unknown[] {
  const texts = mask.texts(values.map((value) => textOf(value) ?? ''));
  return values.map((value, index) => {
    const text = texts[index] ?? '';
    if (typeof value !== 'object' || value === null) return text;
    // Its text is masked by now; each text is masked and counted once, however deep the lists of blocks go.
    const block = maskDeep({ ...value, text: '' }, mask, depth);
    return typeof block === 'object' ? { ...block, text } : block;
  });
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || !('text' in value)) return undefined;
  return 'type' in value && value.type === 'text' && typeof value.text === 'string' ? value.text : undefined;
}

function maskObject(value: object, mask: DeepMask, depth: number): object {
  const ofPair = secrecyOfPair(value);
  let isRenamed = false;
  const entries = Object.entries(value).map(([name, member]): [string, unknown] => {
    const isRefused = refusedValues.test(name) || (name === 'data' && typeof member === 'string' && isPointed(value));
    const secrecy = ofPair !== undefined && isRefused ? ofPair : mask.secrecy(name);
    const told = mask.text(name);
    isRenamed ||= told !== name;
    return [told, maskMember(mask.member(name, member, value), secrecy, mask, depth)];
  });
  if (!isRenamed) return Object.fromEntries(entries);
  const seen = new Map<string, number>();
  // Two names that are secrets may not become one; own members only, whatever they are called.
  return Object.fromEntries(
    entries.map(([name, member]) => {
      const count = (seen.get(name) ?? 0) + 1;
      seen.set(name, count);
      return [count === 1 ? name : `${name} ${count}`, member];
    }),
  );
}

function maskMember(member: unknown, secrecy: Secrecy, mask: DeepMask, depth: number): unknown {
  if (secrecy === 'none') return maskDeep(member, mask, depth + 1);
  if (typeof member === 'string') {
    const isName = member === mask.mask || (secrecy === 'likely' && isNumbered(member));
    return isSecretValue(member, secrecy, true) && !isName ? whole(mask) : mask.text(member);
  }
  const digits = digitsOf(member);
  if (digits !== undefined) {
    return secrecy === 'certain' && isSecretValue(digits, secrecy, false)
      ? whole(mask)
      : maskDeep(member, mask, depth + 1);
  }
  if (typeof member !== 'object' || member === null) return member;
  if (depth >= deepest) return whole(mask);
  if (Array.isArray(member)) return member.map((each) => maskMember(each, secrecy, mask, depth + 1));
  // What credentials are made of is secret by where it stands, unless its own name says otherwise.
  return Object.fromEntries(
    Object.entries(member).map(([name, each]) => [
      mask.text(name),
      typeof each === 'string' &&
      mask.secrecy(name) === 'none' &&
      /^(?:type|name|id|kind|expected|received|message|format|description|user|username|\$ref)$/i.test(name)
        ? mask.text(each)
        : maskMember(each, secrecy, mask, depth + 1),
    ]),
  );
}

/** The digits of a number, also of one that was read without loss; undefined for everything else. */
function digitsOf(value: unknown): string | undefined {
  if (isRawNumber(value)) return value.rawJSON;
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : undefined;
}

/** As it came, or as it is usually written: `7.0` and `7` are one number. */
function isKnownNumber(digits: string, mask: DeepMask): boolean {
  return mask.isKnown(digits) || mask.isKnown(String(Number(digits)));
}

/** What the name beside a value says of it, as deployments write pairs, and validators what they have refused. */
function secrecyOfPair(value: object): Secrecy | undefined {
  const entries = Object.entries(value);
  const isPair = entries.some(([name]) => refusedValues.test(name));
  if (!isPair && !('data' in value)) return undefined;
  return entries
    .filter(([name]) => (isPair && refusedNames.test(name)) || pointers.test(name))
    .map(([, named]: [string, unknown]) => (Array.isArray(named) ? (named as readonly unknown[]).at(-1) : named))
    .flatMap((named) => (typeof named === 'string' ? [secrecyOfPlace(named)] : []))
    .find((secrecy) => secrecy !== 'none');
}

function isPointed(value: object): boolean {
  return Object.keys(value).some((name) => pointers.test(name));
}

function whole(mask: DeepMask): string {
  mask.replaced();
  return mask.mask;
}
