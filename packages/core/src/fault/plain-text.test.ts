import fc from 'fast-check';
import { expect, it } from 'vitest';

import { plainText, usableMessage, usableText } from './plain-text.ts';

it('leaves a text alone that is fit already', () => {
  expect(plainText('startDate muß "YYYY" sein 👨‍👩‍👧', 500)).toBe('startDate muß "YYYY" sein 👨‍👩‍👧');
});

// C38
it.each([
  ['\u001b[32minfo\u001b[39m: up', 'info: up'],
  ['\u001b]0;title\u0007text', 'text'],
  ['\u001b]8;;https://x.test\u001b\\link\u001b]8;;\u001b\\', 'link'],
  ['\u001b]0;never ended', '0;never ended'],
  ['\u009b1mbold', 'bold'],
  ['a\u0000b\u007fc\u0085d', 'abc d'],
  ['one\r\n\ttwo\u2028three', 'one two three'],
  ['abc\u202egpj.exe', 'abcgpj.exe'],
  ['half \ud83d', 'half \ufffd'],
  ['pay\u200bpal, so\u00adft, a\u2060b\u2064c', 'paypal, soft, abc'],
  ['\ufeffone\u{e0041}\u{e007f}', 'one'],
  ['one\u000btwo\u000cthree', 'one two three'],
  ['\u001b[31mred\u001b[', 'red'],
  ['\u001b]0;a\nb', '0;a b'],
])('makes %j plain', (text, plain) => {
  expect(plainText(text, 100)).toBe(plain);
});

it.each([
  ['a family', 'abcdefg👨‍👩‍👧xyz', 10, 'abcdefg…'],
  ['a flag', 'abcdefgh🇩🇪xyz', 10, 'abcdefgh…'],
  ['an emoji of two units', 'abcdefgh👍xyz', 10, 'abcdefgh…'],
  ['an accent of its own', 'abcdefgé́xyz'.normalize('NFD'), 9, 'abcdefg…'],
  ['nothing', 'abcdefghijkl', 10, 'abcdefghi…'],
])('cuts on the edge of %s', (_what, text, maxLength, cut) => {
  expect(plainText(text, maxLength)).toBe(cut);
});

it('keeps its bound also where one grapheme is longer, and stays well formed', () => {
  const endless = `👍${'\u0301'.repeat(100_000)}`;

  expect(plainText(endless, 20).length).toBeLessThanOrEqual(20);
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.integer({ min: 2, max: 100 }), (text, maxLength) => {
      const plain = plainText(text, maxLength);
      expect(plain.length).toBeLessThanOrEqual(maxLength);
      expect(plain).not.toMatch(/[\p{Cc}\p{Cs}]/u);
    }),
  );
});

it('keeps words that only look like a placeholder', () => {
  expect(usableText('undefined_table does not exist', 100)).toBe('undefined_table does not exist');
  expect(usableText('an object Object', 100)).toBe('an object Object');
  expect(usableText(7, 100)).toBeUndefined();
});

it.each([
  'Internal error: disk full',
  'Bad request: path is missing',
  'Error 42 in table users',
  'disk full',
  '磁盘错误',
])('keeps %o, which says something', (message) => {
  expect(usableMessage(message, 100)).toBe(message);
});
