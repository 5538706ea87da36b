import { describe, expect, it } from 'vitest';

import { createRedactor } from './redactor.ts';

const redactor = createRedactor([]);

// Each text as it comes, with the value between ‹ ›: the value goes, the rest stays to the letter.
const masked = [
  'WARNING: password file line 3: db.example.com:5432:shop:app:‹kmwxa-bcde42›',
  '*:*:*:postgres:‹kmwxa-bcde42›',
  'redis.conf:12: requirepass ‹kmwxa-bcde42›',
  'masterauth ‹hunter2›\nreplica-priority 100',
  'user worker on >‹hunter2› ~cache:* +@all',
  'user worker on ~cache:* +@all >‹hunter2›',
  'ERR invalid command: AUTH default ‹A7kd83hs92jdk4xZ›',
  'bindpw ‹hunter2›\nbinddn cn=admin',
  'AUTH PLAIN ‹AGJvYgBqYnN2bS11dHZ6NTI=›',
  'C: AUTH LOGIN\nS: 334 UGFzc3dvcmQ6\nC: ‹aHVudGVyMg==›',
  'A1 LOGIN bob@x.test ‹hunter2›',
  'a001 LOGIN "bob" "‹hunter2›"',
  'USER bob\n331 go on\nPASS ‹hunter2›\n530 Login incorrect',
  'Error: C: PASS ‹hunter2›',
  'smbclient //srv/share -U bob%‹hunter2›',
  '7z x -p‹hunter2› a.7z',
  'vault login ‹hvs-less-token›',
  'vault login -no-print ‹s.A7kd83hs92jdk4› && ls',
  'az keyvault secret set --vault-name kv --name x --value ‹y›',
  'aws secretsmanager put-secret-value --secret-id x --secret-string ‹hunter2›',
  'kubectl create secret generic db --from-literal=pin=‹hunter2›',
  'composer config http-basic.repo.test bob ‹hunter2›',
  'composer config --global --auth github-oauth.github.com ‹hunter2x9›',
  'poetry config http-basic.repo bob ‹hunter2›',
  'WIFI:T:WPA;S:net;P:‹pass›;;',
  'WIFI:S:my net;T:WPA;P:‹a\\;b c›;H:true;;',
  'net user bob ‹hunter2› /add',
  'echo "root:‹hunter2›" | chpasswd',
  'rabbitmqctl add_user bob ‹hunter2›',
  'cargo login ‹A7kd83hs92jdk4xZA7kd83hs92jdk4xZ›',
  'ConvertTo-SecureString "‹hunter2›" -AsPlainText -Force',
  'Unseal Key 1: ‹T6gyZTiS4YrZLSg8eUFexfn5VQ6Tcvt23pXsabschpQ=›',
  "HTTPBasicAuth('bob', '‹hunter2›')",
  "auth=('bob', '‹hunter2›')",
  "ldap.simple_bind_s('cn=admin,dc=corp', '‹hunter2›')",
  "mysqli_connect('db', 'root', '‹hunter2›', 'shop')",
  "mysqli->__construct('db', 'root', '‹hunter2›', 'shop')",
  'setx API_TOKEN ‹kmwxa-bcde42›',
  'setx DB_PASSWORD "‹hunter2 x›" /M',
  'setenv DB_PASSWORD ‹hunter2›',
  'set -gx API_TOKEN ‹hunter2›',
  'ENV DB_PASSWORD ‹hunter2›',
  '[Environment]::SetEnvironmentVariable("API_TOKEN", "‹hunter2›", "User")',
  'gh secret set DEPLOY_TOKEN --body ‹hunter2›',
  'wrangler secret put API_TOKEN <<< ‹hunter2›',
  'dotnet user-secrets set "Db:Password" "‹hunter2›"',
  '{password,"‹hunter2›"}',
  '{<<"password">>,<<"‹hunter2›">>}',
  'kubectl create secret generic db --from-literal=dbpass=‹hunter2›',
  'ansible_become_pass=‹hunter2›',
  'vault_pass: ‹hunter2›',
  'root:‹$6$rounds=5000$saltsalt$R3jBVnfDQ9SnKF5sPPZNMbvPNFfzMcCYutxuetybkH9RyCgApZeeqjSjPbqdgsVtQkZELC84grft8aNW5V9W7F›:19000:0',
  'hash ‹$2b$12$Y5ksxZUympR5ds4ravLPDxcqSkRZXtU7qAX5ACrSfr6J6aHeZSE6d› differs',
  'https://open.feishu.cn/open-apis/bot/v2/hook/‹a1b2c3d4-3db2-2c84-47c1-fe0e4f23a170›',
  'https://api.openweathermap.org/data/2.5/weather?q=x&appid=‹e3b6ec7f0595f138c3a44d2cee79b906›',
];

// Looks alike, holds no secret, and stays to the letter.
const kept = [
  'a.c:12:5:error:expected3',
  'src/x.py:12:def:foo1:bar22',
  '12:30:45:foo:bar22',
  'ratio 16:9:1:a:b',
  '2001:0:ce49:7601:e866:efff:62c3:fffe',
  'requirepass is not set',
  'user worker on >5 items',
  'AUTH LOGIN PLAIN CRAM-MD5 supported',
  'AUTH PLAIN is not supported',
  'AUTH failed for account12',
  'PASS src/foo1.test.ts',
  '  PASS  test/a1.spec.ts (5.2 s)',
  'USER app\nRUN npm test',
  'net user /domain1',
  'cargo login is required',
  'vault login command-line',
  'vault login failed for account12',
  'vault login with a token',
  'run vault login first',
  'az keyvault secret set --name x --value is required',
  'composer config http-basic.repo.test is invalid',
  'WIFI:T:nopass;S:net;;',
  'WIFI: connected',
  'setx PATH "C1"',
  'set -e foo123',
  'ENV NODE_VERSION 20.1.0',
  'ENV API_KEY is missing',
  'git config set core.autocrlf true1',
  'rabbitmqctl add_user requires 2 arguments',
  'auth=(1, 2)',
  'Unseal progress: 1/3',
  '{error,"enoent12"}',
  '{token,1}',
  '{secret,"is missing"}',
  'costs $1$2 and $6$3',
];

// E7
describe('what commands, protocols and calls are told', () => {
  it.each(masked)('is masked in %s', (line) => {
    expect(redactor.secrets(line.replace(/[‹›]/g, '')).text).toBe(line.replace(/‹[^›]*›/g, '[redacted]'));
  });

  it.each(kept)('is none in %s', (line) => {
    expect(redactor.secrets(line)).toEqual({ text: line, count: 0 });
  });
});
