import fc from 'fast-check';
import { expect, it } from 'vitest';
import { skipValue } from './json-scan.ts';

it('finds the end of objects and arrays inside each other at any depth', () => {
  const levels = fc.array(fc.boolean(), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(levels, (isObject) => {
      const text = nested(isObject);
      expect(skipValue(text, 0)).toBe(text.length);
      expect(skipValue(`${text},`, 0)).toBe(text.length);
    }),
  );
});

it('sees one wrong end at any depth, as JSON.parse does', () => {
  const levels = fc.array(fc.boolean(), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(levels, fc.nat(), (isObject, at) => {
      const text = nested(isObject);
      const ends = [...text.matchAll(/[}\]]/g)].map(({ index }) => index);
      const wrong = ends[at % ends.length] ?? 0;
      const broken = text.slice(0, wrong) + (text[wrong] === '}' ? ']' : '}') + text.slice(wrong + 1);
      expect(() => void JSON.parse(broken)).toThrow(SyntaxError);
      expect(skipValue(broken, 0)).toBe(-1);
    }),
  );
});

/** A value of so many levels, each with something behind the next one. */
function nested(isObject: readonly boolean[]): string {
  return isObject.reduceRight((inner, object) => (object ? `{"a":${inner},"b":[]}` : `[${inner},1]`), '""');
}
