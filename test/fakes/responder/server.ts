import type { Answer, Exchange, Fake, FakeCall, FakeTool, Json, Wire } from './fake.ts';

/** Where the messages of one call go. */
export interface CallStream {
  /** A message that is not the answer. */
  send(text: string): void;
  /** The answer, after which nothing of this call may follow. */
  answer(text: string): void;
  readonly exchange?: Exchange;
}

const legacyVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];
const modernVersion = '2026-07-28';

/** The well-behaved part that every fake shares: handshake, ping, lists, dispatch of calls, cancellation, its own requests. */
export class FakeServer {
  readonly #fake: Fake;
  readonly #wire: Wire;
  readonly #modern: boolean;
  readonly #running = new Map<string, AbortController>();
  readonly #asked = new Map<string, (answer: Json) => void>();
  #nextAsk = 1;
  #last: Promise<unknown> = Promise.resolve();

  constructor(fake: Fake, wire: Wire, modern: boolean) {
    this.#fake = fake;
    this.#wire = wire;
    this.#modern = modern;
  }

  /** Takes one message of the peer; `stream` is where its answer goes. */
  receive(text: string, stream: CallStream): void {
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      return stream.answer('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}');
    }
    if (!isObject(message)) return;
    this.#wire.journal.note('received', { text: text.slice(0, 4096) });
    if (typeof message['method'] !== 'string') return this.#answered(message);
    if (!('id' in message)) return this.#notified(message['method'], asObject(message['params']));
    const { method, id } = message;
    const take = (): Promise<void> => this.#answer({ id, method, params: asObject(message['params']), text }, stream);
    if (this.#fake.serial === true) this.#last = this.#last.then(take);
    else void take();
  }

  /** Ends the call whose peer has left. */
  abandon(id: unknown): void {
    this.#running.get(keyOf(id))?.abort();
  }

  #answered(message: Json): void {
    const key = keyOf(message['id']);
    this.#asked.get(key)?.(message);
    this.#asked.delete(key);
  }

  #notified(method: string, params: Json): void {
    if (method === 'notifications/cancelled') {
      this.#wire.journal.note('cancelled', { id: params['requestId'], reason: params['reason'] });
      this.abandon(params['requestId']);
    }
    this.#fake.notified?.(method, params, this.#wire);
  }

  async #answer(request: Received, stream: CallStream): Promise<void> {
    const controller = new AbortController();
    this.#running.set(keyOf(request.id), controller);
    const call = this.#callOf(request, stream, controller.signal);
    try {
      const answer = await this.#handlerOf(call)(call);
      if (typeof answer === 'string') call.reply({ content: [{ type: 'text', text: answer }] });
      else if (answer !== undefined) call.reply(answer);
    } catch (error) {
      call.fail(-32_603, error instanceof Error ? error.message : String(error));
    } finally {
      if (this.#running.get(keyOf(request.id)) === controller) this.#running.delete(keyOf(request.id));
    }
  }

  #handlerOf(call: FakeCall): (call: FakeCall) => Answer | Promise<Answer> {
    const own = this.#fake.methods?.[call.method];
    if (own !== undefined) return own;
    switch (call.method) {
      case 'initialize':
        return () => this.#initialize(call.params);
      case 'server/discover':
        return this.#modern ? () => this.#discover() : unknownMethod;
      case 'ping':
        return () => ({});
      case 'tools/list':
        return () => ({
          tools: definitions(this.#fake.tools ?? {}),
          ...(isModern(asObject(call.params['_meta'])) && freshness),
        });
      case 'tools/call':
        return this.#fake.tools?.[String(call.params['name'])]?.call ?? unknownTool;
      default:
        return unknownMethod;
    }
  }

  #initialize(params: Json): Json {
    const wanted = String(params['protocolVersion']);
    const protocolVersion = legacyVersions.includes(wanted) ? wanted : legacyVersions[0];
    return { protocolVersion, capabilities: this.#capabilities(), serverInfo };
  }

  #discover(): Json {
    return { supportedVersions: [modernVersion], capabilities: this.#capabilities(), ...freshness };
  }

  #capabilities(): Json {
    return this.#fake.capabilities ?? { tools: {} };
  }

  #callOf({ id, method, params, text }: Received, stream: CallStream, cancelled: AbortSignal): FakeCall {
    const rewritten = this.#fake.rewritten ?? ((message: string) => message);
    const send = (message: Json): void => stream.send(rewritten(JSON.stringify({ jsonrpc: '2.0', ...message })));
    const answer = (message: Json): void =>
      stream.answer(rewritten(JSON.stringify({ jsonrpc: '2.0', id, ...message })));
    const meta = asObject(params['_meta']);
    const { progressToken } = meta;
    return {
      id,
      method,
      params,
      text,
      cancelled,
      progressToken,
      args: asObject(params['arguments']),
      wire: this.#wire,
      exchange: stream.exchange,
      reply: (result) => answer({ result: isModern(meta) ? { resultType: 'complete', ...result } : result }),
      fail: (code, message, data) => answer({ error: { code, message, ...(data !== undefined && { data }) } }),
      answerRaw: (raw) => stream.answer(raw),
      notify: (name, parameters) => send({ method: name, ...(parameters !== undefined && { params: parameters }) }),
      progress: (progress) => {
        if (progressToken !== undefined)
          send({ method: 'notifications/progress', params: { progressToken, progress } });
      },
      ask: (name, parameters) => {
        const askId = this.#nextAsk++;
        return new Promise((resolve) => {
          this.#asked.set(keyOf(askId), resolve);
          send({ id: askId, method: name, params: parameters });
        });
      },
    };
  }
}

interface Received {
  readonly id: unknown;
  readonly method: string;
  readonly params: Json;
  readonly text: string;
}

const serverInfo = { name: 'fake', version: '1.0.0' };
const freshness = { ttlMs: 0, cacheScope: 'private' };

/** The definitions of these tools, as a list answers them. */
export function definitions(tools: Readonly<Record<string, FakeTool>>): readonly Json[] {
  return Object.entries(tools).map(([name, { definition }]) =>
    Object.assign({ name, description: `The tool ${name}.`, inputSchema: { type: 'object' } }, definition),
  );
}

function unknownMethod({ method, fail }: FakeCall): void {
  fail(-32_601, `Method not found: ${method}`);
}

function unknownTool({ params, fail }: FakeCall): void {
  fail(-32_602, `Unknown tool: ${String(params['name'])}`);
}

/** Whether a request speaks the modern wire: there every request says so. */
export function isModern(meta: Json): boolean {
  return 'io.modelcontextprotocol/protocolVersion' in meta;
}

/** Reads a member that should be a text; anything else is the fallback. */
export function asText(value: unknown, fallback = ''): string {
  return typeof value === 'string' ? value : fallback;
}

/** Reads a member that should be an object; anything else is an empty one. */
export function asObject(value: unknown): Json {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function keyOf(id: unknown): string {
  return JSON.stringify(id) ?? '';
}
