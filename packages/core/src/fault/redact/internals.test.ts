import { describe, expect, it } from 'vitest';

import { createRedactor } from './redactor.ts';

const redactor = createRedactor([]);

function strict(text: string): string {
  return redactor.strict(text).text;
}

const stacks: readonly (readonly [string, string, string])[] = [
  [
    'JavaScript',
    `TypeError: Cannot read properties of undefined (reading 'x')
    at foo (/app/src/db.ts:42:10)
    at async Object.<anonymous> (file:///app/x.js:1:2)
    at new Promise (<anonymous>)
    at process.processTicksAndRejections (node:internal/process/task_queues:95:5) {
  code: 'ERR_X',
  [cause]: Error: connect ECONNREFUSED 10.0.0.1:5432
      at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1555:16) {
    errno: -111
  }
}`,
    "TypeError: Cannot read properties of undefined (reading 'x')",
  ],
  [
    'JavaScript from elsewhere',
    'Error: no\n    at repl:1:2\n    at f (REPL1:1:2)\n    at [eval]:1:2\n    at g (C:\\my dir\\x.js:1:2)\n    at h (index.js:3:4)',
    'Error: no',
  ],
  [
    '.NET with generics',
    'InvalidOperationException: no\n   at A.B`1[System.String].C(Int32 x) in /s/a.cs:line 3\n   at A.B.<>c__D.<E>b__0()',
    'InvalidOperationException: no',
  ],
  [
    'JavaScript, uncaught',
    `/app/src/index.js:12
    throw new Error('the cart is empty')
    ^

Error: the cart is empty
    at Object.<anonymous> (/app/src/index.js:12:11)

Node.js v24.1.0`,
    'Error: the cart is empty',
  ],
  [
    'JavaScript, a missing module',
    "node:internal/modules/cjs/loader:1210\n  throw err;\n  ^\n\nError: Cannot find module 'x'\n    at a (node:b:1:2) {\n  code: 1\n}\n\nNode.js v24",
    "Error: Cannot find module 'x'",
  ],
  ['Firefox', 'Error: no cart\nfoo@https://app.test/a.js:1:2\nbar/<@https://app.test/b.js:3:4', 'Error: no cart'],
  [
    'Python',
    `Traceback (most recent call last):
  File "/app/main.py", line 10, in <module>
    foo()
    ~~~^^
KeyError: 'x'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/app/lib/x.py", line 3, in foo
    raise ValueError("bad date")
app.errors.ValueError: bad date`,
    'ValueError: bad date',
  ],
  [
    'Python, a group',
    `  + Exception Group Traceback (most recent call last):
  |   File "/app/main.py", line 3, in <module>
  |     foo()
  | ExceptionGroup: unhandled errors in a TaskGroup (2 sub-exceptions)
  +-+---------------- 1 ----------------
    | Traceback (most recent call last):
    |   File "/app/main.py", line 5, in f
    |     raise ValueError("bad date")
    | ValueError: bad date
    +---------------- 2 ----------------
    | Traceback (most recent call last):
    |   File "/app/main.py", line 7, in g
    |     raise TimeoutError("too slow")
    | TimeoutError: too slow
    +------------------------------------`,
    'ExceptionGroup: unhandled errors in a TaskGroup (2 sub-exceptions)\nValueError: bad date\nTimeoutError: too slow',
  ],
  [
    'Java',
    `Exception in thread "main" java.lang.IllegalStateException: The order is closed
\tat com.acme.Foo.bar(Foo.java:42)
\tat java.base/java.lang.Thread.run(Thread.java:840)
Caused by: com.acme.DbException: host 10.0.0.1
\tat com.acme.Db.q(Db.java:1)
\t... 12 more`,
    'IllegalStateException: The order is closed',
  ],
  [
    'Go',
    `panic: runtime error: index out of range [5] with length 3

goroutine 1 [running]:
main.foo(...)
\t/app/main.go:10
main.main()
\t/app/main.go:6 +0x1d
created by net/http.(*Server).Serve in goroutine 1
\t/usr/local/go/src/net/http/server.go:3285 +0x4b4
exit status 2`,
    'panic: runtime error: index out of range [5] with length 3',
  ],
  [
    '.NET',
    `Unhandled exception. System.InvalidOperationException: The sequence is empty
 ---> System.Exception: inner
   at Foo.Bar.Inner() in C:\\src\\Foo.cs:line 12
   --- End of inner exception stack trace ---
   at Foo.Bar.Baz(String x) in /src/Foo.cs:line 42
   at Program.<Main>$(String[] args) in /src/Program.cs:line 3`,
    'InvalidOperationException: The sequence is empty',
  ],
  [
    'Rust',
    `thread 'main' panicked at src/main.rs:4:5:
index out of bounds: the len is 3 but the index is 5
stack backtrace:
   0: rust_begin_unwind
             at /rustc/abc/library/std/src/panicking.rs:645:5
   1: core::panicking::panic_fmt
             at /rustc/abc/library/core/src/panicking.rs:72:14
note: run with \`RUST_BACKTRACE=1\` environment variable to display a backtrace`,
    'index out of bounds: the len is 3 but the index is 5',
  ],
  [
    'PHP',
    `PHP Fatal error:  Uncaught Exception: The cart is empty in /var/www/html/index.php:3
Stack trace:
#0 /var/www/html/index.php(10): foo()
#1 {main}
  thrown in /var/www/html/index.php on line 3`,
    'Exception: The cart is empty',
  ],
  [
    'Ruby',
    "/app/foo.rb:3:in `bar': undefined method `x' for nil:NilClass (NoMethodError)\n\tfrom /app/foo.rb:7:in `<main>'",
    "undefined method `x' for nil:NilClass (NoMethodError)",
  ],
  [
    'Rails',
    "NoMethodError (no name):\n\napp/models/user.rb:12:in 'full_name'\napp/controllers/users_controller.rb:5:in 'show'",
    'NoMethodError (no name):',
  ],
  ['Elixir', '** (RuntimeError) boom\n    (app 0.1.0) lib/app.ex:3: App.run/1', '** (RuntimeError) boom'],
  ['one line', 'Error: nope at foo (/app/x.js:1:2) at Bar.baz (/app/y.js:3:4)', 'Error: nope'],
  [
    '.NET in one line',
    'Boom at Shop.Orders.Find(String id, Int32 n) in /src/Orders.cs:line 7 at Shop.Orders..ctor(IDb db) at Shop.Api.<>c.<Run>b__0() in C:\\s\\A.cs:line 3 at Shop.Api.Run(Request r)',
    'Boom',
  ],
  [
    'Java in one line',
    'IllegalStateException: closed at java.base/java.lang.Thread.run(Thread.java:840) at com.acme.B.c(B.java:1)',
    'IllegalStateException: closed',
  ],
  [
    'Python in one line',
    'Failed: Traceback (most recent call last):   File "/app/x.py", line 3, in <module>     main() File "/app/y.py", line 9, in main raise ValueError("bad date") app.errors.ValueError: bad date',
    'Failed: ValueError: bad date',
  ],
  [
    'PHP in one line',
    'Exception: no cart in /var/www/a.php:3 Stack trace: #0 /var/www/a.php(10): Shop\\Cart->find(Object(Id), 4) #1 {main} thrown in /var/www/a.php on line 3',
    'Exception: no cart',
  ],
  [
    'Ruby in one line',
    "no cart (CartError) from /app/a.rb:7:in `block in <main>' from /app/a.rb:9:in `<main>'",
    'no cart (CartError)',
  ],
  [
    'Go in one line',
    'panic: no cart goroutine 1 [running]: main.find(...) /app/main.go:10 +0x1d main.main() /app/main.go:6 +0x1d',
    'panic: no cart',
  ],
  [
    'JSON',
    JSON.stringify({ error: 'Error: nope\n    at foo (/app/x.js:1:2)', id: 7 }),
    '{"error":"Error: nope","id":7}',
  ],
  [
    'a representation',
    String.raw`'Error: nope\n    at foo (/app/x.js:1:2)\n    at bar (/app/y.js:3:4)`,
    "'Error: nope",
  ],
];

