import { expect, it } from 'vitest';

import { createRedactor } from './redactor.ts';

const redactor = createRedactor([
  { value: 'p"w\\d/9+=xyzabc', named: true },
  { value: 'qx7b2d', named: true },
]);

// Each unit again and again is what some pattern would like to begin with and never end.
const units = [
  'a',
  'A',
  '1',
  '=',
  '"',
  "'",
  '/',
  '\\',
  ' ',
  '.',
  '\n',
  '\t',
  '-',
  '_',
  ':',
  '{',
  '[',
  '(',
  '%41',
  '\\n',
  '\\"',
  '密',
  '\ud83d',
  '\u001b[',
  '\u0000',
  'eyJ',
  'eyJaaaaaaaa.',
  '-----',
  '-----BEGIN X KEY-----',
  '-----END X KEY-----',
  'a=',
  'token=',
  'auth=',
  'password: a ',
  '"token":"',
  '://',
  'a://',
  'http://a:b@',
  'a@',
  'C:\\a ',
  '\n    at ',
  ' at a (',
  'File "',
  ' at A.B(String c)',
  ' at A<B>.',
  ' in /a.cs:line 1',
  ' #1 {main}',
  ' #1 a(1): b(',
  " from a:1:in 'b'",
  ' goroutine 1 [a]: b',
  'Traceback (most recent call last): File "a", line 1 ',
  '\\/a',
  '"\\/',
  'db_host: a-1, ',
  '\nSELECT ',
  'select a,',
  'SELECT a FROM b; ',
  '1.',
  '1:',
  '::',
  '10.0.0.1:',
  'connect to ',
  'host ',
  'Bearer ',
  'Authorization: ',
  'cookie: ',
  '--token ',
  'mysql -p ',
  'openssl -a ',
  'redis-cli ',
  'pass=',
  'a pass="',
  'TOKEN ',
  'invalid a b ',
  'duplicate key value violates ',
  'Error',
  'ERROR    ',
  'a.Error: ',
  'pq',
  '[a]',
  '12345 (23000) ',
  '<password>',
  'name: API_KEY value: ',
  'the token is ',
  'password "',
  '…',
  'sk-a',
  'abcd\n',
  '=\n',
  '> 12 ',
  '^\n',
  'a.b.c.',
  '密码：必须',
  '密码“',
  '令牌“',
  '"token","',
  'token:\n',
  '(token -> ',
  'token: a = "',
  '密码（',
  'token(',
  '密码已重置为 ',
  ' is set to:',
  '<a><![CDATA[',
  '<tr><th>password<td>',
  'passwords: [a, ',
  '"password": {"value": "',
  'password....',
  "On instance['password']:\n'x'",
  '"instancePath":"/password",',
  'your one-time code is ',
  'tried a as b ',
  'password set from a to b ',
  'login: bob/',
  'x-api-',
  'vault login a-b-',
  'WIFI:T:a;P:',
  'const a: b = ',
];

// Time is measured, not asserted on: machines differ. Twice the text taking far more than twice the time would show as
// a time-out of this test, since a quadratic pattern needs minutes for this much.
it.each(units)('reads 50,000 characters of %j in time', { timeout: 10_000 }, (unit) => {
  const text = unit.repeat(Math.ceil(50_000 / unit.length));

  expect(redactor.strict(text).text.length).toBeLessThan(4 * text.length);
  expect(redactor.secrets(text).text.length).toBeLessThan(4 * text.length);
  expect(redactor.exact(text)).toBe(text);
});

// What stands in front of a driver's words is read backwards from them.
it.each(units)('reads 50,000 characters of %j in front of what a driver says in time', { timeout: 10_000 }, (unit) => {
  const text = `${unit.repeat(Math.ceil(50_000 / unit.length))} x duplicate key value violates unique constraint`;

  expect(redactor.strict(text).text.length).toBeLessThan(4 * text.length);
});

// What only walks along a run of characters is so fast that it takes more of them to tell.
it.each(['-eyJaaaaaaaa', 'eyJ', 'eyJaaaaaaaa', 'a-eyJaaaaaaaa_', 'eyJaaaaaaaa=.-', '.eyJaaaaaaaa'])(
  'reads 300,000 characters of %j in time',
  { timeout: 20_000 },
  (unit) => {
    // With a line end there is a reading without it as well.
    const text = `${unit.repeat(300_000 / unit.length)}\n`;

    expect(redactor.secrets(text).text.length).toBeLessThan(4 * text.length);
  },
);

// Linear, but with thousands of characters read again for each of the unit; an escape makes four readings of a text.
it.each(['密钥“', '密码：“', 'token «', '<a><![CDATA[', '令牌为', '密码是'])(
  'reads 900,000 characters of %j behind escapes in time',
  { timeout: 20_000 },
  (unit) => {
    const text = String.raw`%2525%2541\\n` + unit.repeat(900_000 / unit.length);

    expect(redactor.secrets(text).text.length).toBeLessThan(4 * text.length);
  },
);

// C34: an answer of many small values may not cost more than the same in one text.
it.each([
  ['texts with a secret each', (at: number) => `password=aaaa${at}1`],
  ['rows', (at: number) => ({ id: at, name: `Order ${at}`, state: 'open', owner: 'Alice', city: 'Berlin' })],
  ['blocks of text', (at: number) => ({ type: 'text', text: `token=aaaa${at}1` })],
])('masks data of 50,000 %s in time', { timeout: 15_000 }, (_, make) => {
  const data = { all: Array.from({ length: 50_000 }, (_each, at) => make(at)) };

  for (const level of ['secrets', 'strict'] as const)
    expect(redactor.deep(data, level).value).toMatchObject({ all: { length: 50_000 } });
});
