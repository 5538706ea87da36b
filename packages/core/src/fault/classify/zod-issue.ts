import { bound, formatName, oneOf } from './expectation.ts';
import type { ExpectedPhrases } from './expected-phrases.ts';
import { readPath } from './issue-path.ts';
import { readIssueText } from './issue-text.ts';
import type { RawIssue } from './issue.ts';
import { peek, peekList, peekNumber, peekString } from './peek.ts';

/** Reads an issue of Zod 3 or 4, or of another Standard Schema library, of which only path and message are sure. */
export function readZodIssue(issue: unknown, say: ExpectedPhrases): readonly RawIssue[] {
  const path = readPath(peek(issue, 'path'));
  const code = peekString(issue, 'code');
  const message = peekString(issue, 'message') ?? '';
  const value = peek(issue, 'input');
  if (code === 'unrecognized_keys') {
    const keys = peekList(peek(issue, 'keys'), 8).filter((key) => typeof key === 'string');
    return keys.map((key) => ({ path: [...path, key], problem: 'invalid', expected: say.absent }));
  }
  // A rule that the author wrote over the whole says in words what no table can.
  if (path.length === 0 && (code === 'custom' || code === undefined)) {
    return [{ path, problem: 'conflict', expected: message || undefined }];
  }
  const text = readIssueText(message, say);
  const received = peekString(issue, 'received');
  const isMissing = received === 'undefined' || text.problem === 'missing';
  return [
    {
      path,
      problem: isMissing ? 'missing' : 'invalid',
      expected: zodExpectation(issue, code, say) ?? text.expected,
      received: received ?? text.received,
      value,
    },
  ];
}

/** What Zod wanted, from the data of its issue rather than from its words. */
function zodExpectation(issue: unknown, code: string | undefined, say: ExpectedPhrases): string | undefined {
  switch (code) {
    case 'invalid_format':
    case 'invalid_string':
      return formatName(peekString(issue, 'format') ?? peekString(issue, 'validation'), say);
    case 'invalid_value':
    case 'invalid_enum_value':
      return oneOf(peekList(peek(issue, 'values') ?? peek(issue, 'options'), 12), say);
    case 'invalid_union': {
      const alternatives = [...peekList(peek(issue, 'errors'), 8), ...peekList(peek(issue, 'unionErrors'), 8)].map(
        (each) => peekString(peekList(peek(each, 'issues') ?? each, 1)[0], 'expected'),
      );
      return alternatives.every((each) => each !== undefined) && alternatives.length > 0
        ? say.either([...new Set(alternatives)])
        : undefined;
    }
    case 'too_small':
    case 'too_big': {
      const limit = peekNumber(issue, code === 'too_small' ? 'minimum' : 'maximum');
      if (limit === undefined) return undefined;
      const sign = (code === 'too_small' ? '>' : '<') + (peek(issue, 'inclusive') === false ? '' : '=');
      return bound(peekString(issue, 'origin') ?? peekString(issue, 'type'), sign, limit, say);
    }
    case 'not_multiple_of':
      return say.multipleOf(peekNumber(issue, 'divisor') ?? peekNumber(issue, 'multipleOf'));
    default: {
      const expected = peek(issue, 'expected');
      return typeof expected === 'string' ? expected : undefined;
    }
  }
}