// E7
describe('stacks', () => {
  it.each(stacks)('of %s leave the sentence of the exception', (_language, text, sentence) => {
    expect(strict(text)).toBe(sentence);
  });

  it('leave what the tool says around them', () => {
    const text =
      'Could not render the page.\nError: no template\n    at render (/app/a.js:1:2)\n    at b (/app/b.js:3:4)\nTry another page.';

    expect(strict(text)).toBe('Could not render the page.\nError: no template\nTry another page.');
  });

  it.each([
    'Look at Foo.Bar(int id) for help.',
    'See the table at api.github.com(status page).',
    'It failed at step.two() because of you.',
    'Traceback (most recent call last) is what Python prints.',
    'File "notes.txt", line 3, in the middle: unknown word',
    'Two issues from tracker:12: one is #4 and one is #5 (open)',
  ])('are not seen in a sentence: %s', (sentence) => {
    expect(strict(sentence)).toBe(sentence);
  });

  it('take excerpts of source code along', () => {
    const text = 'Invalid value:\n  11 | const a = 1\n> 12 | use(a)\n     | ^^^^^^\nExpected a string.';

    expect(strict(text)).toBe('Invalid value:\nExpected a string.');
  });
});

const duplicate = 'A record with the same key exists already.';
const query = 'The database did not accept the query.';

