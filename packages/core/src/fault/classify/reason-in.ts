import { peek, peekList } from './peek.ts';

const names = [
  'error',
  'errors',
  'message',
  'detail',
  'details',
  'reason',
  'title',
  'description',
  'error_description',
  'errorMessage',
  'msg',
  'exception',
];
/** How deep a reason is looked for: `{"errors": [{"error": {"message": "…"}}]}`. */
const deepest = 4;
const longestJudged = 1_024;

// A word alone, such as a code, is no sentence.
const phrase = /\p{L}{2}[^\p{L}]*\s\S|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}]{2}/u;

/** The words in data about a failure that say why, as they came; undefined where nothing under the usual names does. */
export function reasonIn(data: unknown, depth = 0): string | undefined {
  if (typeof data === 'string') return phrase.test(data.slice(0, longestJudged)) ? data : undefined;
  if (depth > deepest) return undefined;
  const values = [...peekList(data, 1), ...names.map((name) => peek(data, name))];
  for (const value of values) {
    const reason = reasonIn(value, depth + 1);
    if (reason !== undefined) return reason;
  }
  return undefined;
}
