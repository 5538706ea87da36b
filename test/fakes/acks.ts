import type { ServerResponse } from 'node:http';
import { runFake } from './responder/run-fake.ts';

// Over HTTP only. Acknowledges notifications in its own way, the variant: `202`, `200-empty`, `200-null`, `204`, `202-text`,
// `200-id-null`.
await runFake(({ variant }) => ({
  tools: { hello: { definition: { annotations: { readOnlyHint: true } }, call: () => 'hello' } },
  exchanged({ method, response }) {
    if (method?.startsWith('notifications/') !== true) return false;
    acknowledge(response, variant);
    return true;
  },
}));

function acknowledge(response: ServerResponse, variant: string): void {
  const json = { 'content-type': 'application/json' };
  switch (variant) {
    case '200-empty':
      return void response.writeHead(200, { ...json, 'content-length': '0' }).end();
    case '200-null':
      return void response.writeHead(200, json).end('null');
    case '204':
      return void response.writeHead(204).end();
    case '202-text':
      return void response.writeHead(202, { 'content-type': 'text/plain' }).end('ok');
    case '200-id-null':
      return void response.writeHead(200, json).end('{"jsonrpc":"2.0","id":null}');
    default:
      return void response.writeHead(202).end();
  }
}
