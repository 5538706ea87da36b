// What the pieces of one call cost, each by itself: `npm run bench -- --only micro`.
import {
  type Call,
  compile,
  EventStream,
  Message,
  neverCancelled,
  type Plan,
  RetryBudget,
  SystemClock,
} from '@breakwater/core';
import { bench, do_not_optimize, run, summary } from 'mitata';

const plain = 'Text as it comes, in words and nothing else. ';
const answers = [
  { name: '192 bytes', text: answerOf(plain, 110) },
  { name: '100 kB', text: answerOf(plain, 100_000) },
  { name: '100 kB with escapes', text: answerOf('Text as it comes, "quoted" and on\ntwo lines. ', 100_000) },
];

for (const { name, text } of answers) {
  summary(() => {
    bench(`envelope of ${name}: Message.read`, () => do_not_optimize(Message.read(text)));
    bench(`envelope of ${name}: JSON.parse`, () => do_not_optimize(JSON.parse(text)));
    bench(`envelope of ${name}: JSON.parse and stringify`, () => do_not_optimize(JSON.stringify(JSON.parse(text))));
  });
}

const answer = Message.read(answerOf(plain, 110));
const plan = planOfDefaults();
const call: Call = {
  correlationId: 'bw-bench',
  target: { kind: 'tool', server: 'echo', name: 'echo' },
  message: Message.request(1, 'tools/call', { name: 'echo' }),
  principal: { id: 'local', kind: 'local' },
  safety: 'unsafe',
  deadlineAt: performance.now() + 3_600_000,
  signal: neverCancelled,
  attempt: 0,
  maxAttempts: 0,
  plan,
  dispatch(_call, attempt) {
    attempt.dispatched(() => {});
    attempt.succeed(answer);
  },
};

bench('a call through the pipeline, answered at once', async () => do_not_optimize(await plan.run(call)));
bench('a promise, for comparison', async () => do_not_optimize(await Promise.resolve(answer)));

await run();

function planOfDefaults(): Plan {
  const clock = new SystemClock();
  return compile(
    {
      limits: { deadline: { ms: 600_000, setBy: 'built-in' } },
      retry: { maxAttempts: 3, maxAttemptsRead: 5 },
      locale: 'en',
    },
    { clock, random: Math.random, events: new EventStream(() => clock.now()), budget: new RetryBudget(clock) },
  );
}

function answerOf(text: string, bytes: number): string {
  const content = [{ type: 'text', text: text.repeat(Math.ceil(bytes / text.length)).slice(0, bytes) }];
  return JSON.stringify({ jsonrpc: '2.0', id: 1, result: { content, isError: false } });
}
