import { runFake } from './responder/run-fake.ts';

// Never answers one method, the variant: `initialize`, `server/discover`, `tools/list`, `tools/call`, `ping`, …
await runFake(({ variant }) => ({
  tools: { hello: { call: () => 'hello' } },
  methods: { [variant === '' ? 'tools/list' : variant]: () => undefined },
}));
