import { describe, expect, it } from 'vitest';

import { createRedactor } from './redactor.ts';

const redactor = createRedactor([]);

// E6, E7, C38, C110, C112
describe('strict', () => {
  it.each([
    "startDate must be YYYY-MM-DD, got '2024/1/1'. Try '2024-01-01'.",
    'Resource not found: note 42',
    "ENOENT: no such file or directory, open 'notes.txt'",
    "File notes/2024/todo.txt doesn't exist.",
    'Rate limit exceeded: 100 requests per 60 s. Retry after 30 seconds.',
    'Permission denied: scope "repo:write" is needed.',
    'MCP error -32602: Invalid arguments for tool read_text_file: path: Required',
    'Unexpected token } in JSON at position 12',
    'Expected string, received number at "items[0].name"',
    '/items/0/name must be string',
    '/user/name must NOT have fewer than 3 characters',
    'GET /users/42/orders returned 404',
    'Cannot POST /api/v1/messages',
    'api.github.com returned 503',
    'See https://docs.example.com/errors/rate-limit?lang=en#retry for help.',
    'Try again at 12:30:45, or on 2024-01-01T10:00:00Z.',
    'Version 1.2.3 is too old, use v10.0.0.1 or later.',
    'The ratio must be between 1:2 and 16:9.',
    'note:42 is locked by bob@example.com',
    'Column "Total" does not exist in sheet "Q1". Columns: Name, Sum',
    'Table 3 has no column "Total"; columns are: Name, Sum',
    'No such column: Total. Did you mean Sum?',
    'Deadlock detected in the workflow: step 3 waits for step 5',
    'Too many connections between node A and node B: at most 3',
    'Access denied for user group "editors"; ask an admin to add you',
    'line 12: unknown key "colour"',
    'code:1000 status:404 limit:5000',
    'Please select an item from the list.',
    'Update the settings and delete from the cache what you do not need.',
    'The table has no rows. Insert into it first.',
    'Do you want and/or, km/h, text/html, n/a or 24/7?',
    'Prices: $10/month, 50% off, #1 & <b>new</b>',
    'Use std::vector or core::fmt; Foo::Bar is unknown.',
    'commit 3f2a1b4c5d6e7f8091a2b3c4d5e6f708192a3b4c not found',
    'id 123e4567-e89b-12d3-a456-426614174000 is unknown',
    '  - first\n  - second\n\t1. third',
    'Temperature is 21 °C in Zürich — 🌤️👩‍👩‍👧',
    '参数 startDate 的格式应为 YYYY-MM-DD，收到 2024/1/1。',
    'connect ECONNRESET',
    'The connection to the server was lost.',
    'Failed to connect to the database: timed out after 30 s',
    'Unable to reach the service. Check the host name.',
    'Tool search failed at step 3 (of 5)',
    'The session has expired; open a new one.',
    'React.Component is not a constructor',
    'package.json:12 has a trailing comma',
    'username must match /^[a-z0-9_]+$/',
    'Balance too low: 10.50 < 12.00',
    'max_tokens: 4096 exceeds the limit of 2048 tokens',
    'No results for "select a password manager"',
    // Numbers behind a name.
    'Limit reached, retry-after:30',
    'order-id:48213 is closed',
    'exit-code:127, page-size:5000, api-version:2024',
    'max_tokens:8000 is above the limit',
    'worker:12 finished item-1:30 and step-2:15',
    'user.age:150 is invalid, order.total:3000 is too high',
    'Section 4.3.2.1 of the manual',
    // Codes of databases.
    'Order 42000 is closed, ticket 40001 was not found',
    'You have 23505 points and 28000 miles',
    'The form has incomplete input, see pg: 45',
    // What looks like the line of a stack or an excerpt.
    'The room is taken\n at 2026-12-01 10:30:00\n  by: Ada\n  free again: 11:00',
    'Closed\n at 2026/12/01 10:30:00\n  by: Ada',
    'Booked\n at 10:30:00\n  by: Ada',
    'Times:\n   at the gate (12:30:15)\n   at the main hall (13:00)',
    'Found\n  at row:12:5\n  value: 3',
    'See\n   at home(now)\n  tel: 5',
    '#1 Widget (3): sold out\n  back in May\n#2 Bolts(20): ok',
    'File "a.txt", line 3',
    'Value must be\n> 5 and\n 12 was given',
    'Title\n~~~~~\nbody',
    'Route: A ---> B',
    'An error in math.php:12',
    // Words that stand where a host could.
    'Error at node 12 of the graph, on server 3 of 5',
    'lookup order-5 failed',
    'ETIMEDOUT while waiting, ECONNRESET during upload',
    'EPIPE broken pipe',
    'Unable to resolve "left-pad", failed to reach goal-3',
    'Host: Alice. The host Bob left',
    'HostSession, lookupTable and nodeName are unknown',
    'connected by 5pm',
    'Login failed: wrong room',
  ])('leaves an ordinary message alone: %s', (message) => {
    expect(redactor.strict(message)).toEqual({ text: message, count: 0 });
  });

  it('removes terminal sequences, control characters and marks that reorder text', () => {
    expect(
      redactor.strict(
        '\u001b[1;31mfailed\u001b[0m\u0000 to \u001b]8;;http://x\u0007open\u001b]8;;\u0007 it\u202e\u0008\r\nnow',
      ).text,
    ).toBe('failed to open it\nnow');
  });

  it('sees a secret that control characters are strewn into', () => {
    expect(redactor.strict('\u001b[31mpassw\u001b[0mord=hun\u0000ter2\u200b2 ok').text).toBe('password=[redacted] ok');
  });

  it('leaves what follows a title that never ends', () => {
    expect(redactor.strict('\u001b]0;the order is closed').text).toBe('0;the order is closed');
  });

  it('makes text well formed', () => {
    expect(redactor.strict('a\ud83d b 🌤').text).toBe('a\ufffd b 🌤');
  });

  it.each([900, 90_000])('replaces %i bytes of base64 by their size', (size) => {
    const data = Buffer.from(Array.from({ length: size }, (_, index) => (index * 7_919) % 251));
    const lines =
      data
        .toString('base64')
        .match(/.{1,76}/g)
        ?.join('\n') ?? '';

    expect(redactor.strict(`got ${data.toString('base64')} here`).text).toBe(`got [${size} bytes of base64] here`);
    expect(redactor.strict(`got\n${lines}\nhere`).text).toBe(`got\n[${size} bytes of base64]\nhere`);
    expect(redactor.strict(`<img src="data:image/png;base64,${data.toString('base64')}">`).text).toBe(
      `<img src="[image/png, ${size} bytes of base64]">`,
    );
    expect(redactor.strict(`got ${data.toString('hex')} here`).text).toBe(`got [${size} bytes of hexadecimal] here`);
  });

  it('leaves rulers and long words alone', () => {
    const text = `${'-'.repeat(300)}\n${'='.repeat(300)}\n${'ab'.repeat(200)}\n${'some/long/path'.repeat(30)}`;

    expect(redactor.strict(text).text).toBe(text);
  });

  it('says nothing new when it reads its own output', () => {
    const text =
      'Error: no\n    at a (/app/b.js:1:2)\nhttps://u:p@api.test:1/x 10.0.0.1 /etc/a/b.conf SELECT a FROM b; password=x';
    const once = redactor.strict(text).text;

    expect(redactor.strict(once).text).toBe(once);
  });
});
