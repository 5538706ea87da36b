import { runFake } from './responder/run-fake.ts';
import { asText } from './responder/server.ts';

// Has the tool `send`, as others do, and says which server it is: the variant. `argv` gives back the words of its command line.
await runFake(({ variant, words }) => ({
  tools: {
    send: { call: ({ args }) => `${variant} sent ${asText(args['text'])}`.trim() },
    [`only_${variant}`]: { definition: { annotations: { readOnlyHint: true } }, call: () => variant },
    argv: { call: () => JSON.stringify(words) },
    pid: { call: () => String(process.pid) },
  },
}));
