import type { Failure } from '../fault.ts';
import type { Locale } from '../locale/locale.ts';
import { type ExpectedPhrases, expectedPhrases } from './expected-phrases.ts';
import type { Issue } from './issue.ts';
import { readIssue } from './issue.ts';
import { readIssueText } from './issue-text.ts';
import { peekJson, peekList, peekString } from './peek.ts';
import { withoutPrefix } from './rpc-text.ts';
import { showReceived } from './shown-value.ts';
import { summarise } from './validation.ts';

/** What a text says about wrong arguments. */
export type ArgumentError = Pick<Failure, 'field' | 'expected' | 'received' | 'issues'> & {
  readonly kind: 'invalid_params' | 'param_missing' | 'param_invalid' | 'params_conflict';
  /** The text is a validator's dump, of no use to a reader. */
  readonly dump: boolean;
  /** That nothing has run only the words of an SDK say: a handler may validate other things than its arguments. */
  readonly executed: 'no' | 'unknown';
};

/** How texts of wrong arguments begin, by SDK; what follows is the list of issues. */
const heads: readonly RegExp[] = [
  // TypeScript v1 and v2, and Python's low-level server
  /^Input validation error:\s*(?:Invalid arguments for (?:tool|prompt) [^:\n]{1,256}:\s*)?/,
  /^Invalid arguments for (?:tool|prompt) [^:\n]{1,256}:\s*/,
  // Python's FastMCP, old and new: only a model of arguments, a tool may validate other things
  /^(?:Error (?:executing|calling) tool [^:\n]{1,256}:\s*)?\d+ validation errors? for (?:\w+Arguments|call\[[^\]\n]{1,256}\])\n/,
  // Rust and Go
  /^failed to deserialize parameters:\s*/,
  /^(?:invalid params:\s*)?validating "arguments":\s*/,
];

/** Options of {@link readArgumentError}. */
export interface ArgumentTextOptions {
  /**
   * The code has said already that the text is about arguments; then the list may stand without its head.
   *
   * @default false
   */
  readonly known?: boolean;
  /**
   * The language of `expected`, as far as it is said in words of ours.
   *
   * @default 'en'
   */
  readonly locale?: Locale;
}

/**
 * Recognises the text of an `isError` result, or of a −32602, that says that the arguments were wrong, and reads out of
 * it what can be read; undefined where the text says something else.
 */
export function readArgumentError(text: string, options: ArgumentTextOptions = {}): ArgumentError | undefined {
  const { known = false, locale = 'en' } = options;
  const bare = withoutPrefix(text.slice(0, 16_384)).trim();
  const head = heads.find((each) => each.test(bare));
  if (head === undefined && !known && !isZodDump(bare)) return undefined;
  const list = head === undefined ? bare : bare.replace(head, '');
  const { issues, dump } = readList(list, expectedPhrases(locale));
  const { kind, field, expected, received, issues: listed } = summarise(issues, { executed: 'no', locale });
  return {
    // Sound: the sum of issues is one of these four.
    kind: kind as ArgumentError['kind'],
    dump,
    executed: head === undefined ? 'unknown' : 'no',
    ...(field !== undefined && { field }),
    ...(expected !== undefined && { expected }),
    ...(received !== undefined && { received }),
    ...(listed !== undefined && { issues: listed }),
  };
}

/** Reads a list of issues in whichever of the known forms yields any. */
function readList(list: string, say: ExpectedPhrases): { readonly issues: readonly Issue[]; readonly dump: boolean } {
  if (list.startsWith('[')) {
    const dumped = peekList(peekJson(list), 64).flatMap((issue) => readIssue(issue, undefined, say));
    if (dumped.length > 0) return { issues: dumped, dump: true };
  }
  const pydantic = [...list.matchAll(pydanticIssue)].map((match) => fromPydantic(match, say));
  if (pydantic.length > 0) return { issues: pydantic, dump: true };
  for (const read of [readSentences, readAjvText, readV2List, readV1Lines]) {
    const issues = read(list, say);
    if (issues.length > 0) return { issues, dump: false };
  }
  return { issues: [], dump: false };
}

