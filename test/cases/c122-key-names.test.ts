import { describe, expect, it } from 'vitest';
import { createRedactor } from '@breakwater/core';

// The value stands between ‹ and ›: it goes, its name and everything around it stay.
const masked = [
  'ACME_API_KEY=‹s3cr3tvalue›',
  'access_token: ‹abc.def-ghi›',
  '"openaiApiKey":"‹sk0123›"',
  'x-api-key: ‹abcdef›',
  "export FOO_PASSWORD='‹a b c›'",
  'AWS_SECRET_ACCESS_KEY=‹wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY›',
  'MCP_API_KEY=‹0123456789›',
  'MY_ACCESS_TOKEN=‹q1w2e3r4›',
  'my.service.access-token=‹q1w2e3r4›',
  'myServiceAccessToken: "‹q1w2e3r4›"',
  "'refresh_token': '‹q1w2e3r4›'",
  'https://x.test/cb?id_token=‹q1w2e3r4›&state=1',
  'https://x.test/cb?client_secret=‹q1w2e3r4›&a=b',
  'PROD_DB_PASSWORD=‹hunter22›',
  'dbPassword = "‹hunter22›"',
  'DB_PASSWD: ‹hunter22›',
  'ROOT_PWD=‹hunter22›',
  'client-secret: ‹q1w2e3r4›',
  'STRIPE_SECRET_KEY=‹q1w2e3r4t5›',
  '{"private_key":"‹q1w2e3r4t5›","type":"x"}',
  'X-Auth-Token: ‹q1w2e3r4›',
  'X-Amz-Security-Token: ‹q1w2e3r4›',
  'Authorization: Bearer ‹q1w2e3r4t5y6›',
  'authorization: Basic ‹Ym9iOmh1bnRlcjIy›',
  'Proxy-Authorization: Bearer ‹q1w2e3r4t5y6›',
  'Cookie: session=‹q1w2e3r4t5y6u7›',
  'Set-Cookie: sid=‹q1w2e3r4t5y6u7›; Path=/',
  'postgres://‹bob:hunter22›@db.test:5432/x',
  'redis://‹:hunter22›@cache.test/0',
  'GITHUB_PAT=‹q1w2e3r4t5›',
  'SLACK_BOT_TOKEN=‹q1w2e3r4t5›',
  'encryptionKey: ‹q1w2e3r4t5›',
  'signing_secret=‹q1w2e3r4t5›',
  'webhookSecret: "‹q1w2e3r4t5›"',
  'credentials=‹q1w2e3r4t5›',
  'passphrase: "‹correct horse›"',
];
const whole = [
  `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U`,
  `-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7\n-----END PRIVATE KEY-----`,
];
const untouched = [
  'monkey=1',
  'tokens used: 14023',
  'secretName=db',
  'keyboard: us',
  'max_tokens: 4096',
  'maxTokens=4096',
  'total_tokens=1200',
  'token_count: 12',
  'tokenizer=cl100k',
  'primary_key=id',
  'primaryKey: "id"',
  'foreign_key: user_id',
  'sort_key=date',
  'partitionKey=region',
  'public_key_algorithm=rsa',
  'keys: a, b, c',
  'key=value',
  'hotkey: ctrl+k',
  'monkey_patch=true',
  'turkey: 3',
  'author: bob',
  'authority=example',
  'authenticated: true',
  'password_required: true',
  'password policy: at least 8 characters',
  'secretary: alice',
  'secretariat=unit 4',
  'compass=north',
  'passenger: 4',
  'bypass=false',
  'signature_version=4',
  'tokenType: bearer',
  'Bearer authentication is required',
  'the keyword: none',
];

describe('C122', () => {
  const redactor = createRedactor([]);

  it('C122 the table has at least sixty lines', () => {
    expect(masked.length + whole.length + untouched.length).toBeGreaterThanOrEqual(60);
  });

  it.each(masked)('C122 masks the value and keeps the name: %s', (line) => {
    const given = line.replaceAll(/[‹›]/g, '');
    expect(redactor.secrets(given).text).toBe(line.replace(/‹.*›/s, '[redacted]'));
  });

  it.each(whole)('C122 masks what is a secret by its shape: %s', (secret) => {
    expect(redactor.secrets(`before ${secret} after`).text).toBe('before [redacted] after');
  });

  it.each(untouched)('C122 leaves alone: %s', (line) => {
    expect(redactor.secrets(line).text).toBe(line);
  });
});
