import { isAnswer, isRequest, type Json, type JsonRpc } from './json-rpc.ts';
import { Ledger } from './ledger.ts';
import { until } from './until.ts';

/** How a host answers what it is asked; without a handler it answers nothing, and the test may. */
export type RequestHandlers = Readonly<Record<string, (params: Json) => Json | undefined | Promise<Json | undefined>>>;

/** All that came to a host, in order, and the means to wait for more. */
export class Inbox {
  readonly messages: JsonRpc[] = [];
  readonly ledger = new Ledger();
  readonly #handlers: RequestHandlers;
  readonly #respond: (message: Json) => void;
  readonly #context: () => string;

  /**
   * @param respond Sends the answers that the handlers give.
   * @param context What a failed wait adds to its message.
   */
  constructor(handlers: RequestHandlers, respond: (message: Json) => void, context: () => string) {
    this.#handlers = handlers;
    this.#respond = respond;
    this.#context = context;
  }

  receive(message: JsonRpc): void {
    this.messages.push(message);
    this.ledger.received(message);
    if (isRequest(message)) void this.#handle(message);
  }

  /** The first message that the test accepts, come already or yet to come. */
  async waitFor(what: string, accepts: (message: JsonRpc) => boolean, timeoutMs = 10_000): Promise<JsonRpc> {
    return until(
      () => `${what}; ${this.#context()}`,
      () => this.messages.find(accepts),
      timeoutMs,
    );
  }

  /** The answer to the request with this id. */
  answerTo(id: unknown, timeoutMs?: number): Promise<JsonRpc> {
    return this.waitFor(
      `the answer to ${JSON.stringify(id)}`,
      (message) => isAnswer(message) && message.id === id,
      timeoutMs,
    );
  }

  /** Every answer that this id has got. */
  answersTo(id: unknown): readonly JsonRpc[] {
    return this.messages.filter((message) => isAnswer(message) && message.id === id);
  }

  /** Every notification with this method, or every one. */
  notifications(method?: string): readonly JsonRpc[] {
    return this.messages.filter(
      (message) =>
        message.id === undefined && (method === undefined ? message.method !== undefined : message.method === method),
    );
  }

  /** Every request that the other side has made. */
  requests(method?: string): readonly JsonRpc[] {
    return this.messages.filter((message) => isRequest(message) && (method === undefined || message.method === method));
  }

  async #handle(message: JsonRpc): Promise<void> {
    const result = await this.#handlers[message.method ?? '']?.(message.params ?? {});
    if (result !== undefined) this.#respond({ jsonrpc: '2.0', id: message.id, result });
  }
}
