import { describe, expect, it } from 'vitest';

import { parseLossless, stringifyLossless } from '../../lossless-json.ts';
import { createRedactor } from './redactor.ts';

const redactor = createRedactor([
  { value: 'Xk29-fQ77-pL03', named: true },
  { value: '4711471147', named: false },
]);

function deep(value: unknown): unknown {
  return redactor.deep(value, 'secrets').value;
}

// E7, C121
describe('deep', () => {
  it('masks strings, names and numbers at any depth, and says how many', () => {
    const data = { a: [{ 'Xk29-fQ77-pL03': 1, b: 'is Xk29-fQ77-pL03' }], n: 4_711_471_147, m: 5 };

    expect(redactor.deep(data, 'secrets')).toEqual({
      value: { a: [{ '[redacted]': 1, b: 'is [redacted]' }], n: '[redacted]', m: 5 },
      count: 3,
    });
  });

  it('masks members whole whose name says that they are secret', () => {
    expect(
      deep({
        password: 'a',
        apiKey: ['b', 'c'],
        credentials: { login: 'bob', pin: 123456 },
        tokenCount: 3,
        secretName: 'db',
      }),
    ).toEqual({
      password: '[redacted]',
      apiKey: ['[redacted]', '[redacted]'],
      credentials: { login: '[redacted]', pin: '[redacted]' },
      tokenCount: 3,
      secretName: 'db',
    });
  });

  it('masks the value beside a secret name, and keeps what a schema says of one', () => {
    expect(deep([{ name: 'API_KEY', value: 'x' }, { password: { type: 'string', minLength: 8 } }])).toEqual([
      { name: 'API_KEY', value: '[redacted]' },
      { password: { type: 'string', minLength: 8 } },
    ]);
  });

  it('masks a value that is split over neighbouring blocks', () => {
    const blocks = [
      { type: 'text', text: 'key Xk29-f' },
      { type: 'text', text: 'Q77-pL03 end' },
      { type: 'image', data: 'abc' },
    ];

    expect(deep({ content: blocks })).toEqual({
      content: [
        { type: 'text', text: 'key [redacted]' },
        { type: 'text', text: ' end' },
        { type: 'image', data: 'abc' },
      ],
    });
    expect(redactor.blocks(['a Xk29-', 'fQ77-', 'pL03 b'], 'strict')).toEqual({
      texts: ['a [redacted]', '', ' b'],
      count: 1,
    });
  });

  it('masks each block for itself and what lies between blocks once, however many there are', () => {
    const texts = ['a', 'password=hunter22', '', 'Xk29-', 'fQ77-', '', 'b', 'Xk29-fQ77-', 'pL03', 'token=abcd1234 c'];

    for (const level of ['secrets', 'strict'] as const)
      expect(redactor.blocks(texts, level)).toEqual({
        texts: ['a', 'password=[redacted]', '', 'Xk29-', 'fQ77-', '', 'b', '[redacted]', '', 'token=[redacted] c'],
        count: 3,
      });
  });

  it('counts a value that comes again each time', () => {
    expect(redactor.deep([{ a: 'is Xk29-fQ77-pL03' }, { a: 'is Xk29-fQ77-pL03' }], 'strict').count).toBe(2);
  });

  it('takes out a stack that comes a line a block, and leaves blocks alone that hold none', () => {
    const lines = [
      'Traceback (most recent call last):',
      '  File "/opt/shop/tool.py", line 42, in find',
      '    orders = rows[0]',
      'IndexError: list index out of range',
    ];
    const { texts } = redactor.blocks(lines, 'strict');
    expect(texts).toHaveLength(4);
    expect(texts.join('')).toContain('list index out of range');
    expect(texts.join('')).not.toMatch(/Traceback|\/opt|orders/);
    expect(redactor.blocks(['The first.', 'The second.'], 'strict').texts).toEqual(['The first.', 'The second.']);
  });

  it('keeps two masked names apart and names nothing after the prototype', () => {
    const both = createRedactor([
      { value: 'aaaabbbb1', named: true },
      { value: 'ccccdddd2', named: true },
    ]);
    const data: unknown = JSON.parse('{"aaaabbbb1":1,"ccccdddd2":2,"__proto__":{"x":1}}');

    expect(JSON.stringify(both.deep(data, 'secrets').value)).toBe(
      '{"[redacted]":1,"[redacted] 2":2,"__proto__":{"x":1}}',
    );
  });

  it('takes internals out at the strict level', () => {
    expect(redactor.deep({ at: '/srv/app/x.ts:1:2', from: 'connect ECONNREFUSED 10.0.0.1:1' }, 'strict').value).toEqual(
      {
        at: '[path]/x.ts:1',
        from: 'connect ECONNREFUSED [host]',
      },
    );
  });

  it('takes out hosts where a name says that a value is one', () => {
    const failed = { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'db-prod-1', server: 'db2', port: 5432 };
    const data = { ...failed, errors: [{ errno: -111, address: 'db1' }], dbHosts: ['mongo-1:27017', 'api.github.com'] };

    expect(redactor.deep(data, 'strict').value).toEqual({
      ...data,
      hostname: '[host]',
      server: '[host]',
      errors: [{ errno: -111, address: '[host]' }],
      dbHosts: ['[host]', 'api.github.com'],
    });
    expect(redactor.deep(data, 'secrets').value).toEqual(data);
  });

  it('leaves what else has such a name', () => {
    const data = {
      host: 'Alice',
      server: 'files-1',
      address: 'Berlin',
      tool: 'find',
      hostname: null,
      socket: { port: 1 },
    };

    expect(redactor.deep(data, 'strict').value).toEqual(data);
  });

  it.each([
    ['lists', '[', ']'],
    ['members', '{"a":', '}'],
    ['lists under a secret name', '{"password":[', ']}'],
    ['lists in lists under a secret name', '[', ']', '{"password":', '}'],
    ['neighbouring blocks of text', '[{"type":"text","text":"b"},{"type":"text","text":"a","of":', '}]'],
  ])('masks whole what is nested without measure: %s', (_, open, close, before = '', after = '') => {
    const data: unknown = JSON.parse(before + open.repeat(20_000) + '1' + close.repeat(20_000) + after);
    const { value, count } = redactor.deep(data, 'strict');

    expect(JSON.stringify(value)).toMatch(/"\[redacted\]"/);
    expect(JSON.stringify(value).length).toBeLessThan(10_000);
    expect(count).toBe(1);
  });

  it('masks each text once, however often blocks stand in blocks', () => {
    let data: unknown = 'is Xk29-fQ77-pL03';
    for (let level = 0; level < 12; level++) {
      data = [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b', of: data },
      ];
    }

    expect(redactor.deep(data, 'secrets').count).toBe(1);
  });

  it.each([
    '{"status":404}',
    '[1,-0,1.50,1e400,9007199254740993]',
    '{"a":[{"b":{"c":0.10}}],"tokenCount":7,"token":{"type":"integer","minimum":1,"maximum":9}}',
    '[{"type":"text","text":"a","annotations":{"priority":0.50}},{"type":"text","text":"b","size":12}]',
    '5',
    '{"credentials":{"attempts":3},"retryAfter":1E+2}',
  ])('keeps numbers that were read without loss: %s', (text) => {
    for (const level of ['strict', 'secrets'] as const)
      expect(stringifyLossless(redactor.deep(parseLossless(text), level).value)).toBe(text);
  });

  it.each([
    ['{"n":4711471147}', '{"n":"[redacted]"}'],
    ['{"n":4711471147.0}', '{"n":"[redacted]"}'],
    ['[4711471147,1]', '["[redacted]",1]'],
    ['{"pin_code":1,"passcode":123456}', '{"pin_code":1,"passcode":"[redacted]"}'],
    ['{"password":[123456,12]}', '{"password":["[redacted]",12]}'],
    ['{"name":"otp","value":123456}', '{"name":"otp","value":"[redacted]"}'],
    ['{"Key":"db_password","Value":"hunter2"}', '{"Key":"db_password","Value":"[redacted]"}'],
  ])('masks numbers that were read without loss where they are secrets: %s', (text, masked) => {
    expect(stringifyLossless(redactor.deep(parseLossless(text), 'secrets').value)).toBe(masked);
  });

  it.each([
    '["password","address_line1"]',
    '["token","user_id_2"]',
    '["access_token","refresh_token_v2"]',
    '{"path":["credentials","user_id1"]}',
    '["auth","oauth2_pkce"]',
    '[["name","token"],["iso3166_code","size"]]',
  ])('takes two names for two names: %s', (text) => {
    const value: unknown = JSON.parse(text);

    expect(redactor.deep(value, 'strict')).toEqual({ value, count: 0 });
    expect(redactor.strict(`unknown: ${text}`)).toEqual({ text: `unknown: ${text}`, count: 0 });
  });

  it('ends in data without end', () => {
    const circle: Record<string, unknown> = { password: {} };
    circle['self'] = circle;

    expect(() => redactor.deep(circle, 'strict')).not.toThrow();
  });
});
