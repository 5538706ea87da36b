import { expect, it } from 'vitest';
import { readArgumentFailure } from './argument-failure.ts';

const dump =
  '[{"code":"invalid_type","expected":"string","received":"undefined","path":["order","id"],"message":"Required"}]';

it.each([
  [dump, 'unknown'],
  [`Input validation error: Invalid arguments for tool refund: ${dump}`, 'no'],
])('takes nothing for not run that the handler may have said itself: %s', (said, executed) => {
  expect(readArgumentFailure(said, 'en')).toMatchObject({ kind: 'param_missing', field: 'order.id', executed });
});
