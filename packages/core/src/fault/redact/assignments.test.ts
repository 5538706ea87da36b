import { describe, expect, it } from 'vitest';

import { createRedactor } from './redactor.ts';

const redactor = createRedactor([]);

// Each line as it comes, with the value between ‹ ›: the value goes, the rest stays to the letter.
const masked = [
  'ACME_API_KEY=‹s3cr3tvalue›',
  'access_token: ‹abc.def-ghi›',
  '"openaiApiKey":"‹sk0123›"',
  'x-api-key: ‹abcdef›',
  "export FOO_PASSWORD='‹a b c›'",
  'AWS_SECRET_ACCESS_KEY=‹wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY›',
  'MCP_API_KEY=‹1234567890›',
  'DB_PASS=‹hunter›',
  'PGPASSWORD=‹hunter2› psql -h db',
  'MYSQL_PWD=‹x›',
  'set FOO_TOKEN=‹abc›',
  '$env:GITHUB_TOKEN = "‹abc›"',
  'password: ‹correct horse battery staple›',
  '  password: "‹a\\"b›"',
  '- secret: ‹abc›',
  'passwd=‹x›, user=bob',
  'User(name=bob, password=‹hunter2›)',
  '{name: "bob", password: "‹hunter2›"}',
  "{'password': '‹hunter2›', 'user': 'bob'}",
  "{'token': b'‹hunter2›'}",
  ':password=>"‹hunter2›"',
  'array("password" => "‹hunter2›")',
  'Server=db;User Id=sa;Password=‹p@ss,w0rd›;Encrypt=true',
  'Driver={SQL};UID=sa;PWD={‹a;b›}',
  'AccountName=x;AccountKey=‹abc/def+ghi==›;EndpointSuffix=core',
  'SharedAccessKeyName=root;SharedAccessKey=‹abc=›',
  'GET /cb?code_verifier=‹abc›&state=1',
  'https://x.test/mcp?sig=‹TOK›&a=1',
  'https://x.test/?access_token=‹abc›#top',
  'https://x.test/?a=1&X-Amz-Signature=‹0a1b›&X-Amz-Date=2',
  'https://x.test/?key=‹abc123def456›',
  'https://x.test/#access_token=‹abc›',
  'redis --password ‹hunter2› --db 1',
  'tool --api-key=‹abc› --verbose',
  'tool --token "‹a b›"',
  '["--token","‹abc123›"]',
  'curl -u bob:‹hunter2› https://x.test/',
  'mysql -u root -p‹hunter2› shop',
  'machine x.test login bob password ‹hunter2›',
  '//registry.test/:_authToken=‹abc-def›',
  '<password>‹hunter2›</password>',
  '<add key="ApiKey" value="‹hunter2›"/>',
  '- name: API_KEY\n  value: ‹abc›',
  '{"name":"API_KEY","value":"‹abc›"}',
  'Content-Disposition: form-data; name="password"\r\n\r\n‹hunter2›',
  'Invalid API key: ‹abcdef123›',
  'client secret: ‹abc›',
  'the password "‹hunter2›" is wrong',
  "wrong password for bob: the password was '‹x y›'",
  'the token is ‹abc123def›',
  'failed with password ‹hunter2›',
  'Your session token ‹abc123def456› expired',
  'private_key_id=1 private_key=‹abc›',
  'spring.datasource.password=‹hunter2›',
  'config.dbPassword = "‹hunter2›"',
  '"refresh_token" : "‹abc›"',
  '"secrets": ["‹one›", "‹two›"]',
  'OPENAI_API_KEY_PROD=‹abc›',
  'JWT_SECRET_BASE64=‹abc›',
  'session_id=‹a1b2c3d4e5›',
  'X-Amz-Security-Token: ‹abc›',
  'Ocp-Apim-Subscription-Key: ‹0a1b›',
  'X-Vault-Token: ‹s.abc›',
  'RESEND_KEY=‹abcdef123456›',
  'otp=‹123456›',
  '密码：‹hunter2›',
  'API 密钥=‹abc›',
  'mnemonic: ‹one two three›',
  'Authorization: Bearer ‹xyz›',
  'authorization=Basic ‹dXNlcjpwYXNz›',
  '"Authorization": "Token ‹abc›"',
  "headers: { Authorization: 'Bearer ‹abc›', Accept: '*/*' }",
  'Proxy-Authorization: Digest ‹username="bob", response="0a1b"›',
  'Authorization: AWS4-HMAC-SHA256 ‹Credential=a/b, Signature=0a1b›',
  'Authorization: ‹abc123›',
  'sent Bearer ‹abc123DEF› to the host',
  'Cookie: sid=‹abc›; theme=‹dark›',
  'Set-Cookie: sid=‹abc›; Path=/; HttpOnly',
  '{"cookie":"sid=‹abc›"}',
  'https://‹bob:PASS›@upstream.test/mcp',
  'postgres://‹app:p/w#1@x›@db/shop',
  'mongodb+srv://‹u:p›@c.test/?w=1',
  'root:‹hunter2›@tcp(127.0.0.1:3306)/shop',
  'jdbc:oracle:thin:‹scott/tiger›@//h:1521/s',
  'git clone https://‹abcdef0123456789›@github.com/a/b',
];

