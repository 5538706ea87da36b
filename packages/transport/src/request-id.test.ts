import { expect, it } from 'vitest';
import { isSameId, meantId } from './request-id.ts';

const three = new Map([['3', true]]);

it.each(['3', '"3"', '3.0', '"3.0"', '3e0', '0.3e1'])('takes %s for 3', (id) => {
  expect(meantId(id, three)).toBe('3');
  expect(isSameId(id, '3')).toBe(true);
});

it.each(['3.5', '"0x3"', '" 3 "', '"3e0"', '"+3"', '"3."', '""', '"three"', '30'])('does not take %s for 3', (id) => {
  expect(meantId(id, three)).not.toBe('3');
  expect(isSameId(id, '3')).toBe(false);
});

it('does not take an empty id for 0', () => {
  expect(isSameId('""', '0')).toBe(false);
});

it('keeps numbers apart that JavaScript takes for one', () => {
  expect(isSameId('"9007199254740993"', '"9007199254740992"')).toBe(false);
});

it('prefers the id under which somebody waits', () => {
  expect(
    meantId(
      '"3"',
      new Map([
        ['3', true],
        ['"3"', true],
      ]),
    ),
  ).toBe('"3"');
});
