import { getLocation, printParseErrorCode } from 'jsonc-parser';
import type { ParseError } from 'jsonc-parser';

import type { Locator, ProblemText } from './document.ts';
import type { ConfigProblem } from './problem.ts';

/**
 * Says what is wrong with the syntax. After some mistakes the parser is sure of the rest, so all of those are told;
 * after any other one what follows is guesswork, and `conclusive` says that the first such problem is the last.
 */
export function syntaxProblems(
  text: string,
  errors: readonly ParseError[],
  locator: Locator,
): { readonly problems: readonly ConfigProblem[]; readonly conclusive: boolean } {
  const problems: ConfigProblem[] = [];
  for (let index = 0; index < errors.length && problems.length < mostProblems; index++) {
    const error = errors[index];
    if (error === undefined) break;
    const path = getLocation(text, error.offset).path.filter((step) => step !== '');
    const code = printParseErrorCode(error.error);

    if (code === 'InvalidSymbol') {
      const start = error.offset;
      let end = start + error.length;
      // `-Infinity` arrives as two symbols, `-` and `Infinity`.
      for (
        let next = errors[index + 1];
        next !== undefined && codeOf(next) === 'InvalidSymbol' && next.offset === end;
        next = errors[index + 1]
      ) {
        end += next.length;
        index++;
      }
      const isValue = codeOf(errors[index + 1]) === 'ValueExpected';
      problems.push(locator.at(start, path, describeSymbol(text.slice(start, end), isValue)));
      if (!isValue) return { problems, conclusive: true };
      index++;
      continue;
    }

    const known = texts.get(code) ?? { message: 'The file is not JSON from here on.' };
    problems.push(locator.at(error.offset, path, known));
    // A missing comma is certain only where nothing else is said of the same place.
    const certain = certainAfter.has(code) && errors[index + 1]?.offset !== error.offset;
    if (!certain) return { problems, conclusive: true };
  }
  return { problems, conclusive: problems.length >= mostProblems };
}

// Whoever has more has a file of another kind.
const mostProblems = 50;

function codeOf(error: ParseError | undefined): string | undefined {
  return error === undefined ? undefined : printParseErrorCode(error.error);
}

// What stands there unquoted may be a password, so only well-known words are shown.
function describeSymbol(symbol: string, isValue: boolean): ProblemText {
  if (/^['`‘’“”]/.test(symbol)) {
    return { message: 'Expected a string in double quotes.', hint: 'JSON knows only straight double quotes: "…".' };
  }
  if (/^[-+]?(Infinity|NaN)$/i.test(symbol)) {
    return {
      message: `\`${symbol}\` is not a value in JSON.`,
      hint: 'A duration is a string with its unit, such as "20s"; to have no limit, leave the key out.',
    };
  }
  if (/^(undefined|none|nil|null|true|false|yes|no|on|off)$/i.test(symbol)) {
    return {
      message: `\`${symbol}\` is not a value in JSON.`,
      hint: 'Expected true, false or null, in small letters.',
    };
  }
  const message = isValue
    ? `${aValue}.`
    : 'This is not JSON: expected a comma, a brace, or a key or string in double quotes.';
  return { message, hint: 'Keys and strings stand in double quotes, also durations such as "20s".' };
}

const aValue = 'Expected a value: a string in double quotes, a number, true, false, an object or an array';

const certainAfter: ReadonlySet<string> = new Set([
  'CommaExpected',
  'InvalidUnicode',
  'InvalidEscapeCharacter',
  'InvalidCharacter',
]);

const texts: ReadonlyMap<string, ProblemText> = new Map<string, ProblemText>([
  ['InvalidNumberFormat', { message: 'Expected a number.' }],
  ['PropertyNameExpected', { message: 'Expected a key in double quotes.' }],
  ['ValueExpected', { message: `${aValue}.` }],
  ['ColonExpected', { message: 'Expected a colon after the key.' }],
  ['CommaExpected', { message: 'Expected a comma before this.' }],
  [
    'CloseBraceExpected',
    { message: 'Expected a closing brace `}`; the file ends too early, or a brace is missing above.' },
  ],
  ['CloseBracketExpected', { message: 'Expected a closing bracket `]`.' }],
  ['EndOfFileExpected', { message: 'Expected the end of the file; a brace may be one too many.' }],
  ['InvalidCommentToken', { message: 'Expected a comment of the form `// …` or `/* … */`.' }],
  ['UnexpectedEndOfComment', { message: 'This comment does not end; expected `*/`.' }],
  ['UnexpectedEndOfString', { message: 'This string does not end on its line; expected a closing double quote.' }],
  ['UnexpectedEndOfNumber', { message: 'This number is incomplete.' }],
  ['InvalidUnicode', { message: 'Expected four hexadecimal digits after `\\u` in this string.' }],
  [
    'InvalidEscapeCharacter',
    {
      message: 'This string holds a backslash that escapes nothing.',
      hint: 'Write a backslash as `\\\\`, as in "C:\\\\tools", or use `/` in paths.',
    },
  ],
  [
    'InvalidCharacter',
    { message: 'This string holds a control character, such as a tab; write it as an escape, such as `\\t`.' },
  ],
]);
