import { describe, expect, it } from 'vitest';

import { createRedactor } from './redactor.ts';

const redactor = createRedactor([]);
const secret = 'Hunter2BlueHorse';

// E7
describe('a value beside the name that says it is secret', () => {
  it.each([
    `rawHeaders: [ 'X-Api-Key', '${secret}', 'Accept', '*/*' ]`,
    `["x-api-key","${secret}"]`,
    JSON.stringify(JSON.stringify(['x-api-key', secret])),
    `Map(user -> bob, password -> ${secret})`,
    `{"password" -> "${secret}"}`,
    `"password" → "${secret}"`,
    `<password><![CDATA[a<${secret}]]></password>`,
    `<entry key="password">${secret}</entry>`,
    `password:\n  ${secret}`,
    `db:\n  password:\n    ${secret}\n  user: bob`,
    `db:\n  password:\n    "two words ${secret}"`,
    `Password:\n${secret}`,
    `const apiKey: string = '${secret}'`,
    `let password: String = "${secret}"`,
    `var apiKey string = "${secret}"`,
    `sqlplus -s scott/${secret}@db1`,
    `scott/${secret}@//db:1521/shop`,
    `secrets:\n  ${secret}`,
    `api_key\n${secret}`,
    `Map(password -> ${secret})`,
    `密码“${secret}”不正确`,
    `密码为 '${secret}'`,
    `密碼為「${secret}」`,
    `密碼：${secret}`,
    `密碼是${secret}`,
    `密鑰：${secret}`,
    `金鑰：${secret}`,
    `權杖: ${secret}`,
    `令牌「${secret}」无效`,
    `the password “${secret}” was refused`,
    `password «${secret}»`,
  ])('is masked in %s', (text) => {
    expect(redactor.secrets(text).text).not.toContain(secret);
    expect(redactor.strict(text).text).not.toContain(secret);
  });

  it.each([
    ['["x-api-key","#"]', 'abc123-def456'],
    ['["x-api-key","#"]', 'live-prod-4821'],
    ['["password","#"]', 'winter_2024'],
    ['["x-api-key","#","accept","*/*"]', 'abc_def_12345'],
    ['["x-api-key","#"]', 'AbcdEfghIjklMnop12'],
    ['["x-api-key","#"]', 's3cr3tvalue'],
    ['["x-api-key","#"]', 'a1b2c3d4'],
    ['["x-api-key","#"]', 'user:Hunter2'],
    ['Map(user -> bob, password -> #)', 'hunter2'],
    ['("password" -> "#")', 'correcthorse'],
    ['password:\n  #', 'correcthorse'],
  ])('is masked in %j where it is %s', (text, value) => {
    expect(redactor.secrets(text.replace('#', value)).text).toBe(text.replace('#', '[redacted]'));
  });

  it('is masked in lists and pairs of data', () => {
    const data = {
      rawHeaders: ['X-Api-Key', secret, 'Accept', '*/*'],
      entries: [
        ['x-auth-token', secret],
        ['accept', '*/*'],
      ],
    };

    expect(redactor.deep(data, 'secrets').value).toEqual({
      rawHeaders: ['X-Api-Key', '[redacted]', 'Accept', '*/*'],
      entries: [
        ['x-auth-token', '[redacted]'],
        ['accept', '*/*'],
      ],
    });
  });

  it('is none in lists of names in data', () => {
    const data = { columns: ['id', 'access_token', 'created_at_2024', 's3_bucket1'], scopes: ['token', 'v2.read'] };

    expect(redactor.deep(data, 'strict').value).toEqual(data);
  });

  it.each([
    'required: ["username","password","email"]',
    'Allowed headers: ["X-Api-Key","Content-Type"]',
    'password\nemail\nname',
    '$this->token->refresh()',
    'fn token(&self) -> String',
    'the password -> login page',
    'token:\n  type: string',
    'secrets:\n  - db_password',
    'password:\n  required',
    'password:\n  must be longer than 8',
    'API key\n\nSee the docs.',
    'Unexpected token:\n  foo',
    '<p name="token">Your token will be sent by mail.</p>',
    '<token>required</token>',
    "Must be one of: ['basic_auth', 'bearer_token', 'aws_sigv4']",
    '"values": ["basic_auth","bearer_token","aws_sigv4"]',
    '["access_token","oauth2_provider","aws_sigv4"]',
    'one of\npassword\napi_key2\noauth2_token\nmtls_cert1',
    'Scopes:\nread_token\nwrite_s3_objects\nadmin',
    'Expected one of:\napi_key\nclient_id12345',
    'secrets:\n  github-prod\n  gitlab',
    'errors:\n  token:\n    expired_token',
    '[secret -> ConfigMap]',
    '(token -> identifier)',
    'graph: [login_token -> profile_page]',
    'npm install scope/name@1.2.3',
    '密码「必须」包含数字',
    '密码为空',
  ])('is none in %s', (text) => {
    expect(redactor.secrets(text).text).toBe(text);
  });
});
