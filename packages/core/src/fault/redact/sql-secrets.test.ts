import { expect, it } from 'vitest';
import { createRedactor } from './index.ts';

const redactor = createRedactor([]);
const secret = 'Hunter2BlueHorse';

it.each([
  `CREATE USER bob IDENTIFIED BY '${secret}'`,
  `ALTER USER bob IDENTIFIED WITH mysql_native_password BY '${secret}';`,
  `create user bob identified by "${secret}"`,
  `SET PASSWORD FOR bob = PASSWORD('${secret}')`,
  `INSERT INTO users (name, password) VALUES ('bob', '${secret}')`,
  `insert into "app"."users" ("id", "api_key", "name") values (1, '${secret}', 'O''Brien, (bob)')`,
  `INSERT INTO users (name, password, at) VALUES ('a,b', 'x9Kd82hsQ', now()), ('it\\'s (b)', '${secret}', 7);`,
  `PDO->__construct('mysql:host=db', 'root', '${secret}')`,
  `#0 /app/db.php(3): new PDO('mysql:host=db;dbname=x', 'root', '${secret}')`,
])('masks what a statement has as a password: %s', (text) => {
  expect(redactor.secrets(text).text).not.toContain(secret);
});

it.each([
  "INSERT INTO users (name, city) VALUES ('bob', 'Hamburg2')",
  'INSERT INTO users (name, password) VALUES ($1, $2)',
  "INSERT INTO users (name, password) VALUES ('bob', ?)",
  "The account is identified by 'order_id'.",
  "PDO->__construct('sqlite::memory:')",
  'VALUES (1, 2) may hold "names" and (parts)',
])('leaves what is none: %s', (text) => {
  expect(redactor.secrets(text).text).toBe(text);
});

it('masks only the value', () => {
  const text = `INSERT INTO users (name, password) VALUES ('bob', '${secret}')`;
  expect(redactor.secrets(text).text).toBe("INSERT INTO users (name, password) VALUES ('bob', '[redacted]')");
});
