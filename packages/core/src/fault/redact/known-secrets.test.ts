import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createRedactor } from './redactor.ts';

const encodings: Readonly<Record<string, (value: string) => string>> = {
  raw: (value) => value,
  'in quotes': (value) => `"${value}"`,
  'in JSON': (value) => JSON.stringify(value),
  'in JSON with escaped slashes': (value) => JSON.stringify(value).replaceAll('/', String.raw`\/`),
  'in JSON inside of JSON': (value) => JSON.stringify(JSON.stringify({ value })),
  'in ASCII-only JSON': (value) =>
    JSON.stringify(value).replace(/[^ -~]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
  'percent-encoded': encodeURIComponent,
  'percent-encoded in lower case': (value) => encodeURIComponent(value).replace(/%../g, (each) => each.toLowerCase()),
  'percent-encoded in full': (value) => Buffer.from(value).toString('hex').replace(/../g, '%$&'),
  'percent-encoded twice': (value) => encodeURIComponent(encodeURIComponent(value)),
  'as a form': (value) => new URLSearchParams({ value }).toString(),
  'in HTML': (value) => value.replace(/[<>&"']/g, (char) => `&#${char.charCodeAt(0)};`),
  'in a shell': (value) => `'${value.replaceAll("'", String.raw`'\''`)}'`,
  'in SQL': (value) => `'${value.replaceAll("'", "''")}'`,
  'as Python prints bytes': (value) =>
    `b'${Buffer.from(value)
      .toString('latin1')
      .replace(/[\\']/g, String.raw`\$&`)
      .replace(/[^ -~]/g, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`)}'`,
  decomposed: (value) => value.normalize('NFD'),
  'in base64': (value) => Buffer.from(value).toString('base64'),
  'in URL-safe base64': (value) => Buffer.from(value).toString('base64url'),
  'behind a user name in base64': (value) => Buffer.from(`bob:${value}`).toString('base64'),
  'inside of a longer text in base64': (value) => Buffer.from(`a:${value}:longer text`).toString('base64url'),
  'in base64 inside of JSON': (value) => JSON.stringify(Buffer.from(`xy${value}`).toString('base64')),
  'in hexadecimal': (value) => Buffer.from(value).toString('hex'),
  'in capital hexadecimal': (value) => Buffer.from(value).toString('hex').toUpperCase(),
};

const value = fc
  .noBias(
    fc.oneof(
      fc.string({ unit: 'grapheme-ascii', minLength: 12, maxLength: 60 }),
      fc.string({
        unit: fc.constantFrom(...Array.from('aZ09+/=_-.~!"\'\\%&<>; äé密🔑')),
        minLength: 12,
        maxLength: 40,
      }),
    ),
  )
  .map((text) => text.trim().toWellFormed())
  .filter((text) => text.length >= 12 && !/^(.{1,3})\1+/.test(text));

// E7, C121
describe('known values', () => {
  it.each(Object.keys(encodings))('are masked %s', (name) => {
    const encode = encodings[name] ?? String;
    fc.assert(
      fc.property(value, fc.constantFrom('', 'a', 'n', '\\', 'said: ', '{"x":"'), (secret, before) => {
        const redactor = createRedactor([{ value: secret, named: false }]);
        const text = `${before} ${encode(secret)} end`;

        const { text: masked, count } = redactor.secrets(text);

        // More than once where the end of an encoded value happens to read as a name and a separator: `…PW0= end`.
        expect(count).toBeGreaterThan(0);
        expect(masked).not.toContain(secret);
        // A base64 character at either end may hold bits of its neighbours.
        expect(masked.length).toBeLessThanOrEqual(text.length - encode(secret).length + '"value="'.length + 100);
      }),
    );
  });

  it('are masked where lines are broken inside of them', () => {
    fc.assert(
      fc.property(
        value,
        fc.nat({ max: 100 }),
        fc.constantFrom('\n', '\r\n', ' \\\n  ', '\n> ', '\\n'),
        (secret, position, lineEnd) => {
          const redactor = createRedactor([{ value: secret, named: false }]);
          const at = 1 + (position % (secret.length - 1));
          // A break takes the blanks beside it along, and nobody can tell whether the value had some there; a backslash
          // beside it reads as another escape.
          fc.pre(!secret.includes('\\') && !/\s$/.test(secret.slice(0, at)) && !/^[\s>|]/.test(secret.slice(at)));

          const { text } = redactor.secrets(`said ${secret.slice(0, at)}${lineEnd}${secret.slice(at)}.`);

          expect(text).toBe('said [redacted].');
        },
      ),
    );
  });

  it('are masked where a line, a block or a piece of a stream ends at one of their blanks', () => {
    const redactor = createRedactor([{ value: 'correct horse battery staple', named: false }]);

    expect(redactor.secrets('is correct horse\n  battery staple.').text).toBe('is [redacted].');
    expect(redactor.blocks(['is correct horse', 'battery staple.'], 'strict').texts).toEqual(['is [redacted]', '.']);
    expect(redactor.blocks(['is correct horse ', 'battery staple.'], 'secrets').texts).toEqual(['is [redacted]', '.']);
    const stream = redactor.stream();
    expect(stream.push('is correct horse\n') + stream.push('battery staple.\n') + stream.end()).toBe(
      'is [redacted].\n',
    );
  });

  it('are masked though blanks without a break or joiners are a part of them', () => {
    for (const secret of ['correct\u00a0horse-battery', 'correct\u200dhorse-battery'])
      expect(createRedactor([{ value: secret, named: false }]).secrets(`is ${secret}.`).text).toBe('is [redacted].');
  });

  it('are masked where a colour code or an invisible character stands inside of them', () => {
    const redactor = createRedactor([{ value: 'hunter2hunter2', named: false }]);

    for (const inside of ['\u001b[31m', '\u0000', '\u200b', '\u202e']) {
      expect(redactor.secrets(`is hunter2${inside}hunter2`).text).toBe('is [redacted]');
      expect(redactor.strict(`is hunter2${inside}hunter2`).text).toBe('is [redacted]');
    }
  });

  it('are masked whole where one is part of another', () => {
    const redactor = createRedactor([
      { value: 'abcdefgh', named: false },
      { value: 'abcdefgh-0123456789', named: false },
    ]);

    expect(redactor.secrets('x abcdefgh-0123456789 abcdefgh y')).toEqual({
      text: 'x [redacted] [redacted] y',
      count: 2,
    });
  });

  it('are masked where somebody else has cut them', () => {
    const redactor = createRedactor([{ value: 'Xk29-fQ77-pL03-zz81', named: false }]);

    expect(redactor.secrets('key Xk29-fQ77-p').text).toBe('key [redacted]');
    expect(redactor.secrets('key Xk29-fQ77... was refused').text).toBe('key [redacted]... was refused');
    expect(redactor.secrets('…77-pL03-zz81 was refused').text).toBe('…[redacted] was refused');
  });

  it('leave words alone that a value happens to begin or end with', () => {
    const redactor = createRedactor([{ value: 'production-s3cr3t-production', named: false }]);

    expect(redactor.secrets('production is down in production').count).toBe(0);
  });

  it('are masked only in known places where they are short', () => {
    const redactor = createRedactor([{ value: 'qx7b2d', named: true }]);

    expect(redactor.secrets('the abcqx7b2dxyz build').count).toBe(0);
    for (const text of [
      'color=qx7b2d',
      'user: qx7b2d',
      '{"a":"qx7b2d"}',
      'http://u:qx7b2d@x.test/',
      'Authorization: Bearer qx7b2d',
    ]) {
      expect(redactor.secrets(text).text).not.toContain('qx7b2d');
    }
    expect(redactor.secrets(`Authorization: Basic ${Buffer.from('bob:qx7b2d').toString('base64')}`).text).toBe(
      'Authorization: Basic [redacted]',
    );
  });

  it('cost nothing but their place where they are blank', () => {
    const redactor = createRedactor([
      { value: '', named: true },
      { value: '   ', named: true },
    ]);

    expect(redactor.secrets('nothing    to   see')).toEqual({ text: 'nothing    to   see', count: 0 });
  });

  it('of many bytes are found in time', () => {
    const pem = `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj\n'.repeat(30)}-----END PRIVATE KEY-----\n`;
    const redactor = createRedactor([{ value: pem, named: true }]);

    expect(redactor.secrets(`x ${Buffer.from(pem).toString('base64')} y`).text).toMatch(/^x \[redacted\].{0,4} y$/);
    expect(redactor.secrets(`x ${JSON.stringify(pem)} y`).text).toBe('x "[redacted]" y');
  });
});
