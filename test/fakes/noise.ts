import { setTimeout as sleep } from 'node:timers/promises';
import type { Wire } from './responder/fake.ts';
import { runFake } from './responder/run-fake.ts';

// Writes to stdout what is no protocol. `banner`: before the first message. `glued`: in front of each tool result, on the
// same line. Every variant has `dump`, which writes forty lines in the middle of a call, and `flood`, which does that to stderr.
await runFake(({ variant }) => ({
  started(wire) {
    if (variant === 'banner') wire.write('Server ready v1.2\n\n🚀 listening\n');
  },
  tools: {
    hello: {
      call({ id, answerRaw }) {
        if (variant !== 'glued') return 'hello';
        const result = { content: [{ type: 'text', text: 'hello' }] };
        return answerRaw(`[INFO] request served ${JSON.stringify({ jsonrpc: '2.0', id, result })}`);
      },
    },
    dump: {
      async call({ wire }) {
        for (const line of dump) {
          wire.write(`${line}\n`);
          await sleep(2);
        }
        return 'dumped';
      },
    },
    flood: {
      async call({ args, wire }) {
        await flood(Number(args['bytes'] ?? 256 * 1024), wire);
        return 'flooded';
      },
    },
  },
}));

const stackLines = Array.from({ length: 30 }, (_, n) => `    at handler${n} (/srv/app/server.js:${n + 1}:13)`);

const dump: readonly string[] = [
  'Response headers: {',
  `  'x-a': 'b',`,
  `  'authorization': 'Bearer planted-bearer-4f8a1c77d2e94b0b'`,
  '}',
  '{"a":1}',
  '[]',
  'null',
  '"text"',
  'Error: boom',
  ...stackLines,
  '{',
];

/** Goes on when the reader has taken all of it, as a `print` to stderr in a serial server does. */
async function flood(bytes: number, wire: Wire): Promise<void> {
  for (const text of ['a line of a log\n'.repeat(Math.ceil(bytes / 32)), 'x'.repeat(Math.ceil(bytes / 2))])
    await new Promise((resolve) => process.stderr.write(text, resolve));
  wire.journal.note('flooded');
}
