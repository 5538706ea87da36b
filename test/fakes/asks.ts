import { setTimeout as sleep } from 'node:timers/promises';
import type { FakeCall, Json } from './responder/fake.ts';
import { runFake } from './responder/run-fake.ts';

// Asks its host while a call runs: a ping first, then the one thing; answers with what it heard and how long that took.
// `--ms` is how long it waits for the answer (15 s).
await runFake(({ ms = 15_000 }) => {
  const asking = (method: string, params: Json) => ({ call: (call: FakeCall) => ask(call, method, params, ms) });
  return {
    tools: {
      fast: { call: () => 'fast' },
      elicit: asking('elicitation/create', { message: 'Go on?', requestedSchema: { type: 'object', properties: {} } }),
      sample: asking('sampling/createMessage', {
        messages: [{ role: 'user', content: { type: 'text', text: 'Say pong.' } }],
        maxTokens: 16,
      }),
      roots: asking('roots/list', {}),
    },
  };
});

async function ask(call: FakeCall, method: string, params: Json, ms: number): Promise<string> {
  const started = performance.now();
  const pong = await call.ask('ping', {});
  const pingMs = Math.round(performance.now() - started);
  const heard = await Promise.race([call.ask(method, params), sleep(ms, { silent: true }, { ref: false })]);
  return JSON.stringify({ pong, pingMs, heard, askedMs: Math.round(performance.now() - started) });
}
