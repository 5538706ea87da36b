import type { ServerResponse } from 'node:http';
import { eventStream } from './responder/http.ts';
import { runFake } from './responder/run-fake.ts';

// Over HTTP only. Answers requests with something that is no answer, the variant: `404`, `500`, `502`, `401`, `403`, `reset`,
// `html` (200), `not-json`, `empty` (200), `null`, `202`, `stream-empty`, `redirect`, `no-type`. The other words are the methods
// that get it (`tools/call`); `all` is every request but the handshake.
await runFake(({ variant, words }) => {
  const methods = words.length === 0 ? ['tools/call'] : words;
  const hit = (method: string | undefined): boolean =>
    method !== undefined &&
    (methods.includes(method) ||
      (methods.includes('all') && method !== 'initialize' && !method.startsWith('notifications/')));
  return {
    tools: { hello: { definition: { annotations: { readOnlyHint: false } }, call: () => 'hello' } },
    exchanged({ method, response }) {
      if (!hit(method)) return false;
      answerBadly(response, variant);
      return true;
    },
  };
});

function answerBadly(response: ServerResponse, variant: string): void {
  const page = '<html><body><h1>Bad gateway at 10.1.2.3</h1></body></html>';
  const json = { 'content-type': 'application/json' };
  switch (variant) {
    case 'reset':
      return void response.socket?.resetAndDestroy();
    case 'html':
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    case 'not-json':
      return void response.writeHead(200, json).end('{"jsonrpc":"2.0","id":1,"resu');
    case 'empty':
      return void response.writeHead(200, { ...json, 'content-length': '0' }).end();
    case 'null':
      return void response.writeHead(200, json).end('null');
    case '202':
      return void response.writeHead(202).end();
    case 'stream-empty':
      return void response.writeHead(200, eventStream).end();
    case 'redirect':
      return void response.writeHead(302, { location: 'http://127.0.0.1:9/login' }).end();
    case 'no-type':
      return void response.writeHead(200).end('OK');
    case '401':
      return void response
        .writeHead(401, { 'www-authenticate': 'Bearer resource_metadata="https://auth.example/x"' })
        .end();
    default:
      return void response.writeHead(Number(variant), { 'content-type': 'text/html' }).end(page);
  }
}
