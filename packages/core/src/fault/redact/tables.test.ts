import { describe, expect, it } from 'vitest';

import { createRedactor } from './redactor.ts';

const redactor = createRedactor([]);

// Each table as it comes, with the value between ‹ ›: the value goes, the rest stays to the letter.
const masked = [
  '| user | password |\n|------|----------|\n| bob  | ‹kmwxa-bcde42› |\n| ann  | ‹hunter2› |',
  '| Name | Value |\n|---|---|\n| API_TOKEN | ‹kmwxa-bcde42› |',
  ' id | username |   password    \n----+----------+---------------\n  1 | bob      | ‹kmwxa-bcde42›\n(1 row)',
  '-[ RECORD 1 ]------\nid       | 1\npassword | ‹kmwxa-bcde42›',
  '+----+----------+\n| id | password |\n+----+----------+\n|  1 | ‹kmwxa-bcde42› |\n+----+----------+',
  '┌─────┬──────────┐\n│ key │ password │\n├─────┼──────────┤\n│ a   │ ‹kmwxa-bcde42› │\n└─────┴──────────┘',
  "┌─────────┬────────┐\n│ (index) │ token  │\n├─────────┼────────┤\n│ 0       │ '‹kmwxa-bcde42›' │\n└─────────┴────────┘",
  '│ DB_PASSWORD │ ‹kmwxa-bcde42› │',
  'id\tuser\tpassword\n1\tbob\t‹kmwxa-bcde42›',
  '"user","api_key"\n"bob","‹A7kd83hs92jdk4›"',
  'NAME         VALUE\nDB_PASSWORD  ‹kmwxa-bcde42›\nDB_USER      app',
  'usuario | contraseña\n--------+-----------\nbob     | ‹kmwxa-bcde42›',
  '<tr><th>Password</th><td>‹hunter2x9›</td></tr>',
  '<tr><th>User</th><th>Password</th></tr>\n<tr><td>bob</td><td>‹hunter2x9›</td></tr>\n<tr><td>ann</td><td>‹kmwxa-bcde42›</td></tr>',
  '<tr><th>Name</th><th>Value</th></tr><tr><td>API_TOKEN</td><td>‹kmwxa-bcde42›</td></tr>',
  '<td class="k">API key:</td>\n  <td><code>‹A7kd83hs92jdk4›</code></td>',
  '<dl><dt>User</dt><dd>bob</dd><dt>Password</dt><dd>‹hunter2x9›</dd></dl>',
];

// Says something of a column, or of another thing, and stays to the letter.
const kept = [
  '| Name | Type | Required |\n|---|---|---|\n| token | string | yes |\n| password | varchar(255) | no |',
  '| field | problem |\n| --- | --- |\n| password | too short |\n| email | taken |',
  '| model | tokens |\n|---|---|\n| gpt | 12345 |',
  '| token | type |\n|---|---|\n| IDENT | word |\n| NUM | int |',
  '| File | Pass |\n|---|---|\n| a.test.ts | 12/12 |',
  'column   | type\npassword | varchar(255)\nsecret   | text(12)',
  '| name | secret |\n|---|---|\n| db | db_secret_v2 |\n| tls | sha256 |',
  ' id | sort_key \n----+----------\n 1 | abc12345\n',
  'name\tkey\nfoo\tC4\n',
  'echo password | base64',
  'type: token | string1234 | null',
  'token   position\nfoo12   3',
  '<tr><th>Password</th><th>Role2</th></tr>',
  '<tr><td>password</td><td>varchar(255)</td></tr>',
  '<tr><td>password</td><td>required</td><td>min-8-chars</td></tr>',
  '<dt>Password</dt><dd>At least 8 characters</dd>',
  '<td>Password</td><td>/reset2.html</td>',
  '<tr><th>Secret</th><th>Version</th></tr><tr><td>db-secret</td><td>v1.2.3</td></tr>',
  '<tr><th>Secret</th><th>Kind</th></tr><tr><td>db-secret</td><td>Opaque9</td></tr>',
  '<tr><th>Token</th><th>Type</th></tr><tr><td>IDENT</td><td>word12</td></tr>',
  '<tr><td>password</td></tr><tr><td>hunter2x9</td></tr>',
  '<table><tr><th>User</th><th>Password</th></tr></table><table><tr><td>host</td><td>linux64x9</td></tr></table>',
];

// E7
describe('the cells of a table', () => {
  it.each(masked)('are masked in %s', (table) => {
    expect(redactor.secrets(table.replace(/[‹›]/g, '')).text).toBe(table.replace(/‹[^›]*›/g, '[redacted]'));
  });

  it.each(masked.slice(0, 9))('are masked in the JSON of %s', (table) => {
    const json = JSON.stringify({ error: { message: table.replace(/[‹›]/g, '') } });

    expect(redactor.secrets(json).text).not.toMatch(/kmwxa|hunter2/);
  });

  it.each(kept)('stay in %s', (table) => {
    expect(redactor.secrets(table)).toEqual({ text: table, count: 0 });
  });
});
