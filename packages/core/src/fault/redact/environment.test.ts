import { describe, expect, it } from 'vitest';

import { isSecretSetting, secretsFromEnvironment } from './environment.ts';

function values(secrets: readonly { readonly value: string }[]): readonly string[] {
  return secrets.map(({ value }) => value);
}

describe('secretsFromEnvironment', () => {
  it('takes values of secret names, of known shapes, and the passwords of URLs', () => {
    const env = {
      ACME_API_KEY: 'abc12345',
      SECRET: 'abc12345x',
      DB_PASS: 'hunter',
      ANYTHING: `ghp_${'a1B2'.repeat(9)}`,
      DATABASE_URL: 'postgres://app:p%40ss@db/shop',
      HTTPS_PROXY: 'http://abcdef0123456789@proxy.test',
    };

    expect(values(secretsFromEnvironment(env))).toEqual([
      'abc12345',
      'abc12345x',
      'hunter',
      `ghp_${'a1B2'.repeat(9)}`,
      'p%40ss',
      'p@ss',
      'abcdef0123456789',
    ]);
  });

  it('takes values that a text would take for a placeholder', () => {
    const env = {
      DB_PASSWORD: '$ummer2024',
      SMTP_PASSWORD: '<3MyDog',
      A_SECRET: '[hunter2]',
      A_TOKEN: '$TOKEN',
      B_TOKEN: '(hunter)',
      C_TOKEN: '%TEMP%',
      D_TOKEN: '${A_TOKEN}',
    };

    expect(values(secretsFromEnvironment(env))).toEqual([
      '$ummer2024',
      '<3MyDog',
      '[hunter2]',
      '$TOKEN',
      '(hunter)',
      '%TEMP%',
    ]);
  });

  it('takes nothing that only has a name of several letters or an ordinary value', () => {
    const env = {
      PWD: '/srv/project',
      OLDPWD: '/srv',
      AWS_REGION: 'eu-central-1',
      LOG_LEVEL: 'debug',
      MEMORY_FILE_PATH: '/data/memory.json',
      SSH_AUTH_SOCK: '/tmp/agent.1',
      GIT_ASKPASS: '/usr/bin/askpass',
      XDG_SESSION_ID: '3',
      TOKEN_LIMIT: '4096',
      PASSWORD_FILE: '/run/secrets/db',
      API_KEY: '',
      USE_TOKEN: 'true',
      KEYBOARD: 'us',
      UNSET: undefined,
    };

    expect(secretsFromEnvironment(env)).toEqual([]);
  });
});

describe('isSecretSetting', () => {
  it.each([
    ['SESSION_AUTH', 'abcdef'],
    ['X-Acme-Key', 'hunter'],
    ['acmeKey', 'hunter'],
    ['key', 'abc123def456'],
    ['API_KEYS', 'abc,def'],
    ['ACME_PASS', 'correct'],
    ['JWTSECRET', 'hunter'],
    ['X-Session', 'abcdef'],
    ['Cookie', 'a=b'],
    ['sig', 'TOK'],
    ['DB_PASSWORD', '$ummer2024'],
    ['DB_PASSWORD', '1234'],
    ['AWS_ACCESS_KEY_ID', 'AKIA0'],
  ])('takes %s=%s for one', (name, value) => {
    expect(isSecretSetting(name, value)).toBe(true);
  });

  it.each([
    ['MAX_TOKENS', '4096'],
    ['TOKEN_URL', 'https://u.test/token'],
    ['AUTH', 'none'],
    ['AUTH_MODE', 'oauth2-device'],
    ['PUBLIC_KEY', 'abcdefghijklmnop'],
    ['Idempotency-Key', 'abc-123-def'],
    ['GOOGLE_APPLICATION_CREDENTIALS', '/srv/keys/app.json'],
    ['SSL_KEY', 'C:\\keys\\a.pem'],
    ['A_TOKEN', '${TOKEN}'],
    ['A_TOKEN', ' 12 '],
    ['USE_TOKEN', 'true'],
    ['KEYBOARD', 'us-international'],
    ['X-Team', 'platform-team-a'],
  ])('takes %s=%s for none', (name, value) => {
    expect(isSecretSetting(name, value)).toBe(false);
  });
});