// Looks alike, holds no secret, and stays to the letter.
const kept = [
  'monkey=1',
  'tokens used: 14023',
  'secretName=db',
  'keyboard: us',
  'max_tokens: 4096',
  'token_count=3',
  'nextPageToken=abc123def456',
  'pageToken: abc123def456',
  '"progressToken": "p-1234567890"',
  'passwordPolicy: strict',
  'password_min_length=8',
  'passwordChangedAt: 2024-01-01',
  'tokenizer: cl100k_base',
  'secretary: Bob',
  'authority: https://login.test/',
  'author: Alice',
  'compass: north',
  'bypass=true',
  'primary key: 42',
  'foreignKey=users_id',
  'cacheKey: user:42',
  'idempotency_key=abc-123-def',
  'objectKey: images/cat.png',
  'PUBLIC_KEY=abc123def456',
  'sort key: createdAt',
  'passed: 12, failed: 0',
  'pass: 12',
  'token: 5',
  'password: must be at least 8 characters',
  'password: expected string, received undefined',
  'password is required',
  'token: is missing',
  'apiKey: Required',
  'token: string',
  'password=true',
  '"password": null',
  '"password":{"type":"string"}',
  'password=***',
  'password=${DB_PASSWORD}',
  'token: <token>',
  "Unexpected token '}' in JSON at position 12",
  'Unexpected token: punc (;)',
  'unexpected token: 12345678',
  'Bearer token is missing',
  'WWW-Authenticate: Bearer realm="x", error="invalid_token"',
  'Basic authentication is required',
  'Authorization header is missing',
  'Authorization: header is missing',
  'cookie: not found',
  'if (token == expected) {',
  'token !== undefined',
  'secret::Store',
  'https://api.github.com/repos/a/b?page=2&per_page=10',
  'https://x.test/@scope/pkg@1.0.0',
  'npm:react@18.2.0/index.js',
  'mailto:bob@example.com',
  'PWD=/srv/project',
  'git@github.com:owner/repo.git',
  'code: 404',
  'state=open',
  'tool --token-limit 5',
  'tool --password is required',
  'credentials: invalid',
  'sign key events',
  'secret "my-secret" not found in namespace "prod"',
  'password sha256 hash differs',
  'A basic HTTP/1.1 client',
  "headers.delete('authorization', true)",
  "strip: ['authorization', 'cookie']",
  "name === 'authorization' || name === 'cookie'",
  'this.#state = parserStates.READ_DATA2',
  "credentials: 'same-origin'",
];

// E7, C122
describe('assignments', () => {
  it.each(masked)('masks the value and keeps the name: %s', (line) => {
    const text = line.replace(/[‹›]/g, '');

    expect(redactor.secrets(text).text).toBe(line.replace(/‹[^›]*›/g, '[redacted]'));
  });

  it.each(kept)('leaves %s', (line) => {
    expect(redactor.secrets(line)).toEqual({ text: line, count: 0 });
  });

  it('finds the same inside of JSON, twice escaped JSON and a percent-encoded query', () => {
    const json = JSON.stringify({ log: 'DB_PASSWORD="hunter2 x" ok' });

    for (const text of [json, JSON.stringify(json), encodeURIComponent('&password=hunter2 x&')]) {
      expect(redactor.secrets(text).text).not.toMatch(/hunter2/);
      expect(redactor.secrets(text).count).toBe(1);
    }
  });

  it('changes nothing in what it has masked already', () => {
    const once = redactor.secrets(masked.join('\n').replace(/[‹›]/g, '')).text;

    expect(redactor.secrets(once)).toEqual({ text: once, count: 0 });
  });
});
