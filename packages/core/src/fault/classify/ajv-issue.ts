import { bound, formatName, oneOf } from './expectation.ts';
import type { ExpectedPhrases } from './expected-phrases.ts';
import { readPointer } from './issue-path.ts';
import type { RawIssue } from './issue.ts';
import { peek, peekList, peekNumber, peekString } from './peek.ts';

/** Reads an issue of Ajv, or of another validator of JSON Schema that names keyword and params as Ajv does. */
export function readAjvIssue(issue: unknown, keyword: string, say: ExpectedPhrases): readonly RawIssue[] {
  const path = readPointer(peekString(issue, 'instancePath') ?? peekString(issue, 'dataPath') ?? '');
  const params = peek(issue, 'params');
  const value = peek(issue, 'data');
  const invalid = (expected: string | undefined): RawIssue => ({ path, problem: 'invalid', expected, value });
  const limit = peekNumber(params, 'limit');
  switch (keyword) {
    case 'required':
      return [
        {
          path: [...path, peekString(params, 'missingProperty') ?? ''].filter((part) => part !== ''),
          problem: 'missing',
        },
      ];
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const extra = peekString(params, 'additionalProperty') ?? peekString(params, 'unevaluatedProperty');
      return [{ path: extra === undefined ? path : [...path, extra], problem: 'invalid', expected: say.absent }];
    }
    case 'type': {
      const type = peek(params, 'type');
      return [invalid(typeof type === 'string' ? type : say.either(peekList(type, 8).map(String)) || undefined)];
    }
    case 'enum':
      return [invalid(oneOf(peekList(peek(params, 'allowedValues'), 12), say))];
    case 'const':
      return [invalid(oneOf([peek(params, 'allowedValue')], say))];
    case 'format':
      return [invalid(formatName(peekString(params, 'format'), say))];
    case 'pattern':
      return [invalid(say.matching(peekString(params, 'pattern')))];
    case 'minLength':
    case 'maxLength':
      return limit === undefined
        ? [invalid(undefined)]
        : [invalid(bound('string', keyword === 'minLength' ? '>=' : '<=', limit, say))];
    case 'minItems':
    case 'maxItems':
      return limit === undefined
        ? [invalid(undefined)]
        : [invalid(bound('array', keyword === 'minItems' ? '>=' : '<=', limit, say))];
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return limit === undefined
        ? [invalid(undefined)]
        : [invalid(bound('number', peekString(params, 'comparison') ?? '>=', limit, say))];
    case 'multipleOf':
      return [invalid(say.multipleOf(peekNumber(params, 'multipleOf')))];
    case 'dependentRequired':
    case 'dependencies': {
      const missing = peekString(params, 'missingProperty');
      const fields = [peekString(params, 'property'), missing].filter((name) => name !== undefined);
      return [
        {
          path: missing === undefined ? path : [...path, missing],
          problem: 'conflict',
          expected: say.together(fields),
        },
      ];
    }
    case 'oneOf':
    case 'anyOf':
    case 'not':
    case 'if':
      return [{ ...invalid(undefined), problem: path.length === 0 ? 'conflict' : 'invalid' }];
    default:
      return [invalid(peekString(issue, 'message'))];
  }
}
