import { describe, expect, it } from 'vitest';

import { secretsFromEnvironment, secretsFromHeaders } from './environment.ts';

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

  it('says whether our configuration names them', () => {
    expect(secretsFromEnvironment({ A_TOKEN: 'abc' }, { named: true })).toEqual([{ value: 'abc', named: true }]);
    expect(secretsFromEnvironment({ A_TOKEN: 'abc' })).toEqual([{ value: 'abc', named: false }]);
  });
});

describe('secretsFromHeaders', () => {
  it('takes credentials without their scheme, decoded where they are encoded', () => {
    expect(
      values(
        secretsFromHeaders({
          Authorization: 'Bearer abc123',
          'Proxy-Authorization': `Basic ${Buffer.from('bob:hunter2').toString('base64')}`,
          'X-Api-Key': 'hunter',
          Cookie: 'sid=abc; theme=dark',
          'X-Custom': 'a1b2c3d4e5',
        }),
      ),
    ).toEqual([
      'abc123',
      Buffer.from('bob:hunter2').toString('base64'),
      'bob:hunter2',
      'hunter2',
      'hunter',
      'abc',
      'dark',
      'a1b2c3d4e5',
    ]);
  });

  it('takes nothing of headers that only describe', () => {
    expect(
      secretsFromHeaders({
        Accept: 'application/json',
        'User-Agent': 'breakwater/0.1.0-abc123',
        'X-Region': 'eu-central-1',
        'Content-Type': 'text/plain',
      }),
    ).toEqual([]);
  });
});
