import { setTimeout as sleep } from 'node:timers/promises';
import type { FakeCall } from './responder/fake.ts';
import { runFake } from './responder/run-fake.ts';
import { asText } from './responder/server.ts';

// Takes its time. `polite` stops a `wait` that was cancelled and says nothing; otherwise the answer comes all the same, late.
// `serial` does one thing after the other, ping included.
await runFake(({ variant, ms = 3_000 }) => ({
  serial: variant === 'serial',
  tools: {
    wait: {
      definition: { annotations: { readOnlyHint: true } },
      async call(call) {
        const waitMs = Number(call.args['ms'] ?? ms);
        if (!(await slept(waitMs, variant === 'polite' ? call.cancelled : undefined))) return undefined;
        return asText(call.args['text'], `waited ${waitMs} ms`);
      },
    },
    fast: { definition: { annotations: { readOnlyHint: true } }, call: ({ args }) => asText(args['text'], 'fast') },
    who: {
      call: ({ exchange }) =>
        JSON.stringify({ pid: process.pid, session: exchange?.request.headers['mcp-session-id'] }),
    },
    count: { call: count },
    tick: { call: tick },
    late_progress: {
      async call(call) {
        call.reply({ content: [{ type: 'text', text: 'done' }] });
        for (let step = 1; step <= 3; step++) {
          await sleep(Number(call.args['everyMs'] ?? 600));
          // The call's own stream has ended over HTTP, so a late one can only come by the stream that all share.
          const params = { progressToken: call.progressToken, progress: step };
          call.wire.send({ method: 'notifications/progress', params });
        }
        call.wire.journal.note('late-progress-sent');
      },
    },
  },
}));

/** Works until it is cancelled, and writes each step down. */
async function count({ cancelled, wire }: FakeCall): Promise<string | undefined> {
  for (let n = 1; !cancelled.aborted; n++) {
    wire.journal.note('counted', { n });
    await slept(200, cancelled);
    if (n === 300) return 'nobody cancelled me';
  }
  return undefined;
}

/** Reports progress at a steady pace, to those who asked for it. */
async function tick(call: FakeCall): Promise<string> {
  const everyMs = Number(call.args['everyMs'] ?? 1_000);
  const times = Number(call.args['times'] ?? 10);
  for (let step = 1; step <= times; step++) {
    await sleep(everyMs);
    call.progress(step);
  }
  return `${times} steps`;
}

async function slept(delayMs: number, signal: AbortSignal | undefined): Promise<boolean> {
  return sleep(delayMs, true, signal === undefined ? {} : { signal }).catch(() => false);
}
