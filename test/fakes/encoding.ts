import { setTimeout as sleep } from 'node:timers/promises';
import { runFake } from './responder/run-fake.ts';
import { asText } from './responder/server.ts';

// Has trouble with text. `exits` dies on a request that isn't ASCII, `swallows` never answers one.
// Tools: `bad_bytes` (invalid UTF-8 in a result; `as`: in one that says `failure`, or in an `error`), `split` (a character cut over two writes), `env` (what the child was given).
await runFake(({ variant }) => ({
  tools: {
    echo: {
      definition: { annotations: { readOnlyHint: true } },
      call({ args, text }) {
        const plain = Buffer.byteLength(text) === text.length;
        if (!plain && variant === 'exits') {
          process.stderr.write("UnicodeEncodeError: 'charmap' codec can't encode character\n");
          process.exit(1);
        }
        if (!plain && variant === 'swallows') return undefined;
        return asText(args['text']);
      },
    },
    bad_bytes: {
      call: ({ id, wire, exchange, args }) => {
        const bytes = args['bytes'] === 'latin' ? Buffer.from([0x97]) : Buffer.from([0xc7, 0xd1, 0xff]);
        const [before, after] = aroundText(id, args['as']);
        if (exchange === undefined) return wire.write(Buffer.concat([before, bytes, after, Buffer.from('\n')]));
        exchange.response.writeHead(200, { 'content-type': 'application/json' });
        exchange.response.end(Buffer.concat([before, bytes, after]));
      },
    },
    split: {
      call: async ({ id, wire, exchange }) => {
        const [before, after] = aroundText(id);
        const euro = Buffer.from('€');
        const parts = [
          Buffer.concat([before, euro.subarray(0, 1)]),
          euro.subarray(1, 2),
          Buffer.concat([euro.subarray(2), after]),
        ];
        exchange?.response.writeHead(200, { 'content-type': 'application/json' });
        for (const part of parts) {
          if (exchange === undefined) wire.write(part);
          else exchange.response.write(part);
          await sleep(30);
        }
        if (exchange === undefined) wire.write('\n');
        else exchange.response.end();
      },
    },
    silent: { call: () => undefined },
    env: { call: ({ args }) => JSON.stringify(process.env[String(args['name'])] ?? null) },
  },
}));

function aroundText(id: unknown, as?: unknown): readonly [Buffer, Buffer] {
  const head = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},`;
  if (as === 'error')
    return [Buffer.from(`${head}"error":{"code":-32603,"message":"before `), Buffer.from(' after"}}')];
  const members = as === 'failure' ? '"isError":true,' : '';
  return [
    Buffer.from(`${head}"result":{${members}"content":[{"type":"text","text":"before `),
    Buffer.from(' after"}]}}'),
  ];
}
