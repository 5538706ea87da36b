import { randomUUID } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Fake, Wire } from './fake.ts';
import { eventOf, eventStream, read } from './http.ts';
import type { JournalWriter } from './journal.ts';
import { FakeServer } from './server.ts';

/** Runs a fake as the old HTTP+SSE transport of 2024-11-05: one stream for all that it says, one path for all that it hears. */
export async function serveOldSse(fake: Fake, journal: JournalWriter, port: number): Promise<Server> {
  const sessions = new Map<string, { readonly stream: ServerResponse; readonly server: FakeServer }>();

  const http = createServer((request, response) => {
    journal.note('http', { method: request.method, url: request.url, headers: request.headers });
    if (request.method === 'GET') return open(response);
    const session = sessions.get(new URL(request.url ?? '', 'http://localhost').searchParams.get('session') ?? '');
    if (session === undefined) return void response.writeHead(404).end('Session not found');
    void read(request).then((body) => {
      response.writeHead(202).end('Accepted');
      const send = (text: string): void => void session.stream.write(eventOf(text));
      session.server.receive(body, { send, answer: send });
    });
  });
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve));
  return http;

  function open(stream: ServerResponse): void {
    const id = randomUUID();
    const wire: Wire = {
      kind: 'sse',
      journal,
      send: (message) => void stream.write(eventOf(JSON.stringify({ jsonrpc: '2.0', ...message }))),
      write: () => undefined,
    };
    stream.writeHead(200, eventStream);
    stream.write(`event: endpoint\ndata: /messages?session=${id}\n\n`);
    sessions.set(id, { stream, server: new FakeServer(fake, wire, false) });
    stream.on('close', () => sessions.delete(id));
  }
}
