import { once } from 'node:events';
import { runFake } from './responder/run-fake.ts';

const megabyte = 1024 * 1024;

// Answers at great length. `big` in writes of `chunkBytes`, with the id first or last in the message (`id: "last"`, as the
// SDK of version 1 writes it); `raw` puts the control character `code` behind its `bytes`, as no JSON may; `endless` never ends
// its line.
await runFake(() => ({
  tools: {
    hello: { call: () => 'hello' },
    big: {
      definition: { annotations: { readOnlyHint: true } },
      async call({ id, args, wire, answerRaw }) {
        const text = 'x'.repeat(Number(args['bytes'] ?? 5 * megabyte));
        const result = `"result":{"content":[{"type":"text","text":"${text}"}]}`;
        const name = `"id":${JSON.stringify(id)}`;
        const message = `{"jsonrpc":"2.0",${args['id'] === 'last' ? `${result},${name}` : `${name},${result}`}}`;
        const chunkBytes = Number(args['chunkBytes'] ?? 0);
        if (chunkBytes === 0 || wire.kind !== 'stdio') return answerRaw(message);
        for (let at = 0; at < message.length; at += chunkBytes) await written(message.slice(at, at + chunkBytes));
        return wire.write('\n');
      },
    },
    raw: {
      call({ id, args, answerRaw }) {
        const text = 'x'.repeat(Number(args['bytes'])) + String.fromCharCode(Number(args['code']));
        answerRaw(
          `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[{"type":"text","text":"${text}"}]}}`,
        );
      },
    },
    endless: {
      async call({ exchange }) {
        const block = 'x'.repeat(megabyte);
        if (exchange === undefined) for (;;) await written(block);
        exchange.response.writeHead(200, { 'content-type': 'application/json' });
        while (!exchange.response.destroyed) {
          if (!exchange.response.write(block))
            await Promise.race([once(exchange.response, 'drain'), once(exchange.response, 'close')]);
        }
      },
    },
  },
}));

/** Writes to stdout and waits for the reader, so that a reader that has stopped stops us too. */
function written(text: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(text, () => resolve()));
}
