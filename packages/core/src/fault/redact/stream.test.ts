import { describe, expect, it } from 'vitest';

import { createRedactor } from './redactor.ts';
import type { StreamMask } from './stream.ts';

const secret = 'Xk29-fQ77-pL03-zz81';
const redactor = createRedactor([{ value: secret, named: false }]);

function inPieces(stream: StreamMask, text: string, size: number): string {
  let shown = '';
  for (let at = 0; at < text.length; at += size) shown += stream.push(text.slice(at, at + size));
  return shown + stream.end();
}

// E7, C124
describe('stream', () => {
  it('shows whole lines at once', () => {
    const stream = redactor.stream();

    expect(stream.push('one\ntwo\nthr')).toBe('one\ntwo\n');
    expect(stream.push('ee\n')).toBe('three\n');
    expect(stream.end()).toBe('');
  });

  it.each([1, 2, 3, 7, 20, 64])('masks what is split over chunks of %i characters', (size) => {
    const text = `up\nkey ${secret} used\n{"password":"a b c"}\nDB_TOKEN=abc123def456\ngone\n`;

    expect(inPieces(redactor.stream(), text, size)).toBe(redactor.secrets(text).text);
  });

  it.each([
    'env:\n  - name: DB_PASSWORD\n    value: kmwxa-bcde42\n',
    'spring:\n  password:\n    kmwxa-bcde42\n',
    '| user | password |\n|------|----------|\n| ann  | kmwxa-bcde43 |\n| bob  | kmwxa-bcde42 |\n',
    'S: 334 UGFzc3dvcmQ6\nC: aHVudGVyMg==\n',
  ])('masks what stands below its name, at once and a line a piece: %s', (text) => {
    const byLine = redactor.stream();
    const lines = text.split(/(?<=\n)/).map((line) => byLine.push(line));
    const whole = redactor.stream();

    expect(lines.join('') + byLine.end()).not.toMatch(/kmwxa|aHVud/);
    expect(whole.push(text) + whole.push('next\n') + whole.end()).not.toMatch(/kmwxa|aHVud/);
  });

  it('waits for the rest of a known value that a line break stands in', () => {
    const stream = redactor.stream();

    expect(stream.push('key Xk29-fQ77\n')).toBe('');
    expect(stream.push('-pL03-zz81 used\n')).toBe('key [redacted] used\n');
  });

  it('shows what only looked like the beginning of a value as soon as that is clear', () => {
    const stream = redactor.stream();

    expect(stream.push('key Xk29-\n')).toBe('');
    expect(stream.push('no\n')).toBe('key Xk29-\nno\n');
  });

  it('drops a private key line by line, whatever comes between', () => {
    const stream = redactor.stream();
    const line = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQDa\n';

    expect(stream.push('key:\n-----BEGIN PRIV')).toBe('key:\n');
    expect(stream.push('ATE KEY-----\n')).toBe('[redacted]');
    for (let count = 0; count < 3_000; count++) expect(stream.push(line)).toBe('');
    expect(stream.push('-----END PRIVATE KEY-----\nready\n')).toBe('\nready\n');
  });

  it('goes on behind a private key that never ends', () => {
    const stream = redactor.stream();

    const shown = stream.push('-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEF\nlistening on port 1\n');

    expect(shown + stream.end()).toBe('[redacted]\nlistening on port 1\n');
  });

  it('holds no more than a bound of a line that never ends, and masks in it', () => {
    const stream = redactor.stream();
    let shown = '';
    for (let count = 0; count < 400; count++) shown += stream.push(`${'word '.repeat(200)}${secret} `);

    expect(400 * 1_020 - shown.length).toBeLessThan(120_000);
    shown += stream.end();
    expect(shown.split('[redacted]')).toHaveLength(401);
    expect(shown).not.toMatch(/Xk29|zz81/);
  });

  it('drops the rest of a line whose secret is too long to hold', () => {
    const stream = redactor.stream();
    const shown =
      stream.push('a\npassword="') + stream.push('aB3'.repeat(50_000)) + stream.push(`${'cD4'.repeat(10)}"\nnext\n`);

    expect(shown).toMatch(/^a\npassword="\[redacted\]\nnext\n$/);
  });

  it('masks the rest when it ends, and begins anew', () => {
    const stream = redactor.stream();

    expect(stream.push(`last ${secret}`)).toBe('');
    expect(stream.end()).toBe('last [redacted]');
    expect(stream.push('fresh\n')).toBe('fresh\n');
  });

  it('takes internals out where it is told to', () => {
    expect(inPieces(redactor.stream('strict'), 'at /srv/app/x.ts:1:2 \u001b[31mred\u001b[0m\n', 5)).toBe(
      'at [path]/x.ts:1 red\n',
    );
  });
});
