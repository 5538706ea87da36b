import { expect, it } from 'vitest';
import { Access, isRefusal } from './access.ts';

function isAdmitted(headers: Parameters<Access['admit']>[0]): boolean {
  return !isRefusal(new Access([], true).admit(headers));
}

it.each([
  'localhost',
  'LocalHost:8808',
  '127.0.0.1:8808',
  '127.0.0.2:8808',
  '127.8.8.8',
  '[::1]:8808',
  '[::ffff:127.0.0.1]:8808',
  // As browsers write the same.
  '[::ffff:7f00:1]:8808',
])('admits who calls it %s on loopback, and pages from there', (host) => {
  expect(isAdmitted({ host })).toBe(true);
  expect(isAdmitted({ host: 'localhost:8808', origin: `http://${host.replace(/:\d+$/, '')}:3000` })).toBe(true);
});

it.each([
  'attacker.example',
  'attacker.example:8808',
  'localhost.attacker.example',
  '127.0.0.1.attacker.example',
  '192.168.1.2:8808',
  '[::2]:8808',
  '[::ffff:10.0.0.1]',
  '',
])('refuses who calls it %j on loopback, and pages from there', (host) => {
  expect(isAdmitted({ host })).toBe(false);
  expect(isAdmitted({ host: 'localhost:8808', origin: `http://${host}` })).toBe(false);
});

it('refuses who does not say whom it wants, before and after others have', () => {
  const access = new Access([], true);
  expect(isRefusal(access.admit({}))).toBe(true);
  access.admit({ host: 'localhost' });
  expect(isRefusal(access.admit({}))).toBe(true);
});
