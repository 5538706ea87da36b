import { Message } from '@breakwater/core';
import { expect, it } from 'vitest';
import { correlationIdOf } from './correlation.ts';

function idIn(meta: string): string | undefined {
  return correlationIdOf(Message.read(`{"jsonrpc":"2.0","id":1,"method":"x","params":{"_meta":${meta}}}`));
}

it.each([
  '{"dev.breakwater/correlation-id":"mine-1"}',
  String.raw`{"dev.breakwater\/correlation-id":"mine-1"}`,
  String.raw`{"dev.break\u0077ater/correlation-id":"mine-1"}`,
])('finds the reference that a host has given its request in %s', (meta) => {
  expect(idIn(meta)).toBe('mine-1');
});

it.each(['{"dev.breakwater/correlation-id":"two words"}', '{"dev.breakwater/correlation-id":1}', '{}', 'null'])(
  'takes none that is not fit to be shown from %s',
  (meta) => {
    expect(idIn(meta)).toBeUndefined();
  },
);