const drivers: readonly (readonly [string, string, string])[] = [
  [
    'PostgreSQL',
    'error: duplicate key value violates unique constraint "users_email_key"\nDETAIL:  Key (email)=(a@b.c) already exists.',
    duplicate,
  ],
  [
    'PostgreSQL',
    'Could not save the note: QueryFailedError: relation "notes" does not exist',
    `Could not save the note: ${query}`,
  ],
  ['PostgreSQL', 'Failed: "pq: relation \\"notes\\" does not exist"', `Failed: ${query}`],
  ['PostgreSQL', 'missing FROM-clause entry for table "notes"', query],
  ['Snowflake', "SQL compilation error:\nerror line 1 at position 7\ninvalid identifier 'PIN'", query],
  ['DuckDB', 'Binder Error: Referenced column "pin" not found!\nCandidate bindings: "notes.id"', query],
  ['Trino', "line 1:15: Table 'hive.x.notes' does not exist", query],
  ['Spark', '[TABLE_OR_VIEW_NOT_FOUND] The table or view `notes` cannot be found.', query],
  ['Cassandra', 'unconfigured table notes', query],
  [
    'PostgreSQL',
    'psycopg2.errors.UndefinedTable: relation "foo" does not exist\nLINE 1: SELECT * FROM foo\n                      ^\n',
    query,
  ],
  ['PostgreSQL', 'pq: null value in column "title" violates not-null constraint', 'A required value is missing.'],
  ['PostgreSQL', 'ERROR: canceling statement due to statement timeout', 'The database did not finish in time.'],
  ['PostgreSQL', 'FATAL: sorry, too many clients already', 'The database has no free connection.'],
  ['MySQL', "ER_DUP_ENTRY: Duplicate entry 'a' for key 'users.email'", duplicate],
  [
    'MySQL',
    "You have an error in your SQL syntax; check the manual that corresponds to your MySQL server version for the right syntax to use near 'SELCT 1' at line 1",
    query,
  ],
  [
    'MySQL',
    'Error 1213: Deadlock found when trying to get lock; try restarting transaction',
    'The database stopped the change because of another one at the same time.',
  ],
  [
    'MySQL',
    "SQLSTATE[42S02]: Base table or view not found: 1146 Table 'shop.orders' doesn't exist (SQL: select * from orders where id = 4)",
    query,
  ],
  [
    'SQLite',
    "(sqlite3.IntegrityError) UNIQUE constraint failed: users.email\n[SQL: INSERT INTO users (email) VALUES (?)]\n[parameters: ('a@b.c',)]\n(Background on this error at: https://sqlalche.me/e/20/gkpj)",
    duplicate,
  ],
  ['SQLite', 'SqliteError: no such table: users', query],
  [
    'SQLite',
    'SQLITE_BUSY: database is locked',
    'The database stopped the change because of another one at the same time.',
  ],
  [
    'SQL Server',
    "Violation of PRIMARY KEY constraint 'PK_Users'. Cannot insert duplicate key in object 'dbo.Users'. The duplicate key value is (1).",
    duplicate,
  ],
  ['SQL Server', "Msg 208, Level 16, State 1, Line 1\nInvalid object name 'dbo.Foo'.", query],
  [
    'SQL Server',
    'The INSERT statement conflicted with the FOREIGN KEY constraint "FK_a". The conflict occurred in database "shop", table "dbo.Users"',
    'A record that this one refers to does not exist, or is still in use.',
  ],
  ['PostgreSQL', `{ code: '23505', table: 'users' }`, `{ code: ${duplicate}`],
  ['MySQL', 'SQLSTATE[42000]: no', query],
  ['SQLite', 'SqliteError: incomplete input', query],
  ['Oracle', 'ORA-00942: table or view does not exist', query],
  ['Oracle', 'ORA-00001: unique constraint (SHOP.PK_USERS) violated', duplicate],
  ['Oracle', 'ORA-12541: TNS:no listener', 'The database could not be reached.'],
  [
    'MongoDB',
    'MongoServerError: E11000 duplicate key error collection: shop.users index: email_1 dup key: { email: "a" }',
    duplicate,
  ],
];

