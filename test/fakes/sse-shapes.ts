import { setTimeout as sleep } from 'node:timers/promises';
import type { FakeCall } from './responder/fake.ts';
import { eventStream } from './responder/http.ts';
import { runFake } from './responder/run-fake.ts';

// Over HTTP only. Writes each answer to `shaped` as the same event in another legal shape, the variant: `lf`, `crlf`, `cr`,
// `cut` (CR and LF in different chunks), `bytes` (a chunk for each byte), `pretty` (JSON over several data lines), `nospace`,
// `comments` (comments and another event between), `character` (a chunk ends inside a character), `bom`.
await runFake(({ variant }) => ({
  tools: { shaped: { definition: { annotations: { readOnlyHint: true } }, call: (call) => shaped(call, variant) } },
}));

async function shaped({ id, exchange }: FakeCall, variant: string): Promise<void> {
  const response = exchange?.response;
  if (response === undefined) throw new Error('Shapes of events are for HTTP: give --http.');
  const message = { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'Grüße, 世界 — ready' }] } };
  response.writeHead(200, eventStream);
  for (const chunk of chunksOf(message, variant)) {
    response.write(chunk);
    // Two writes in one turn could leave as one chunk.
    await sleep(variant === 'bytes' ? 1 : 20);
  }
  response.end();
}

function chunksOf(message: unknown, variant: string): readonly Uint8Array[] {
  const json = JSON.stringify(message);
  const plain = ['event: message', `data: ${json}`];
  switch (variant) {
    case 'crlf':
      return [Buffer.from(joined(plain, '\r\n'))];
    case 'cr':
      return [Buffer.from(joined(plain, '\r'))];
    case 'cut': {
      const bytes = Buffer.from(joined(plain, '\r\n'));
      return [bytes.subarray(0, 15), bytes.subarray(15, bytes.length - 1), bytes.subarray(bytes.length - 1)];
    }
    case 'bytes':
      return Array.from(Buffer.from(joined(plain, '\n')), (byte) => Buffer.from([byte]));
    case 'pretty':
      return [
        Buffer.from(
          joined(
            JSON.stringify(message, null, 2)
              .split('\n')
              .map((line) => `data: ${line}`),
            '\n',
          ),
        ),
      ];
    case 'nospace':
      return [Buffer.from(joined([`data:${json}`], '\n'))];
    case 'comments':
      return [Buffer.from(`: a comment\n\nevent: ping\ndata: {}\n\n:\n${joined(['id: 7', ...plain], '\n')}`)];
    case 'character': {
      const bytes = Buffer.from(joined(plain, '\n'));
      const inside = bytes.indexOf(Buffer.from('世')) + 1;
      return [bytes.subarray(0, inside), bytes.subarray(inside)];
    }
    case 'bom':
      return [Buffer.from(`\uFEFF${joined(plain, '\n')}`)];
    default:
      return [Buffer.from(joined(plain, '\n'))];
  }
}

/** An event of these lines, the empty one included. */
function joined(lines: readonly string[], end: string): string {
  return [...lines, '', ''].join(end);
}
