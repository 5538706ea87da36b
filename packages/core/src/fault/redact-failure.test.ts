import { describe, expect, it } from 'vitest';

import { createFault } from './create-fault.ts';
import { redactFailure } from './redact-failure.ts';
import { createRedactor } from './redact/index.ts';

const redactor = createRedactor([{ value: 'Xk29-fQ77-pL03', named: true }]);

function told(message: string, asked: string, level: 'secrets' | 'strict' = 'strict'): string | undefined {
  return redactFailure({ kind: 'tool_error', executed: 'unknown', message }, redactor, level, [asked]).message;
}

// E6, E7
describe('redactFailure', () => {
  it.each([
    ['=', 'connect failed: password=hunter2 host=db', /hunter2/],
    ['hunter', 'connect failed: password=hunter2 host=db', /hunter2/],
    ['a://', 'postgres://app:hunter2@db/x and a://', /hunter2/],
    ['-', 'the key Xk29-fQ77-pL03 was refused', /Xk29|fQ77|pL03/],
    ['x://Xk29-fQ77-pL03', 'x://Xk29-fQ77-pL03 was refused', /Xk29|fQ77|pL03/],
    ['\n', 'got\n-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEF\n-----END PRIVATE KEY-----', /MIIE/],
    ['http://:', 'http://:hunter2@x.test', /hunter2/],
  ])('masks secrets whatever the caller has asked for: %j', (asked, message, secret) => {
    expect(told(message, asked)).not.toMatch(secret);
    expect(told(message, asked, 'secrets')).not.toMatch(secret);
  });

  it.each([
    ['/', "ENOENT: no such file, open '/srv/app/notes/a.md'", '/srv'],
    ['file:///', 'file:///srv/app/a.md is missing', '/srv'],
    ['http://db', 'http://db:5432 and http://db-2 did not answer', 'db'],
    ['http://db.corp/a', 'http://db.corp/a/b?x=1 did not answer', 'db.corp'],
    ['\u{e000}', 'file:///srv/app/\u{e000} is missing', '/srv'],
    ['db', 'connect ECONNREFUSED db', ' db'],
    ['at a (file:///x.js:1:2)', 'Error: no\n    at a (file:///x.js:1:2)\n    at b (/app/y.js:3:4)', 'x.js'],
  ])('takes internals out that the caller has not named whole: %j', (asked, message, internal) => {
    expect(told(message, asked)).not.toContain(internal);
  });

  it.each([
    ['file:///srv/app/a.md', 'Resource not found: file:///srv/app/a.md'],
    ['file:///srv/app/a.md', 'file:///srv/app/a.md, "file:///srv/app/a.md": twice (file:///srv/app/a.md).'],
    ['http://localhost:8080/x', 'Nothing at http://localhost:8080/x.'],
    ['postgres://db/shop/orders', '找不到postgres://db/shop/orders。'],
    ['note://internal/1', '{"uri":"note://internal/1"}'],
  ])('tells the caller again what it has asked for: %s', (asked, message) => {
    expect(told(message, asked)).toBe(message);
  });

  it('leaves the name of an argument that only looks like a credential of the server', () => {
    const failure = { executed: 'no', message: 'Invalid API key: 8 letters' } as const;

    expect(redactFailure({ ...failure, kind: 'param_invalid' }, redactor, 'strict').message).toBe(failure.message);
    expect(redactFailure({ ...failure, kind: 'tool_error' }, redactor, 'strict').message).toContain('sign in');
  });

  // N10
  it.each(['strict', 'secrets'] as const)('gives no hope where the server could not sign in (%s)', (level) => {
    const failure = { kind: 'internal', executed: 'unknown', retryable: true } as const;
    const message = '401 Unauthorized: invalid API key';

    const redacted = redactFailure({ ...failure, message }, redactor, level);
    expect(createFault(redacted, { correlationId: 'r', safety: 'read' }).retryable).toBe(false);
    expect(redactFailure({ ...failure, message: 'disk full' }, redactor, level).retryable).toBe(true);
  });

  it('takes out the rest of a text that names it', () => {
    expect(
      told("file:///srv/a.md: ENOENT: no such file, open '/srv/a.md'\n    at f (/app/b.js:1:2)", 'file:///srv/a.md'),
    ).toBe("file:///srv/a.md: ENOENT: no such file, open '[path]/a.md'");
  });
});
