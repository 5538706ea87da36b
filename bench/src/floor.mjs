// The floor: relays JSON-RPC from HTTP POST to one stdio child under ids of its own, and does nothing else: no policy,
// no session, no check, no end of a call but its answer. `node floor.mjs PORT COMMAND ARGUMENT…`
// Plain JavaScript like what it is compared with: a process that strips types holds a hundred megabytes more.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';

const [port, command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
const pending = new Map();
let nextId = 1;
let rest = '';

child.stdout.setEncoding('utf8').on('data', (chunk) => {
  rest += chunk;
  let from = 0;
  for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n', from)) {
    deliver(JSON.parse(rest.slice(from, end)));
    from = end + 1;
  }
  rest = rest.slice(from);
});

createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    const message = JSON.parse(body);
    if (message.id === undefined) {
      response.writeHead(202).end();
      return;
    }
    pending.set(nextId, { response, id: message.id });
    message.id = nextId++;
    child.stdin.write(`${JSON.stringify(message)}\n`);
  });
}).listen(Number(port), '127.0.0.1');

function deliver(message) {
  const call = pending.get(message.id);
  if (call === undefined) return;
  pending.delete(message.id);
  message.id = call.id;
  const body = JSON.stringify(message);
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  call.response.writeHead(200, headers).end(body);
}
