import { request as httpRequest, type ClientRequest, type IncomingHttpHeaders } from 'node:http';
import { EventLines } from './event-lines.ts';
import { Inbox, type RequestHandlers } from './inbox.ts';
import {
  clientInfo,
  isAnswer,
  isRequest,
  legacyVersion,
  messagesOf,
  modernMeta,
  modernVersion,
  type Json,
  type JsonRpc,
} from './json-rpc.ts';
import type { Opening } from './raw-stdio-host.ts';
import { until } from './until.ts';

/** What a raw HTTP host is made from. */
export interface RawHttpOptions {
  readonly era?: 'legacy' | 'modern';
  /** Headers of every request, a bearer token say. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly handlers?: RequestHandlers;
  /** What the host can do; the modern wire says it in every request. */
  readonly capabilities?: Json;
}

/** What one HTTP request may differ in; a header that is undefined is left out. */
export interface PostOptions {
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly id?: number | string;
  readonly timeoutMs?: number;
}

/** One HTTP request of a raw host, and what has come of it so far. */
export class HttpCall {
  status: number | undefined = undefined;
  headers: IncomingHttpHeaders = {};
  /** The body as bytes, as far as it has come. */
  readonly chunks: Buffer[] = [];
  /** The messages of this response alone. */
  readonly messages: JsonRpc[] = [];
  ended: 'whole' | 'cut' | undefined = undefined;
  /** Whether we were the one who left. */
  left = false;
  readonly request: ClientRequest;
  readonly events: EventLines;

  constructor(request: ClientRequest, events: EventLines) {
    this.request = request;
    this.events = events;
  }

  get body(): string {
    return Buffer.concat(this.chunks).toString('utf8');
  }

  /** Resolves with the status as soon as there are headers. */
  opened(timeoutMs?: number): Promise<number> {
    return until('the headers of a response', () => this.status ?? (this.ended === 'cut' ? -1 : undefined), timeoutMs);
  }

  /** Resolves when the response has ended, whole or cut. */
  async finished(timeoutMs?: number): Promise<this> {
    await until('the end of a response', () => this.ended, timeoutMs);
    return this;
  }

  /** Leaves, as a host whose connection breaks does. */
  abort(): void {
    this.left = true;
    this.request.destroy();
  }
}

/** A host over Streamable HTTP that is nothing but requests: what it sends and what it got are exact to the byte. */
export class RawHttpHost {
  readonly url: string;
  readonly era: 'legacy' | 'modern';
  readonly calls: HttpCall[] = [];
  readonly inbox: Inbox;
  sessionId: string | undefined = undefined;
  protocolVersion: string | undefined = undefined;
  readonly #options: RawHttpOptions;
  #nextId = 1;

