import type { Fake, Wire } from './fake.ts';
import type { JournalWriter } from './journal.ts';
import { FakeServer } from './server.ts';

/** Runs a fake on the standard streams. */
export async function serveStdio(fake: Fake, journal: JournalWriter, modern: boolean): Promise<void> {
  const wire: Wire = {
    kind: 'stdio',
    journal,
    send: (message) => wire.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`),
    write: (bytes) => void process.stdout.write(bytes),
  };
  // A host that has gone away is no reason to print a stack.
  process.stdout.on('error', () => process.exit(0));
  await fake.started?.(wire);

  const server = new FakeServer(fake, wire, modern);
  const line = (text: string): void => wire.write(`${text}\n`);
  let rest = Buffer.alloc(0);
  process.stdin.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (let at = rest.indexOf(10); at >= 0; at = rest.indexOf(10)) {
      const text = rest.toString('utf8', 0, at);
      rest = rest.subarray(at + 1);
      if (text.trim() !== '') server.receive(text, { send: line, answer: line });
    }
  });
  process.stdin.on('end', () => {
    journal.note('stdin-ended');
    if (fake.ignoresEnd !== true) process.exit(0);
  });
}