/** `Invalid input: expected string, received undefined at path`, one a line. */
function readV1Lines(list: string, say: ExpectedPhrases): readonly Issue[] {
  return list.split('\n').flatMap((line) => {
    const [, message, field] = /^(.{1,500}) at ([^\s"]{1,200})$/.exec(line.trim()) ?? [];
    return message === undefined || field === undefined ? [] : [fromText(field, message, say)];
  });
}

/** `path: Invalid input: expected string, received undefined, n: Too small: …` */
function readV2List(list: string, say: ExpectedPhrases): readonly Issue[] {
  return list.split(betweenV2).flatMap((part) => {
    const [, field, message] = /^([^\s:,"]{1,200}): (.{1,500})$/s.exec(part) ?? [];
    return message === undefined || field === undefined ? [] : [fromText(dotted(field), message, say)];
  });
}

/** A comma is also in the messages; what follows one that separates is a field and a known beginning. */
const betweenV2 =
  /, (?=[^\s:,"]{1,200}: (?:Invalid|Too (?:small|big)|Unrecognized|Required|Expected|String|Number|Array))/;

/** `data/path must be string, data must have required property 'x'` */
function readAjvText(list: string): readonly Issue[] {
  return list.split(/, (?=data(?:\/| must))/).flatMap((part): Issue[] => {
    const [, pointer, message] = /^data((?:\/[^\s/]{1,100}){0,16}) (must .{1,300})$/.exec(part) ?? [];
    if (pointer === undefined || message === undefined) return [];
    const path = pointer.slice(1).replaceAll('/', '.');
    const missing = /^must have required property '([^']{1,200})'/.exec(message)?.[1];
    if (missing !== undefined)
      return [{ field: dotted(path === '' ? missing : `${path}.${missing}`), problem: 'missing' }];
    const expected = /^must (?:be|match format) "?(.{1,120}?)"?$/.exec(message)?.[1];
    return [{ field: dotted(path), problem: 'invalid', ...(expected !== undefined && { expected }) }];
  });
}

/** Sentences about one argument that stand anywhere in the text, by group 1. */
const missingSentences: readonly RegExp[] = [
  /'([^'\n]{1,200})' is a required property/g,
  /missing field `([^`\n]{1,200})`/g,
  /missing properties: \["([^"\n]{1,200})"/g,
  /required (?:argument|parameter) "([^"\n]{1,200})" (?:not found|is missing)/g,
  /[Mm]issing required (?:argument|parameter|property|field):? ['"`]?([\w.[\]-]{1,200})/g,
];

function readSentences(list: string): readonly Issue[] {
  const missing = missingSentences.flatMap((sentence) =>
    [...list.matchAll(sentence)].map(([, field = '']): Issue => ({ field, problem: 'missing' })),
  );
  if (missing.length > 0) return missing;
  const [, value, type] = /^(.{1,200}) is not of type '(\w{1,20})'/.exec(list) ?? [];
  return value === undefined || type === undefined ? [] : [{ field: '', problem: 'invalid', expected: type }];
}

/** A field alone on its line, then the message with its type in brackets; the value itself stays out. */
const pydanticIssue = /^([\w.[\]-]{1,200})\n {2}(.{1,300}?) \[type=(\w{1,60})(?:,.{0,2000}?input_type=(\w{1,60}))?/gm;
const pydanticTypes: Readonly<Record<string, string>> = {
  str: 'string',
  int: 'number',
  float: 'number',
  bool: 'boolean',
  list: 'array',
  dict: 'object',
  NoneType: 'null',
};

function fromPydantic(
  [, field = '', message = '', type = '', inputType]: RegExpExecArray,
  say: ExpectedPhrases,
): Issue {
  if (type === 'missing') return { field: dotted(field), problem: 'missing' };
  const expected =
    type === 'extra_forbidden' || type === 'unexpected_keyword_argument'
      ? say.absent
      : /^Input should be (.{1,120}?)(?:,|$)/.exec(message)?.[1];
  const received = inputType === undefined ? undefined : (pydanticTypes[inputType] ?? inputType);
  return {
    field: dotted(field),
    problem: 'invalid',
    ...(expected !== undefined && { expected }),
    ...(received !== undefined && { received }),
  };
}

function fromText(field: string, message: string, say: ExpectedPhrases): Issue {
  const { problem, expected, received } = readIssueText(message, say);
  const shown = showReceived(received, field);
  return {
    field,
    problem,
    ...(expected !== undefined && { expected }),
    ...(shown !== undefined && { received: shown }),
  };
}

/** Numbers within a dotted path are indexes: `dates.0` is `dates[0]`. */
function dotted(path: string): string {
  return path.replace(/\.(\d+)(?=\.|\[|$)/g, '[$1]');
}

function isZodDump(text: string): boolean {
  if (!text.startsWith('[')) return false;
  const issues = peekList(peekJson(text), 64);
  return (
    issues.length > 0 &&
    issues.every((issue) => peekString(issue, 'code') !== undefined && peekString(issue, 'message') !== undefined)
  );
}
