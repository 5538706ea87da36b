import { Message } from '@breakwater/core';
import { expect, it } from 'vitest';
import { modernStatus, unspokenStatus } from './modern-answers.ts';

const anError = (code: number): Message => Message.error('1', { code, message: 'no' });

it.each([
  ['a result', Message.result('1', {}), 200, 200],
  ['that there is no such method', anError(-32_601), 404, 404],
  ['that headers do not match', anError(-32_020), 400, 400],
  ['that the client lacks a capability', anError(-32_021), 400, 400],
  ['that the version is unknown', anError(-32_022), 400, 400],
  ['that the request is invalid', anError(-32_600), 200, 400],
  ['any other error', anError(-32_603), 200, 400],
])(
  'says %s with the status that is due where the wire is spoken, and where it is not',
  (_what, answer, spoken, not) => {
    expect([modernStatus(answer), unspokenStatus(answer)]).toEqual([spoken, not]);
  },
);