  constructor(url: string, options: RawHttpOptions = {}) {
    this.url = url;
    this.era = options.era ?? 'legacy';
    this.#options = options;
    const respond = (message: Json): void => void this.post(message);
    this.inbox = new Inbox(options.handlers ?? {}, respond, () => this.#context());
  }

  get received(): readonly JsonRpc[] {
    return this.inbox.messages;
  }

  /** Sends a body as it is, with the headers that go with it. */
  post(body: string | Json | readonly Json[], { headers = {} }: PostOptions = {}): HttpCall {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const sent = messagesOf(text);
    for (const message of sent) this.inbox.ledger.sent(message);
    return this.#send('POST', text, { ...this.#headersFor(sent[0]), ...headers }, sent);
  }

  /** Opens the stream on which the server may speak first. */
  get(options: PostOptions = {}): HttpCall {
    return this.#send(
      'GET',
      undefined,
      { ...this.#sessionHeaders(), accept: 'text/event-stream', ...options.headers },
      [],
    );
  }

  /** Ends the session. */
  delete(options: PostOptions = {}): HttpCall {
    return this.#send('DELETE', undefined, { ...this.#sessionHeaders(), ...options.headers }, []);
  }

  /** Sends a request and doesn't wait. */
  ask(method: string, params?: Json, options: PostOptions = {}): HttpCall {
    const id = options.id ?? this.#nextId++;
    return this.post(this.#message(id, method, params), options);
  }

  /** Sends a request and waits for its answer, on whatever stream it comes. */
  async request(method: string, params?: Json, options: PostOptions = {}): Promise<JsonRpc> {
    const id = options.id ?? this.#nextId++;
    const call = this.ask(method, params, { ...options, id });
    const timeoutMs = options.timeoutMs ?? 10_000;
    return until(
      () => `the answer to ${JSON.stringify(id)}; ${this.#context()}`,
      () =>
        call.messages.find((message) => isAnswer(message) && message.id === id) ??
        (call.ended === undefined ? undefined : this.#without(call, id)),
      timeoutMs,
    );
  }

  notify(method: string, params?: Json): Promise<HttpCall> {
    return this.post({ jsonrpc: '2.0', method, ...(params !== undefined && { params }) }).finished();
  }

  callTool(name: string, args: Json = {}, meta?: Json): Promise<JsonRpc> {
    return this.request('tools/call', { name, arguments: args, ...(meta !== undefined && { _meta: meta }) });
  }

  /** Opens on the legacy wire, both steps; on the modern one there is nothing to open. */
  async initialize({
    capabilities = this.#options.capabilities ?? {},
    protocolVersion = legacyVersion,
    timeoutMs,
  }: Opening = {}): Promise<JsonRpc> {
    this.sessionId = undefined;
    this.protocolVersion = undefined;
    const id = this.#nextId++;
    const call = this.post({
      jsonrpc: '2.0',
      id,
      method: 'initialize',
      params: { protocolVersion, capabilities, clientInfo },
    });
    const answer = await this.inbox.answerTo(id, timeoutMs);
    const session = call.headers['mcp-session-id'];
    this.sessionId = typeof session === 'string' ? session : undefined;
    const version = answer.result?.['protocolVersion'];
    this.protocolVersion = typeof version === 'string' ? version : undefined;
    if (answer.result !== undefined) await this.notify('notifications/initialized');
    return answer;
  }

  /** Leaves every stream that is still open. */
  close(): void {
    for (const call of this.calls) if (call.ended === undefined) call.abort();
  }

  #message(id: number | string, method: string, params: Json | undefined): Json {
    if (this.era === 'legacy') return { jsonrpc: '2.0', id, method, ...(params !== undefined && { params }) };
    const meta: Json = Object.assign({}, modernMeta(this.#options.capabilities), params?.['_meta']);
    return { jsonrpc: '2.0', id, method, params: { ...params, _meta: meta } };
  }

  #headersFor(message: JsonRpc | undefined): Record<string, string> {
    const common = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    if (this.era === 'legacy') return { ...common, ...this.#sessionHeaders() };
    const name: unknown = message?.params?.['name'] ?? message?.params?.['uri'];
    return {
      ...common,
      'mcp-protocol-version': modernVersion,
      'mcp-method': message?.method ?? '',
      ...(typeof name === 'string' && { 'mcp-name': name }),
    };
  }

  #sessionHeaders(): Record<string, string> {
    return {
      ...(this.sessionId !== undefined && { 'mcp-session-id': this.sessionId }),
      ...(this.protocolVersion !== undefined && { 'mcp-protocol-version': this.protocolVersion }),
    };
  }

  #send(
    method: string,
    body: string | undefined,
    headers: Readonly<Record<string, string | undefined>>,
    sent: readonly JsonRpc[],
  ): HttpCall {
    const all = Object.entries({ ...headers, ...this.#options.headers }).filter(([, value]) => value !== undefined);
    // Undefined values are filtered out in the line above.
    const request = httpRequest(this.url, { method, headers: Object.fromEntries(all) as Record<string, string> });
    const take = (text: string): void => {
      for (const message of messagesOf(text)) {
        call.messages.push(message);
        this.inbox.receive(message);
      }
    };
    const call = new HttpCall(request, new EventLines(take));
    this.calls.push(call);
    const end = (how: 'whole' | 'cut'): void => {
      call.ended ??= how;
      // An HTTP error is an answer too, and whoever leaves gets none.
      const forgiven = call.left || (call.status !== undefined && call.status !== 200);
      if (forgiven) for (const message of sent) if (isRequest(message)) this.inbox.ledger.forgive(message.id);
    };
    request.on('response', (response) => {
      call.status = response.statusCode;
      call.headers = response.headers;
      const stream = String(response.headers['content-type']).startsWith('text/event-stream');
      const decoder = new TextDecoder();
      response.on('data', (chunk: Buffer) => {
        call.chunks.push(chunk);
        if (stream) call.events.push(decoder.decode(chunk, { stream: true }));
      });
      response.on('end', () => {
        if (!stream) take(call.body);
        end('whole');
      });
      response.on('close', () => end('cut'));
      response.on('error', () => end('cut'));
    });
    request.on('error', () => end('cut'));
    request.end(body);
    return call;
  }

  #without(call: HttpCall, id: unknown): never {
    throw new Error(
      `The response ended (${call.ended}, status ${call.status}) without the answer to ${JSON.stringify(id)}: ${call.body.slice(0, 500)}`,
    );
  }

  #context(): string {
    return this.calls
      .slice(-3)
      .map((call) => `${call.request.method} ${call.status ?? 'open'} ${call.body.slice(0, 300)}`)
      .join(' | ');
  }
}