describe('databases', () => {
  it.each(drivers)('%s: what its driver says becomes what a caller can use: %s', (_database, text, sentence) => {
    expect(strict(text)).toBe(sentence);
  });

  it.each([
    ["Query failed: SELECT id, name FROM users WHERE email = 'x'", 'Query failed: [sql]'],
    ['Query failed: "INSERT INTO t (a) VALUES (1)" was refused', 'Query failed: "[sql]" was refused'],
    ['select * from `users` where `id` = 1 - not allowed', '[sql] - not allowed'],
    ['UPDATE notes SET a = 1 WHERE id = 2; stopped', '[sql] stopped'],
    ['ran WITH x AS (SELECT 1) SELECT * FROM x', 'ran [sql]'],
    ['DELETE FROM users\n  WHERE id = 4', '[sql]'],
  ])('lose their queries: %s', (text, expected) => {
    expect(strict(text)).toBe(expected);
  });

  it('are spoken of in Chinese where that is the language', () => {
    const chinese = createRedactor([], { locale: 'zh' });

    expect(chinese.strict('SQLITE_FULL: database or disk is full').text).toBe('数据库空间不足。');
    expect(chinese.strict('ORA-01017: invalid username/password').text).toBe('服务器无法登录其所需的某个服务。');
  });
});

