import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange, Fake, FakeCall } from './responder/fake.ts';
import { eventOf, eventStream } from './responder/http.ts';
import { runFake } from './responder/run-fake.ts';

// Over HTTP only. How a GET is answered: `get-text` (200, plain text), `get-closes` (a stream that ends at once), `get-405`,
// `get-retry` (ends after `--ms`, having asked for a pause of 5/3 of that). How long an answer takes: `late-headers` (`--ms` before the headers),
// `quiet` (one event, `--ms` of silence, the answer), `ends` (a stream that ends without its answer), `cuts` (one that breaks off).
await runFake(({ variant, ms = 3_000 }): Fake => ({
  tools: {
    hello: { definition: { annotations: { readOnlyHint: true } }, call: () => 'hello' },
    long: { definition: { annotations: { readOnlyHint: true } }, call: (call) => long(call, variant, ms) },
    send: { definition: { annotations: { readOnlyHint: false } }, call: (call) => long(call, variant, ms) },
  },
  exchanged: (exchange) => exchange.request.method === 'GET' && answerGet(exchange, variant, ms),
}));

function answerGet({ response }: Exchange, variant: string, ms: number): boolean {
  switch (variant) {
    case 'get-text':
      response.writeHead(200, { 'content-type': 'text/plain' }).end('It works!');
      return true;
    case 'get-closes':
      response.writeHead(200, eventStream).end();
      return true;
    case 'get-405':
      response.writeHead(405, { allow: 'POST' }).end();
      return true;
    case 'get-retry':
      response.writeHead(200, eventStream).write(`retry: ${Math.round((ms * 5) / 3)}\nid: 1\ndata:\n\n`);
      setTimeout(() => response.end(), ms);
      return true;
    default:
      return false;
  }
}

async function long(call: FakeCall, variant: string, ms: number): Promise<string | undefined> {
  call.wire.journal.note('committed', { tool: call.params['name'] });
  const response = call.exchange?.response;
  if (variant === 'late-headers') await sleep(ms);
  if (variant === 'quiet' || variant === 'ends' || variant === 'cuts') {
    const first = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'begun' } };
    response?.writeHead(200, eventStream).write(eventOf(JSON.stringify(first)));
    await sleep(variant === 'quiet' ? ms : 50);
  }
  if (variant === 'ends') return void response?.end();
  if (variant === 'cuts') return void response?.destroy();
  return 'at last';
}
