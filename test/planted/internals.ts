import type { Chance } from './chance.ts';
import type { Planted } from './secrets.ts';

/** What a peer may not see of the inside: stacks of eight languages, SQL, hosts, paths, each with names made by chance. */
export function plantInternals(chance: Chance): readonly Planted[] {
  return Object.entries(kinds).map(([kind, make]) => ({ kind, ...make(chance) }));
}

const kinds: Readonly<Record<string, (chance: Chance) => Omit<Planted, 'kind'>>> = {
  JavaScript(chance) {
    const [folder, call] = [`/srv/${chance.word()}/dist`, chance.word()];
    const text = `TypeError: Cannot read properties of undefined (reading 'id')\n    at ${call} (${folder}/orders.js:12:34)\n    at async Server.handle (file://${folder}/server.js:88:5)\n    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)`;
    return { text, secrets: [folder, call, 'processTicksAndRejections'] };
  },
  Python(chance) {
    const [folder, call, line] = [`/opt/${chance.word()}/lib`, chance.word(), chance.word()];
    const text = `Traceback (most recent call last):\n  File "${folder}/tool.py", line 42, in ${call}\n    ${line} = rows[0]["id"]\n           ~~~~^^^\nIndexError: list index out of range`;
    return { text, secrets: [folder, call, line, 'Traceback'] };
  },
  Java(chance) {
    const [name, other] = [`com.${chance.word()}.shop.Orders`, chance.word()];
    const text = `java.lang.NullPointerException: no order\n\tat ${name}.${other}(Orders.java:118)\n\tat ${name}$1.run(Orders.java:77)\nCaused by: java.io.IOException: closed\n\t... 14 more`;
    return { text, secrets: [name, other] };
  },
  Go(chance) {
    const [module, call] = [`github.com/${chance.word()}/shop`, chance.word()];
    const text = `panic: runtime error: index out of range [3] with length 2\n\ngoroutine 17 [running]:\n${module}/orders.${call}(0xc000010000)\n\t/home/build/${call}/orders.go:55 +0x1d\nexit status 2`;
    return { text, secrets: [module, call, 'goroutine 17'] };
  },
  '.NET'(chance) {
    const [space, folder] = [`Shop.${chance.word()}`, `C:\\build\\${chance.word()}\\src`];
    const text = `System.InvalidOperationException: Sequence contains no elements\r\n   at ${space}.Orders.Find(Int32 id) in ${folder}\\Orders.cs:line 31\r\n   at ${space}.Program.Main(String[] args)`;
    return { text, secrets: [space, folder] };
  },
  Rust(chance) {
    const [folder, crate] = [`/home/${chance.word()}/shop/src`, chance.word()];
    const text = `thread 'main' panicked at ${folder}/orders.rs:12:5:\nindex out of bounds: the len is 2 but the index is 3\nstack backtrace:\n   0: rust_begin_unwind\n             at /rustc/9fc6b43126469e3858e2fe86cafb4f0fd5068869/library/std/src/panicking.rs:665:5\n   1: ${crate}::orders::find\n             at ${folder}/orders.rs:12:5`;
    return { text, secrets: [folder, `${crate}::orders`, 'rust_begin_unwind'] };
  },
  PHP(chance) {
    const [folder, call] = [`/var/www/${chance.word()}/src`, chance.word()];
    const text = `PHP Fatal error:  Allowed memory size exhausted in ${folder}/Orders.php:31\nStack trace:\n#0 ${folder}/index.php(9): Orders->${call}('x')\n#1 {main}\n  thrown in ${folder}/Orders.php on line 31`;
    return { text, secrets: [folder, call] };
  },
  Ruby(chance) {
    const [folder, call] = [`/usr/local/${chance.word()}/app`, chance.word()];
    const text = `${folder}/orders.rb:12:in '${call}': undefined method 'id' for nil (NoMethodError)\n\tfrom ${folder}/orders.rb:31:in 'block in find'\n\tfrom ${folder}/main.rb:3:in '<main>'`;
    return { text, secrets: [folder, call] };
  },
  'SQL, select'(chance) {
    const [table, column] = [chance.word(), chance.word()];
    return {
      text: `QueryFailedError: SELECT ${column}, total FROM ${table} WHERE id = $1 - column "${column}" does not exist`,
      secrets: [table, column],
    };
  },
  'SQL, insert'(chance) {
    const [table, index] = [chance.word(), chance.word()];
    return {
      text: `duplicate key value violates unique constraint "${table}_${index}_key"\nDETAIL:  Key (${index})=(7) already exists.\nSTATEMENT:  INSERT INTO ${table} (${index}) VALUES (7)`,
      secrets: [`${table}_${index}_key`, `INSERT INTO ${table}`],
    };
  },
  MySQL(chance) {
    const user = chance.word();
    return {
      text: `ER_ACCESS_DENIED_ERROR: Access denied for user '${user}'@'10.3.7.${chance.below(250)}' (using password: YES)`,
      secrets: [user, '10.3.7.'],
    };
  },
  SQLite(chance) {
    const table = chance.word();
    return {
      text: `SqliteError: UNIQUE constraint failed: ${table}.email, sql: UPDATE ${table} SET email = ?`,
      secrets: [`UPDATE ${table}`],
    };
  },
  'address and port'(chance) {
    const address = `10.${chance.below(250)}.${chance.below(250)}.${1 + chance.below(250)}`;
    return { text: `connect ECONNREFUSED ${address}:5432`, secrets: [address] };
  },
  'IPv6 address'(chance) {
    const address = `fd00:${chance.hex(4)}:${chance.hex(4)}::1f`;
    return { text: `connect ETIMEDOUT [${address}]:6379`, secrets: [address] };
  },
  'internal host'(chance) {
    const host = `${chance.word()}.prod.svc.cluster.local`;
    return { text: `getaddrinfo ENOTFOUND ${host}`, secrets: [host] };
  },
  'host of a company'(chance) {
    const host = `db-${chance.word()}.corp.internal`;
    return { text: `upstream https://${host}:8443/v1/orders answered 502`, secrets: [host] };
  },
  'Unix path'(chance) {
    const folder = `/home/${chance.word()}/projects/shop`;
    return { text: `ENOENT: no such file or directory, open '${folder}/config/prod.json'`, secrets: [folder] };
  },
  'Windows path'(chance) {
    const folder = `C:\\Users\\${chance.word()}\\AppData\\Roaming`;
    return { text: `Cannot open ${folder}\\shop\\config.json`, secrets: [folder] };
  },
  socket(chance) {
    const path = `/var/run/${chance.word()}/.s.PGSQL.5432`;
    return { text: `could not connect to server: connect ENOENT ${path}`, secrets: [path] };
  },
};