describe('places', () => {
  it.each([
    ['connect ECONNREFUSED 10.0.1.5:5432', 'connect ECONNREFUSED [host]'],
    ['connect ETIMEDOUT 172.16.3.4:443', 'connect ETIMEDOUT [host]'],
    ['192.168.1.10 did not answer', '[host] did not answer'],
    ['169.254.169.254/latest', '[host]/latest'],
    ['connect ECONNREFUSED ::1:3000', 'connect ECONNREFUSED [host]'],
    ['listen EADDRINUSE: address already in use :::3000', 'listen EADDRINUSE: address already in use [host]'],
    ['no route to [fe80::1%eth0]:80', 'no route to [host]'],
    ['http://[fd00::1]:8080/x failed', 'http://[host] failed'],
    ['getaddrinfo ENOTFOUND db-primary', 'getaddrinfo ENOTFOUND [host]'],
    ['getaddrinfo EAI_AGAIN redis', 'getaddrinfo EAI_AGAIN [host]'],
    ['dial tcp: lookup redis on 10.0.0.2:53: no such host', 'dial tcp: lookup [host] on [host]: no such host'],
    ['Unknown host "billing"', 'Unknown host "[host]"'],
    ['localhost:3000 is down', '[host] is down'],
    ['my-redis:6379 and shop-db-2:3306 are down', '[host] and [host] are down'],
    ['web01:8080, node-1:9042, billingdb:5432', '[host], [host], [host]'],
    ['dial tcp: lookup billing: no such host', 'dial tcp: lookup [host]: no such host'],
    ['No such host is known. (billing:443)', 'No such host is known. ([host])'],
    ["Failed to connect to the server's own host db-1", "Failed to connect to the server's own host [host]"],
    [
      "connect to server 's', host='s-1', host='s.internal'",
      "connect to server '[host]', host='[host]', host='[host]'",
    ],
    ['Failed to connect to db-1', 'Failed to connect to [host]'],
    ['postgres:5432 refused the connection', '[host] refused the connection'],
    ['my-svc.default.svc.cluster.local:80 refused', '[host] refused'],
    ['ip-10-0-0-1.ec2.internal is down', '[host] is down'],
    ['build01.corp is down', '[host] is down'],
    ['shop.abc123.eu-west-1.rds.amazonaws.com timed out', '[host] timed out'],
    ['api-7d9f8b6c5-x2x4z crashed', '[host] crashed'],
    ['3f2a1b4c5d6e:8080 is gone', '[host] is gone'],
    ['request to http://internal-api:8080/v1/x?y=1 failed', 'request to http://[host] failed'],
    ['amqp://app:pw@mq.example.com:5672/v', 'amqp://[host]'],
    [
      'https://bob:pw@api.github.com:8443/repos/a?token=abc returned 503',
      'https://api.github.com/repos/a?token=[redacted] returned 503',
    ],
    ['(https://h/#access_token=abc123def)', '(https://[host])'],
    [
      "'orders' on server 'db-prod-3' is gone, 'x' on server 'redis' too",
      "'orders' on server '[host]' is gone, 'x' on server '[host]' too",
    ],
    ['from host: mailbox refused the call', 'from host: [host] refused the call'],
    ['on host: mydb crashed hard', 'on host: [host] crashed hard'],
    ['host: mailbox', 'host: [host]'],
    ['on host: zeus died again', 'on host: [host] died again'],
    ['from backend: mailbox refused the call', 'from backend: [host] refused the call'],
    ['ENOTFOUND: mailbox while sending', 'ENOTFOUND: [host] while sending'],
    ['from server (mailbox)', 'from server ([host])'],
    ['api.github.com:443 returned 503', 'api.github.com returned 503'],
    ['{"syscall":"getaddrinfo","hostname":"db-prod-1"}', '{"syscall":"getaddrinfo","hostname":"[host]"}'],
    [String.raw`{\"host\":\"mydb\",\"port\":1}`, String.raw`{\"host\":\"[host]\",\"port\":1}`],
    ['DB_HOST=mydb is gone', 'DB_HOST=[host] is gone'],
    ['dbHost: db-prod-1:5432, user: bob', 'dbHost: [host], user: bob'],
    ["{ host: 'api.github.com:443' }", "{ host: 'api.github.com' }"],
    [String.raw`{"url":"http:\/\/internal-api:8080\/v1\/x"}`, '{"url":"http://[host]"}'],
    ['no answer of http://[host]', 'no answer of http://[host]'],
    ['s3://my-bucket/reports/q1.csv does not exist', 's3://my-bucket/reports/q1.csv does not exist'],
    ['ui://widget/x.html, notion://page/123.', 'ui://widget/x.html, notion://page/123.'],
    ['redis://cache did not answer', 'redis://[host] did not answer'],
    ['shopdb://main/orders', 'shopdb://[host]'],
    ['note://db:5432/x, note://10.0.0.1/x, note://a@b/x', 'note://[host], note://[host], note://[host]'],
    ['note://orders.internal/x, note://shop-db-1/x', 'note://[host], note://[host]'],
    ['redis-sentinel://sentinel-a/x failed', 'redis-sentinel://[host] failed'],
    ['redis-cluster://node1/x failed', 'redis-cluster://[host] failed'],
    ['rmi://appserver1/x failed', 'rmi://[host] failed'],
    ['solr://search01/x failed', 'solr://[host] failed'],
    ['zk://zk1/x failed', 'zk://[host] failed'],
    ['pgbouncer://pg-prod-1/x failed', 'pgbouncer://[host] failed'],
    ['exa://exasol-prod-01/x failed', 'exa://[host] failed'],
    ['h2://dbserver/x failed', 'h2://[host] failed'],
    ['ceph://mon1/x failed', 'ceph://[host] failed'],
    ['syslog://loghost-1/x failed', 'syslog://[host] failed'],
    ['otlp://collector-1/x failed', 'otlp://[host] failed'],
    ['tns://ora-prod-2/x failed', 'tns://[host] failed'],
    ['drda://as400-1/x failed', 'drda://[host] failed'],
    ['qdrant://vec-1/x failed', 'qdrant://[host] failed'],
    ['vscode-remote://ssh-remote+prodbox/x failed', 'vscode-remote://[host] failed'],
    [
      'notion://page-2024/x, ui://v2.read/x, s3://reports-2024/q1',
      'notion://page-2024/x, ui://v2.read/x, s3://reports-2024/q1',
    ],
    ['doc://a1b2c3d4/x, doc://abc123def456', 'doc://a1b2c3d4/x, doc://abc123def456'],
    ['vscode://file/home/alice/x.ts', 'vscode://[host]'],
    ['sketch:///home/alice/x', 'sketch://[host]'],
    ['notion://page?token=hunter2A', 'notion://page?token=[redacted]'],
  ])('that lead into the network of the operator are hidden: %s', (text, expected) => {
    expect(strict(text)).toBe(expected);
  });

  it.each([
    [
      "ENOENT: no such file or directory, open '/home/bob/my notes.txt'",
      "ENOENT: no such file or directory, open '[path]/my notes.txt'",
    ],
    ['C:\\Users\\bob\\My Docs\\a.txt not found', '[path]/a.txt not found'],
    ['C:\\\\srv\\\\app\\\\x.json is broken', '[path]/x.json is broken'],
    ['D:/data/x.csv is empty', '[path]/x.csv is empty'],
    ['\\\\files\\share\\x.doc is missing', '[path]/x.doc is missing'],
    ['file:///etc/app/a.conf is missing', '[path]/a.conf is missing'],
    ['Error in src/db.ts:42:10', 'Error in [path]/db.ts:42'],
    ['/app/src/db.ts:42:10 failed', '[path]/db.ts:42 failed'],
    ['/usr/lib/python3.11/site-packages/foo.py is broken', '[path]/foo.py is broken'],
    ['无法打开/home/user/笔记.txt，因为不存在', '无法打开[path]/笔记.txt，因为不存在'],
    ['PATH=/usr/local/bin:/usr/bin', 'PATH=[path]/bin:[path]/bin'],
    ['/home/alice is not allowed', '[path] is not allowed'],
    ['~/.ssh/id_rsa is missing', '[path]/id_rsa is missing'],
    ['$HOME/.config/app.json', '[path]/app.json'],
    [
      String.raw`{"message":"Server Error","file":"\/var\/www\/html\/app\/Http\/Kernel.php","line":33}`,
      '{"message":"Server Error","file":"[path]/Kernel.php","line":33}',
    ],
    [
      String.raw`{"message":"2*3 and/or ^","file":"\/var\/www\/x.php"}`,
      '{"message":"2*3 and/or ^","file":"[path]/x.php"}',
    ],
    [String.raw`{"body":"{\"file\":\"\\\/var\\\/www\\\/x.php\"}"}`, String.raw`{"body":"{\"file\":\"[path]/x.php\"}"}`],
    [String.raw`"\/home\/bob smith\/my notes.txt" is missing`, '"[path]/my notes.txt" is missing'],
    [String.raw`{"file":"file:\/\/\/etc\/app\/a.conf"}`, '{"file":"[path]/a.conf"}'],
    [String.raw`cannot open \/srv\/app\/a.txt`, 'cannot open [path]/a.txt'],
    [
      'path outside allowed directories: /etc/passwd not in /srv/files, /data/x',
      'path outside allowed directories: [path]/passwd not in [path]/files, [path]/x',
    ],
    ['C:\\Program Files (x86)\\Acme\\x.exe failed', '[path]/x.exe failed'],
  ])('in the file system lose their directories: %s', (text, expected) => {
    expect(strict(text)).toBe(expected);
  });

  it.each([
    String.raw`{"route":"\/api\/v1\/items","docs":"https:\/\/docs.example.com\/errors\/a"}`,
    String.raw`The name must match /^\/items\/\d+$/.`,
    String.raw`The name must match ^\/[a-z]+\/srv\/.*$`,
    String.raw`{"pattern":"\/\*.*?\*\/"}`,
    String.raw`{"pointer":"\/items\/0\/name"}`,
    '{"host":"Alice","guests":["Bob"]}',
    'host: required',
    'could not write to endpoint: disk full',
    'at node: crashed while indexing',
    'host: permission denied',
    'to the backend: nothing was written',
    'Error from server (NotFound): pods "web" not found',
    'Error from server: forbidden',
    "'search' on server 'docs' did not answer within 30 s.",
    'readonly host: string;',
    'isSameHost = isIpcUrl',
    'Ghost: Casper, boast=4',
    '{"hostname":"api.github.com"}',
    "There is no MCP endpoint at the server's address.",
    "It is the host's turn, and this differs from the server's, or to the node's.",
  ])('that belong to the caller stay: %s', (text) => {
    expect(strict(text)).toBe(text);
  });
});
