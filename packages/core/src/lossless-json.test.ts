import fc from 'fast-check';
import { expect, it } from 'vitest';

import { isRawNumber, parseLossless, stringifyLossless } from './lossless-json.ts';

const tooDeep = '[nested too deeply]';

function nested(levels: number, open = '[', close = ']'): string {
  return open.repeat(levels) + '9007199254740993' + close.repeat(levels);
}

it('writes what it has read, numbers digit for digit', () => {
  const text = '{"n":9007199254740993,"f":1.50,"e":1E400,"list":[-0,"7"]}';
  const value = parseLossless(text);
  expect(stringifyLossless(value)).toBe(text);
  expect(value).toHaveProperty('n');
  expect(isRawNumber((value as { readonly n: unknown }).n)).toBe(true);
});

it('reads every JSON text as JSON.parse does, with and without something for what is too deep', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (json) => {
      const text = JSON.stringify(JSON.parse(json));
      expect(stringifyLossless(parseLossless(text))).toBe(stringifyLossless(parseLossless(text, { tooDeep })));
      expect(JSON.parse(stringifyLossless(parseLossless(text)))).toEqual(JSON.parse(text));
    }),
  );
});

it.each([
  ['[', ']'],
  ['{"a":', '}'],
])('follows 500 levels of %s, and refuses more', (open, close) => {
  expect(stringifyLossless(parseLossless(nested(500, open, close)))).toBe(nested(500, open, close));
  for (const levels of [501, 3_000, 1_000_000])
    expect(() => parseLossless(nested(levels, open, close))).toThrow(
      new RangeError('Nested more than 500 levels deep.'),
    );
});

it('puts a text of the caller in the place of what is too deep, and of nothing else', () => {
  const text = `{"level":"info","data":${nested(3_000)},"and":[${nested(499)},${nested(498)}],"last":"${'['.repeat(3_000)}"}`;
  expect(stringifyLossless(parseLossless(text, { tooDeep }))).toBe(
    `{"level":"info","data":${'['.repeat(499)}"${tooDeep}"${']'.repeat(499)},"and":[${'['.repeat(498)}"${tooDeep}"${']'.repeat(498)},${nested(498)}],"last":"${'['.repeat(3_000)}"}`,
  );
  expect(() => stringifyLossless(parseLossless(nested(1_000_000), { tooDeep }))).not.toThrow();
});

it.each([
  '',
  '['.repeat(5_000),
  `${nested(5_000)}]`,
  `${'['.repeat(600)},${']'.repeat(600)}`,
  `"${'x'.repeat(2_000)}`,
  `[${nested(2_000)}"`,
])('refuses text that is no JSON, however deep', (text) => {
  expect(() => parseLossless(text, { tooDeep })).toThrow(SyntaxError);
});
