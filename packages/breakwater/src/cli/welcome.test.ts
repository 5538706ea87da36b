import { expect, it } from 'vitest';
import { welcome } from './welcome.ts';

it.each([
  ['127.0.0.2', '127.0.0.2'],
  ['gateway.test', 'gateway.test'],
  ['2001:db8::1', '[2001:db8::1]'],
  ['0.0.0.0', '127.0.0.1'],
  ['::', '[::1]'],
  ['0:0:0:0:0:0:0:0', '[::1]'],
])('names where a host of this machine comes in: %s is reached at %s', (host, shown) => {
  const text = welcome({ servers: ['files'], address: { host, port: 8_808 }, needsToken: true });

  expect(text.match(/http:\/\/[^/]*/g)).toEqual(Array.from({ length: 3 }, () => `http://${shown}:8808`));
});

it('says how other machines come in, where they can', () => {
  const servers = ['one', 'two', 'three', 'four'];
  const at = (host: string): string => welcome({ servers, address: { host, port: 1 }, needsToken: true });

  expect(at('0.0.0.0').trimEnd().split('\n')).toHaveLength(10);
  expect(at('0.0.0.0')).toContain('On other machines, put the name of this one in place of 127.0.0.1.');
  expect(at('127.0.0.1')).not.toContain('other machines');
});
