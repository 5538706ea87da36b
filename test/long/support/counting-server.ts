import { setTimeout as sleep } from 'node:timers/promises';
import type { FakeCall, FakeTool } from '../../fakes/responder/fake.ts';
import { runFake } from '../../fakes/responder/run-fake.ts';

// Writes `executed` into the journal, on disk before anything else happens, once for each time that it does something.
// Each call says how long it takes before (`before`) and after (`after`) that moment, in milliseconds. `stays` lives on
// when its stdin is closed and when it is asked to go, and is slow to answer: writing to a closed stdout ends it.
await runFake(({ variant }) => {
  const stays = variant === 'stays';
  if (stays) {
    process.on('SIGTERM', () => {});
    setInterval(() => {}, 60_000);
  }
  return {
    tools: {
      send: tool({ readOnlyHint: false }, stays),
      find: tool({ readOnlyHint: true }, stays),
      put: tool({ readOnlyHint: false, idempotentHint: true }, stays),
    },
    ignoresEnd: stays,
  };
});

function tool(annotations: Readonly<Record<string, boolean>>, isSlow: boolean): FakeTool {
  return { definition: { annotations }, call: (call) => execute(call, isSlow) };
}

async function execute({ params, args, wire }: FakeCall, isSlow: boolean): Promise<string> {
  await sleep(Number(args['before'] ?? 0));
  wire.journal.note('executed', { tool: params['name'], text: args['text'] });
  await sleep(isSlow ? 60_000 : Number(args['after'] ?? 0));
  return `${String(params['name'])} ${String(args['text'])}`;
}
