import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createRedactor } from './redactor.ts';

const injected = 'p"w\\d/9+=xyz';
const redactor = createRedactor([
  { value: injected, named: true },
  { value: 'inherited-0123456789', named: false },
  { value: 'short-named', named: true },
]);

function answer(result: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, result });
}

// E7, C121
describe('exact', () => {
  it.each([
    ['as it is', injected],
    ['in JSON', JSON.stringify({ password: injected })],
    ['percent-encoded', `https://x.test/?p=${encodeURIComponent(injected)}`],
    ['in base64', Buffer.from(`bob:${injected}`).toString('base64')],
    ['in URL-safe base64', Buffer.from(`b:${injected}`).toString('base64url')],
    ['in hexadecimal', Buffer.from(injected).toString('hex')],
  ])('masks a value that our configuration names, %s', (_name, text) => {
    const json = redactor.exact(answer({ content: [{ type: 'text', text: `it says ${text}, then more` }] }));

    expect(JSON.parse(json)).toMatchObject({
      result: { content: [{ text: expect.stringContaining('[redacted]') as string }] },
    });
    expect(json).not.toContain('xyz');
    expect(json).toContain('it says ');
    expect(json).toContain(', then more');
  });

  it.each(['йёйёйёйёйёйёйёйё', 'Ünïcødé-Pässwörd', '密码密码密码密码密码密码'])(
    'masks %s as Python prints bytes, and decomposed',
    (value) => {
      const { exact } = createRedactor([{ value, named: true }]);
      const bytes = Buffer.from(value).toString('latin1');
      const printed = bytes.replace(/[^ -~]/g, (char) => `\\x${char.charCodeAt(0).toString(16)}`);

      for (const text of [printed, value.normalize('NFD')])
        expect(exact(answer({ said: `b'${text}'` }))).toBe(answer({ said: "b'[redacted]'" }));
    },
  );

  it.each([
    '密码密码密码密码密码密码密码',
    '!@#$%^&*()!@#$%^',
    'пароль очень секретный',
    '®®          ®®',
    '🔑🔒🔑🔒🔑🔒🔑',
    '密码密码密码密码密码密码-1',
  ])('masks a value whatever its script, in every form: %s', (value) => {
    const mask = createRedactor([{ value, named: true }]);
    const middle = value.length / 2;
    const content = [
      `is ${value} and`,
      encodeURIComponent(value),
      JSON.stringify({ value }),
      Buffer.from(value.trim()).toString('base64'),
      value.slice(0, middle),
      value.slice(middle),
    ].map((text) => ({ type: 'text', text }));
    const inAscii = answer({ content }).replace(
      /[\u0080-\uffff]/g,
      (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );

    for (const json of [answer({ content }), inAscii]) {
      const masked = JSON.stringify(JSON.parse(mask.exact(json)));
      expect(masked.split('[redacted]')).toHaveLength(6);
      expect(masked).not.toContain(value.trim().slice(0, 4));
    }
  });

  it('masks names of members', () => {
    expect(redactor.exact(answer({ structuredContent: { [injected]: { x: 1 } } }))).toBe(
      answer({ structuredContent: { '[redacted]': { x: 1 } } }),
    );
  });

  it('masks a value that is split over two blocks of text', () => {
    const content = [
      { type: 'text', text: `one ${injected.slice(0, 5)}` },
      { type: 'text', text: `${injected.slice(5)} two` },
    ];

    expect(redactor.exact(answer({ content }))).toBe(
      answer({
        content: [
          { type: 'text', text: 'one [redacted]' },
          { type: 'text', text: ' two' },
        ],
      }),
    );
  });

  it('leaves inherited values, short ones, and credentials that it does not know', () => {
    const json = answer({
      content: [{ type: 'text', text: 'inherited-0123456789 short-named password=hunter2 sk-proj-abcdef0123456789' }],
    });

    expect(redactor.exact(json)).toBe(json);
  });

  it('leaves numbers and the escapes in front of a match', () => {
    const digits = createRedactor([
      { value: '123456789012', named: true },
      { value: 'n-abcdefghijkl', named: true },
    ]);
    const json = String.raw`{"id":123456789012,"big":9123456789012345,"text":"a\n-abcdefghijkl \u00e9 123456789012"}`;

    expect(digits.exact(json)).toBe(
      String.raw`{"id":123456789012,"big":9123456789012345,"text":"a\n-abcdefghijkl \u00e9 [redacted]"}`,
    );
  });

  it('never breaks JSON and changes nothing but strings that hold the value', () => {
    fc.assert(
      fc.property(
        fc.json({ stringUnit: fc.constantFrom(...Array.from('pw"\\d/9+=xyz\n\u00e9🔑a')) }),
        fc.string({ minLength: 12, maxLength: 40 }),
        (json, value) => {
          const masked = createRedactor([
            { value, named: true },
            { value: injected, named: true },
          ]).exact(json);

          expect(() => JSON.parse(masked) as unknown).not.toThrow();
          expect(masked === json || masked.includes('[redacted]')).toBe(true);
        },
      ),
    );
  });

  it('returns the very same text where nothing is named', () => {
    const json = answer({ text: injected });

    expect(createRedactor([{ value: injected, named: false }]).exact(json)).toBe(json);
  });

  it('leaves the sources of the installed packages as they are', () => {
    const named = [
      'hunter2hunter2',
      'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
      'p"w\\d/9+=xyz',
      'eu-central-1-not-a-secret',
    ];
    const exact = createRedactor(named.map((value) => ({ value, named: true })));
    const read = { files: 0, bytes: 0 };
    const changed: string[] = [];

    for (const file of sources(['zod', 'undici', 'express', '@modelcontextprotocol/sdk', 'fast-check'])) {
      const json = answer({ content: [{ type: 'text', text: readFileSync(file, 'utf8') }] });
      if (exact.exact(json) !== json) changed.push(file);
      read.files++;
      read.bytes += json.length;
    }

    expect(changed).toEqual([]);
    expect(read.files).toBeGreaterThan(500);
    expect(read.bytes).toBeGreaterThan(2_000_000);
  });
});

function sources(packages: readonly string[]): readonly string[] {
  const { resolve } = createRequire(import.meta.url);
  return packages.flatMap((name) => {
    const marker = join('node_modules', ...name.split('/'));
    const entry = resolve(name === '@modelcontextprotocol/sdk' ? `${name}/client/index.js` : name);
    const root = entry.slice(0, entry.lastIndexOf(marker) + marker.length);
    return readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile() && /\.(?:[cm]?[jt]s|json|md)$/.test(each.name))
      .map((each) => join(each.parentPath, each.name))
      .filter((file) => dirname(file).startsWith(root));
  });
}
