// Closed-loop load on a Streamable HTTP endpoint, started by `measure-http.ts`: `node load-http.ts URL LOAD-AS-JSON`
import { Agent, request, type IncomingHttpHeaders } from 'node:http';
import { answerText } from './answer-text.ts';
import { generateLoad, type Load } from './load.ts';

const [address = '', options = '{}'] = process.argv.slice(2);
const url = new URL(address);
const load = JSON.parse(options) as Load; // written by measure-http.ts
const agent = new Agent({ keepAlive: true, maxSockets: load.callers });

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let session: string | undefined = undefined;
let nextId = 1;

const protocolVersion = '2025-11-25';
const opened = await send('POST', {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'bench', version: '1.0.0' } },
});
if (opened.status !== 200) throw new Error(`The opening got ${opened.status}: ${opened.body.slice(0, 200)}`);
session = opened.headers['mcp-session-id']?.toString();
await send('POST', { jsonrpc: '2.0', method: 'notifications/initialized' });

await generateLoad(load, async (tool, text) => {
  const id = nextId++;
  const params = { name: tool, arguments: tool === 'echo' ? { text } : {} };
  const { body } = await send('POST', { jsonrpc: '2.0', id, method: 'tools/call', params });
  return answerText(body.startsWith('{') ? body : lastEvent(body), id);
});

// A gateway may keep a server for each session; one that is over should not take part in the next measurement.
if (session !== undefined) await send('DELETE');
agent.destroy();
process.disconnect();

function send(method: string, message?: object): Promise<Reply> {
  const payload = message === undefined ? '' : JSON.stringify(message);
  const headers: Record<string, string | number> = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'content-length': Buffer.byteLength(payload),
    'mcp-protocol-version': protocolVersion,
  };
  if (session !== undefined) headers['mcp-session-id'] = session;
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, agent, headers }, (incoming) => {
      let body = '';
      incoming.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk;
      });
      incoming.on('error', reject);
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body }));
    });
    outgoing.on('error', reject);
    outgoing.end(payload);
  });
}

function lastEvent(stream: string): string {
  const data = stream.split('\n').filter((line) => line.startsWith('data:') && line.length > 6);
  return data.at(-1)?.slice(5) ?? '';
}
