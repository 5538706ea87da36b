import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { Inbox, type RequestHandlers } from './inbox.ts';
import { clientInfo, legacyVersion, messagesOf, modernMeta, type Json, type JsonRpc } from './json-rpc.ts';

/** What a raw stdio host is made from. */
export interface RawStdioOptions {
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Answers to what the server asks. */
  readonly handlers?: RequestHandlers;
}

/** How a process ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A host over stdio that is nothing but pipes: what it sends and what it got are exact to the byte. */
export class RawStdioHost {
  /** Every line on stdout as bytes, without its newline. */
  readonly lines: Buffer[] = [];
  /** The lines on stdout that hold no JSON-RPC message. */
  readonly strayLines: string[] = [];
  readonly inbox: Inbox;
  readonly exited: Promise<Exit>;
  stderr = '';
  exit: Exit | undefined = undefined;
  readonly #child: ChildProcessWithoutNullStreams;
  #parts: Buffer[] = [];
  #nextId = 1;

  constructor({ command, args = [], env = {}, cwd, handlers = {} }: RawStdioOptions) {
    const base = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' };
    this.#child = spawn(command, args, { env: { ...base, ...env }, ...(cwd !== undefined && { cwd }) });
    this.inbox = new Inbox(
      handlers,
      (message) => this.send(message),
      () => `stderr: ${this.stderr.slice(-2_000) || 'empty'}`,
    );
    this.#child.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    // Writing to a process that has gone is what some tests are about; the exit says it.
    this.#child.stdin.on('error', () => undefined);
    this.exited = new Promise((resolve) => {
      const ended = (exit: Exit): void => {
        this.exit ??= exit;
        resolve(this.exit);
      };
      // A grandchild that holds the pipes keeps them open long after the end; what was written before it needs no longer.
      let grace: NodeJS.Timeout | undefined;
      this.#child.on('exit', (code, signal) => (grace = setTimeout(() => ended({ code, signal }), 500)));
      this.#child.on('close', (code, signal) => {
        clearTimeout(grace);
        ended({ code, signal });
      });
      this.#child.on('error', (error) => {
        this.stderr += `${error.message}\n`;
        ended({ code: null, signal: null });
      });
    });
  }

  get pid(): number {
    return this.#child.pid ?? -1;
  }

  /** Every line on stdout as text. */
  get texts(): readonly string[] {
    return this.lines.map((line) => line.toString('utf8'));
  }

  get received(): readonly JsonRpc[] {
    return this.inbox.messages;
  }

  send(message: Json | readonly Json[]): void {
    this.sendLine(JSON.stringify(message));
  }

  /** Sends bytes as they are, and a newline. */
  sendLine(line: string | Uint8Array): void {
    const bytes = Buffer.from(line);
    for (const message of messagesOf(bytes.toString('utf8'))) this.inbox.ledger.sent(message);
    this.write(Buffer.concat([bytes, Buffer.from('\n')]));
  }

  /** Sends bytes as they are; what is asked this way, nobody counts. */
  write(bytes: string | Uint8Array): void {
    this.#child.stdin.write(bytes);
  }

  notify(method: string, params?: Json): void {
    this.send({ jsonrpc: '2.0', method, ...(params !== undefined && { params }) });
  }

  /** Sends a request and doesn't wait; gives its id. */
  ask(method: string, params?: Json, id: number | string = this.#nextId++): number | string {
    this.send({ jsonrpc: '2.0', id, method, ...(params !== undefined && { params }) });
    return id;
  }

  /** Sends a request and waits for its answer, be it a result or an error. */
  async request(
    method: string,
    params?: Json,
    { id, timeoutMs }: { readonly id?: number | string; readonly timeoutMs?: number } = {},
  ): Promise<JsonRpc> {
    return this.inbox.answerTo(this.ask(method, params, id), timeoutMs);
  }

  /** A request of the modern wire. */
  modern(method: string, params: Json = {}, capabilities: Json = {}): Promise<JsonRpc> {
    return this.request(method, { ...params, _meta: Object.assign({}, modernMeta(capabilities), params['_meta']) });
  }

  /** Opens on the legacy wire, both steps. */
  async initialize({ capabilities = {}, protocolVersion = legacyVersion, timeoutMs }: Opening = {}): Promise<JsonRpc> {
    const answer = await this.request(
      'initialize',
      { protocolVersion, capabilities, clientInfo },
      { ...(timeoutMs !== undefined && { timeoutMs }) },
    );
    this.notify('notifications/initialized');
    return answer;
  }

  callTool(name: string, args: Json = {}, meta?: Json): Promise<JsonRpc> {
    return this.request('tools/call', { name, arguments: args, ...(meta !== undefined && { _meta: meta }) });
  }

  /** Closes stdin, as a host that leaves does, and waits for the end of the process. */
  async end(): Promise<Exit> {
    this.#child.stdin.end();
    return this.exited;
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  #read(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      this.#line(Buffer.concat([...this.#parts, chunk.subarray(from, at)]));
      this.#parts = [];
      from = at + 1;
    }
    if (from < chunk.length) this.#parts.push(chunk.subarray(from));
  }

  #line(line: Buffer): void {
    this.lines.push(line);
    const text = line.toString('utf8');
    const messages = messagesOf(text).filter((message) => message.jsonrpc === '2.0');
    if (messages.length === 0) this.strayLines.push(text);
    for (const message of messages) this.inbox.receive(message);
  }
}

/** What a host says when it opens on the legacy wire. */
export interface Opening {
  readonly capabilities?: Json;
  readonly protocolVersion?: string;
  readonly timeoutMs?: number;
}
