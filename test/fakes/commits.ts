import { readFileSync } from 'node:fs';
import type { Exchange, FakeCall, FakeTool, HttpControl } from './responder/fake.ts';
import { refuse } from './responder/http.ts';
import { runFake } from './responder/run-fake.ts';

// Does its work, writes `committed` into the journal, and then fails to say so: the variant.
// `silent` never answers; `closes` cuts the connection, over stdio by dying; `reset` cuts it with half an answer sent;
// `503`, `500` after the work; `429` refuses before it; `refuses` goes away after each `tools/list` for `--ms`.
// The second word says how often (1); the journal counts, so a restart doesn't start over.
await runFake(({ variant, words, ms = 1_500, journal }) => {
  const times = Number(words[0] ?? 1);
  const tool = (annotations?: Readonly<Record<string, unknown>>): FakeTool => ({
    definition: {
      inputSchema: { type: 'object', properties: { text: { type: 'string' }, request_id: { type: 'string' } } },
      ...(annotations !== undefined && { annotations }),
    },
    call: (call) => commit(call, variant, times, journal),
  });
  return {
    tools: {
      send: tool({ readOnlyHint: false }),
      find: tool({ readOnlyHint: true }),
      put: tool({ readOnlyHint: false, idempotentHint: true, destructiveHint: false }),
      plain: tool(),
      hello: { call: () => 'hello' },
    },
    exchanged: (exchange, control) => variant === 'refuses' && goAway(exchange, control, ms),
  };
});

function commit(call: FakeCall, variant: string, times: number, journal: string | undefined): string | undefined {
  const tool = String(call.params['name']);
  const before = attemptsOf(tool, journal);
  const { note } = call.wire.journal;
  note('attempted', { tool });
  if (before >= times) return done(call, tool);
  const response = call.exchange?.response;
  if (variant === '429') {
    if (response === undefined) call.fail(-32_003, 'Too many requests', { retryAfter: 1 });
    else response.writeHead(429, { 'retry-after': '1', 'content-type': 'text/plain' }).end('Too many requests');
    return undefined;
  }
  note('committed', { tool, arguments: call.args });
  switch (variant) {
    case 'silent':
      return undefined;
    case 'closes':
      if (response === undefined) process.exit(9);
      response.destroy();
      return undefined;
    case 'reset':
      if (response === undefined) process.stdout.write('{"jsonrpc":"2.0","id":', () => process.exit(9));
      else
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .write('{"jsonrpc":"2.0","id":', () => response.destroy());
      return undefined;
    case '500':
    case '503':
      if (response === undefined) call.fail(-32_603, 'Service unavailable');
      else refuse(response, Number(variant), -32_603, 'Service unavailable');
      return undefined;
    default:
      return `${tool}: done`;
  }
}

function done(call: FakeCall, tool: string): string {
  call.wire.journal.note('committed', { tool, arguments: call.args });
  return `${tool}: done`;
}

function attemptsOf(tool: string, journal: string | undefined): number {
  if (journal === undefined) throw new Error('This fake counts in its journal: give --journal FILE.');
  return readFileSync(journal, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"attempted"') && line.includes(`"tool":"${tool}"`)).length;
}

function goAway({ method, response }: Exchange, control: HttpControl, ms: number): boolean {
  if (method === 'tools/list') response.on('finish', () => setTimeout(() => control.pause(ms), 100));
  return false;
}
