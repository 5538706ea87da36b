import { Message } from '@breakwater/core';
import { expect, it } from 'vitest';
import { withWarning } from './with-warning.ts';

it.each([
  ['{}', '{"_meta":{"dev.breakwater/warnings":["w"]}}'],
  ['{ }', '{"_meta":{"dev.breakwater/warnings":["w"]} }'],
  ['{"a":1e400}', '{"_meta":{"dev.breakwater/warnings":["w"]},"a":1e400}'],
  ['{"_meta":{},"a":1}', '{"_meta":{"dev.breakwater/warnings":["w"]},"a":1}'],
  ['{"_meta":{"b":2}}', '{"_meta":{"b":2,"dev.breakwater/warnings":["w"]}}'],
  ['{"_meta":{"dev.breakwater/warnings":["v"]}}', '{"_meta":{"dev.breakwater/warnings":["v","w"]}}'],
  ['{"_meta":{"dev.breakwater/warnings":7}}', '{"_meta":{"dev.breakwater/warnings":["w"]}}'],
  ['{"_meta":null}', '{"_meta":{"dev.breakwater/warnings":["w"]}}'],
  ['7', '7'],
])('makes of the result %s the result %s', (before, after) => {
  const message = Message.read(`{"jsonrpc":"2.0","id":1,"result":${before}}`);
  expect(withWarning(message, 'w').text).toBe(`{"jsonrpc":"2.0","id":1,"result":${after}}`);
});

it('leaves an error as it is', () => {
  const message = Message.error('1', { code: -32_603, message: 'no' });
  expect(withWarning(message, 'w')).toBe(message);
});
