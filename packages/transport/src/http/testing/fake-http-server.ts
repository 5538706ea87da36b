import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as a fake server saw it. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** The parsed body where it is JSON; undefined otherwise. */
  readonly message: { readonly id?: unknown; readonly method?: string; readonly params?: unknown } | undefined;
  /** Whether the client has closed the connection before the answer was complete. */
  readonly aborted: () => boolean;
}

/** What a fake does with a request. */
export type Behaviour = (request: SeenRequest, response: ServerResponse) => void | Promise<void>;

/** A server on a free port of the loopback that behaves as it is told and remembers what it saw. */
export class FakeHttpServer {
  readonly seen: SeenRequest[] = [];
  readonly #server = createServer((request, response) => void this.#handle(request, response));
  readonly #behaviour: Behaviour;

  private constructor(behaviour: Behaviour) {
    this.#behaviour = behaviour;
  }

  static async start(behaviour: Behaviour): Promise<FakeHttpServer> {
    const fake = new FakeHttpServer(behaviour);
    fake.#server.keepAliveTimeout = 60_000;
    await new Promise<void>((resolve) => fake.#server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  get port(): number {
    // Sound: it listens on a TCP port.
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): URL {
    return new URL(`http://127.0.0.1:${this.port}/mcp`);
  }

  /** The methods of the messages and, for requests without one, of HTTP. */
  get heard(): readonly string[] {
    return this.seen.map(({ message, method }) => message?.method ?? (message === undefined ? method : 'response'));
  }

  seenMessage(method: string): SeenRequest | undefined {
    return this.seen.find(({ message }) => message?.method === method);
  }

  /** How many connections clients hold to it. */
  connections(): Promise<number> {
    return new Promise((resolve, reject) =>
      this.#server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
    );
  }

  closeConnections(): void {
    this.#server.closeAllConnections();
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    let aborted = false;
    response.on('close', () => (aborted = !response.writableFinished));
    const { method = '', url: path = '', headers } = request;
    const seen: SeenRequest = { method, path, headers, body, message: parse(body), aborted: () => aborted };
    this.seen.push(seen);
    await this.#behaviour(seen, response);
  }
}

/** Answers with JSON. */
export function sendJson(
  response: ServerResponse,
  value: unknown,
  headers: Record<string, string> = {},
  status = 200,
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}

/** Opens an event stream; the caller writes and ends it. */
export function openEvents(response: ServerResponse, headers: Record<string, string> = {}): ServerResponse {
  response.writeHead(200, { 'content-type': 'text/event-stream', ...headers });
  response.flushHeaders();
  return response;
}

/** One event of a stream, with an id where one is given. */
export function eventText(value: unknown, id?: string): string {
  return `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(value)}\n\n`;
}

/** A result for the request that was seen. */
export function resultFor({ message }: SeenRequest, result: unknown = {}): object {
  return { jsonrpc: '2.0', id: message?.id, result };
}

/**
 * A well-behaved legacy server around one misbehaviour: it opens the session `s1`, acknowledges notifications and has no
 * GET stream; `behave` gets everything else, and may take any request over by returning true.
 */
export function legacyServer(
  behave: Behaviour,
  takeOver: (request: SeenRequest, response: ServerResponse) => boolean = () => false,
): Behaviour {
  return (request, response) => {
    if (takeOver(request, response)) return;
    const { method, message } = request;
    if (method === 'GET') response.writeHead(405).end();
    else if (method === 'DELETE') response.writeHead(200).end();
    else if (message?.method === 'initialize')
      sendJson(response, resultFor(request, { protocolVersion: '2025-06-18' }), { 'mcp-session-id': 's1' });
    else if (message !== undefined && message.id === undefined) response.writeHead(202).end();
    else return behave(request, response);
  };
}

function parse(body: string): SeenRequest['message'] {
  try {
    return body === '' ? undefined : (JSON.parse(body) as SeenRequest['message']);
  } catch {
    return undefined;
  }
}
