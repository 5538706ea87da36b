import { setTimeout as sleep } from 'node:timers/promises';
import type { FakeCall } from './responder/fake.ts';
import { runFake } from './responder/run-fake.ts';
import { asText } from './responder/server.ts';

// Gets the id of an answer wrong, in `odd` only. `text`: "3" for 3. `zero`: 0 for all. `null`, `none`: an error that names
// no request. `other`: an id that nobody used. `twice`: the answer comes two times. `newest`: the id of the
// newest call. `every`: each notification gets an answer.
await runFake(({ variant }) => ({
  tools: {
    wait: {
      async call({ args }) {
        await sleep(Number(args['ms'] ?? 100));
        return asText(args['text'], 'waited');
      },
    },
    odd: {
      definition: { annotations: { readOnlyHint: false } },
      call: (call) => (variant === 'newest' ? oddly(call) : odd(call, variant)),
    },
  },
  notified: (method, _params, wire) => {
    if (variant === 'every') wire.send({ id: null, error: { code: -32_601, message: `Unknown method: ${method}` } });
  },
}));

let newestId: unknown = undefined;

async function oddly({ id, args, answerRaw }: FakeCall): Promise<void> {
  newestId = id;
  await sleep(Number(args['ms']));
  answerRaw(
    JSON.stringify({
      jsonrpc: '2.0',
      id: newestId,
      result: { content: [{ type: 'text', text: asText(args['text'], 'odd') }] },
    }),
  );
}

function odd({ id, answerRaw }: FakeCall, variant: string): void {
  const result = '"result":{"content":[{"type":"text","text":"odd"}]}';
  const error = '"error":{"code":-32700,"message":"Parse error: unexpected end of input"}';
  switch (variant) {
    case 'text':
      return answerRaw(`{"jsonrpc":"2.0","id":${JSON.stringify(String(id))},${result}}`);
    case 'zero':
      return answerRaw(`{"jsonrpc":"2.0","id":0,${result}}`);
    case 'other':
      return answerRaw(`{"jsonrpc":"2.0","id":987654321,${result}}`);
    case 'null':
      return answerRaw(`{"jsonrpc":"2.0","id":null,${error}}`);
    case 'none':
      return answerRaw(`{"jsonrpc":"2.0",${error}}`);
    default:
      answerRaw(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},${result}}`);
      if (variant === 'twice') answerRaw(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},${result}}`);
  }
}
