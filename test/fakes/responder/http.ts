import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Exchange, Fake, HttpControl, Wire } from './fake.ts';
import type { JournalWriter } from './journal.ts';
import { asObject, FakeServer, isModern, type CallStream } from './server.ts';

/** Runs a fake as Streamable HTTP on loopback; the port 0 takes any. */
export async function serveHttp(fake: Fake, journal: JournalWriter, modern: boolean, port: number): Promise<Server> {
  const streams = new Set<ServerResponse>();
  const wire: Wire = {
    kind: 'http',
    journal,
    send: (message) => {
      for (const stream of streams) stream.write(eventOf(JSON.stringify({ jsonrpc: '2.0', ...message })));
    },
    write: () => undefined,
  };
  await fake.started?.(wire);
  const server = new FakeServer(fake, wire, modern);
  const control: HttpControl = { sessions: new Set(), pause };

  const http = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve));
  const listening = portOf(http);
  return http;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await read(request);
    const message = parse(body);
    const exchange: Exchange = { request, response, body, method: methodOf(message) };
    journal.note('http', { method: request.method, rpc: exchange.method, headers: request.headers });
    response.on('close', () =>
      journal.note('http-closed', {
        method: request.method,
        rpc: exchange.method,
        finished: response.writableFinished,
      }),
    );
    if (await fake.exchanged?.(exchange, control)) return;

    const session = request.headers['mcp-session-id'];
    if (session !== undefined && !control.sessions.has(String(session)))
      return refuse(response, 404, -32_001, 'Session not found');
    if (request.method === 'GET') {
      return session === undefined ? refuse(response, 405, -32_000, 'Method not allowed') : openStream(response);
    }
    if (request.method === 'DELETE') {
      control.sessions.delete(String(session));
      return void response.writeHead(200).end();
    }
    if (exchange.method === 'initialize') {
      const id = randomUUID();
      control.sessions.add(id);
      response.setHeader('mcp-session-id', id);
    }
    const { id, params } = asObject(message);
    if (id === undefined || exchange.method === undefined) response.writeHead(202).end();
    // On the modern wire whoever leaves cancels.
    else if (isModern(asObject(asObject(params)['_meta']))) response.on('close', () => server.abandon(id));
    server.receive(body, streamOf(exchange));
  }

  function openStream(response: ServerResponse): void {
    response.writeHead(200, eventStream).flushHeaders();
    streams.add(response);
    response.on('close', () => streams.delete(response));
  }

  function pause(ms: number): void {
    http.close();
    http.closeAllConnections();
    setTimeout(() => http.listen(listening, '127.0.0.1'), ms);
  }
}

/** A response that is JSON as long as nothing comes before the answer, and a stream of events from then on. */
function streamOf(exchange: Exchange): CallStream {
  const { response } = exchange;
  return {
    exchange,
    send(text) {
      if (response.writableEnded || response.destroyed) return;
      if (!response.headersSent) response.writeHead(200, eventStream);
      response.write(eventOf(text));
    },
    answer(text) {
      if (response.writableEnded || response.destroyed) return;
      if (response.headersSent) response.end(eventOf(text));
      else response.writeHead(200, { 'content-type': 'application/json' }).end(text);
    },
  };
}

/** The port that a server listens on. */
export function portOf(http: Server): number {
  const address = http.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** The headers of a stream of events. */
export const eventStream = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' };

/** One event that carries a message. */
export function eventOf(text: string): string {
  return `event: message\ndata: ${text}\n\n`;
}

/** Answers an HTTP request with a JSON-RPC error that belongs to no request. */
export function refuse(response: ServerResponse, status: number, code: number, message: string, data?: unknown): void {
  const error = { code, message, ...(data !== undefined && { data }) };
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error }));
}

/** Reads the whole body of a request as text. */
export async function read(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  return text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function methodOf(message: unknown): string | undefined {
  const { method } = asObject(message);
  return typeof method === 'string' ? method : undefined;
}
