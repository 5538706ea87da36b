import { formatName } from './expectation.ts';
import type { ExpectedPhrases } from './expected-phrases.ts';

/** What the words of an issue say about it. */
export interface IssueText {
  readonly problem: 'missing' | 'invalid';
  readonly expected?: string;
  readonly received?: string;
}

const formats: Readonly<Record<string, string>> = {
  'ISO date': 'date',
  'ISO datetime': 'datetime',
  'ISO time': 'time',
  'email address': 'email',
  'IPv4 address': 'ipv4',
  'IPv6 address': 'ipv6',
};

/** Reads the sentence of an issue in the wordings of Zod 3 and 4. */
export function readIssueText(message: string, say: ExpectedPhrases): IssueText {
  if (/^(?:Required|Field required)$/i.test(message)) return { problem: 'missing' };
  const choice = /expected one of (.{1,160})$/i.exec(message)?.[1];
  if (choice !== undefined) return invalid(say.oneOf(choice.replaceAll('"', '').split('|')));
  const [, type, received] = /expected (.{1,80}?), received (.{1,80})$/i.exec(message) ?? [];
  if (type !== undefined && received !== undefined) {
    return received === 'undefined' ? { problem: 'missing', expected: type } : invalid(type, received);
  }
  const [, sign, limit, unit] =
    /expected \w+ to (?:be|have) ([<>]=?)(\d[\d.]*)(?: (items|characters))?/i.exec(message) ?? [];
  if (sign !== undefined && limit !== undefined) return invalid(say.bound(sign, limit, unitOf(unit)));
  const literal = /expected "([^"]{1,80})"$/i.exec(message)?.[1];
  if (literal !== undefined) return invalid(literal);
  const format = /^Invalid ((?:ISO \w+)|email address|URL|UUID|IPv[46] address)$/i.exec(message)?.[1];
  const expected = format && formatName(formats[format] ?? format, say);
  return expected === undefined ? { problem: 'invalid' } : invalid(expected);
}

function unitOf(word: string | undefined): 'items' | 'characters' | undefined {
  return word === 'items' || word === 'characters' ? word : undefined;
}

function invalid(expected: string, received?: string): IssueText {
  return { problem: 'invalid', expected, ...(received !== undefined && { received }) };
}
