import { describe, expect, it } from 'vitest';

import { createRedactor } from './redactor.ts';

const redactor = createRedactor([{ value: 'is too short, Xk29', named: true }]);

// E6, S3
describe('what validators say of a field that holds a secret', () => {
  it.each([
    '{"errors":{"email":["is invalid"],"password":["is too short (minimum is 8 characters)"]}}',
    '{"token":["This field is required."]}',
    '{"ApiKey":["The ApiKey field is required."]}',
    '{"password":["This password is too common.","This password is entirely numeric."]}',
    `{"Password":["Passwords must have at least one digit ('0'-'9').","can\u2019t be blank"]}`,
    '{"password":"Too small: expected string to have >=8 characters"}',
    '{"password":"Invalid input: expected string, received undefined"}',
    '{"password":["\\"password\\" length must be at least 8 characters long"]}',
    'password: "must NOT have fewer than 8 characters"',
    '<password>must not be blank</password>',
    '{"token":{"code":"too_short"}}',
    'option --password requires an argument',
    '令牌：已过期',
    '密码：长度必须为8到20位',
    '{"密码":["不能为空","两次输入的密码不一致"]}',
  ])('stays in %s', (text) => {
    expect(redactor.strict(text).text).toBe(text);
    expect(redactor.secrets(text).text).toBe(text);
  });

  it('stays in data', () => {
    const data = {
      errors: {
        password: ['is too short (minimum is 8 characters)'],
        token: [{ code: 'blank' }, { code: 'too_short' }],
      },
      secret: 'must not be blank',
    };

    expect(redactor.deep(data, 'strict').value).toEqual(data);
  });

  it.each([
    ['correct horse battery staple'],
    ['this is my secret password'],
    ['must be Hunter2'],
    ['The password sunshine is invalid'],
    ['is invalid: sunshine'],
    ['is too short, Xk29'],
    ['long key'],
    ['max-1234-key'],
    ['Must.Be.Strong'],
    ['must 1234'],
    ['required-token-9f8a7b6c'],
    ['不能说的秘密'],
    ['不许偷看我的密码'],
  ])('is not what somebody has chosen: %s', (value) => {
    expect(redactor.secrets(JSON.stringify({ password: value })).text).toBe('{"password":"[redacted]"}');
    expect(redactor.deep({ password: [value] }, 'secrets').value).toEqual({ password: ['[redacted]'] });
  });
});
