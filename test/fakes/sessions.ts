import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange, Fake, FakeCall, FakeTool, HttpControl } from './responder/fake.ts';
import { refuse } from './responder/http.ts';
import { runFake } from './responder/run-fake.ts';

// Over HTTP only. Forgets every session after the first tool call that it has answered, and refuses the next request in its own
// way, the variant: `404`, `404-null` (with −32001 and id null), `404-empty`, `400`, `401`, `403`, `410`, `503`. The second word says how
// many calls it serves before it forgets (1; with 0 it never knows a session that it has given); it forgets once, or `always`,
// the third word. The tool `hold` {ms, cut} says `committed` in the journal and takes so long for its answer, or to break its
// connection off. The variant `500-words` forgets nothing; its tool `trip` is refused by 500 and words about a session.
await runFake(({ variant, words }): Fake => {
  const [times = '1', always] = words;
  let calls = 0;
  let forgotten = false;
  return {
    capabilities: { tools: {}, resources: { subscribe: true }, logging: {} },
    methods: {
      'resources/list': () => ({ resources: [] }),
      'resources/subscribe': () => ({}),
      'logging/setLevel': () => ({}),
    },
    tools: { find: served(true), send: served(false), hold: { call: hold }, trip: { call: trip } },
    exchanged(exchange, control) {
      if (times === '0') control.sessions.clear();
      if (exchange.method === 'tools/call') forget(exchange, control);
      const id = exchange.request.headers['mcp-session-id'];
      if (id === undefined || control.sessions.has(String(id)) || exchange.method === 'initialize') return false;
      refuseSession(exchange, variant);
      return true;
    },
  };

  function forget({ request, response }: Exchange, { sessions }: HttpControl): void {
    if (variant === '500-words' || !sessions.has(String(request.headers['mcp-session-id']))) return;
    calls += 1;
    if (times === '0' || calls % Number(times) !== 0 || (forgotten && always !== 'always')) return;
    forgotten = true;
    response.on('finish', () => sessions.clear());
  }
});

function refuseSession({ response }: Exchange, variant: string): void {
  switch (variant) {
    case '400':
      return refuse(response, 400, -32_000, 'Bad Request: No valid session ID provided');
    case '401':
      return refuse(response, 401, -32_001, 'Session not found');
    case '403':
    case '410':
    case '503':
      return refuse(response, Number(variant), -32_000, 'Session not found');
    case '404-empty':
      return void response.writeHead(404).end();
    case '404-null':
      return refuse(response, 404, -32_001, 'Session not found');
    default:
      return void response.writeHead(404, { 'content-type': 'text/plain' }).end('Not Found');
  }
}

async function hold({ args, wire, exchange }: FakeCall): Promise<string | undefined> {
  wire.journal.note('committed');
  await sleep(Number(args['ms']));
  if (args['cut'] !== true) return 'held';
  exchange?.response.destroy();
  return undefined;
}

function trip({ exchange }: FakeCall): void {
  exchange?.response.writeHead(500, { 'content-type': 'application/json' }).end('{"detail":"Session is closed"}');
}

function served(readOnlyHint: boolean): FakeTool {
  return { definition: { annotations: { readOnlyHint } }, call: () => 'served' };
}
