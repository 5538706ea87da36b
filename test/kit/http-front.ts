import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { messagesOf } from './json-rpc.ts';

/** A request as it came to a front. */
export interface FrontRequest {
  readonly http: string;
  /** The JSON-RPC method of the body; undefined where it has none. */
  readonly rpc: string | undefined;
  readonly headers: IncomingMessage['headers'];
}

/** What a front does with a request itself; false where it shall pass it on. */
export type FrontRule = (request: FrontRequest, response: ServerResponse) => boolean;

/** What stands in front of a server, as a proxy or a bridge does, and has its own way with some requests. */
export class HttpFront implements AsyncDisposable {
  readonly seen: FrontRequest[] = [];
  rule: FrontRule;
  readonly #behind: URL;
  readonly #server = createServer((request, response) => void this.#take(request, response));

  private constructor(behind: string, rule: FrontRule) {
    this.#behind = new URL(behind);
    this.rule = rule;
  }

  static async open(behind: string, rule: FrontRule): Promise<HttpFront> {
    const front = new HttpFront(behind, rule);
    await new Promise<void>((resolve) => front.#server.listen(0, '127.0.0.1', resolve));
    return front;
  }

  /** The address of the server, through the front. */
  get url(): string {
    const address = this.#server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    return `http://127.0.0.1:${port}${this.#behind.pathname}`;
  }

  /** What has been asked for, in order: the method of JSON-RPC, else that of HTTP. */
  get heard(): readonly string[] {
    return this.seen.map(({ http, rpc }) => rpc ?? http);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const { method = '', headers } = request;
    const seen = { http: method, rpc: messagesOf(body)[0]?.method, headers };
    this.seen.push(seen);
    if (this.rule(seen, response)) return;
    const onward = httpRequest(new URL(request.url ?? '/', this.#behind), { method, headers });
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers).flushHeaders();
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    onward.end(body);
  }
}
