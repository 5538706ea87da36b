import type { ServerResponse } from 'node:http';
import { Timer, type Clock, type Message } from '@breakwater/core';
import type { OnUnread } from '../backlog.ts';
import type { Exchange } from '../host-request.ts';
import { SseResponse } from './sse-response.ts';

/** What a host takes; with only one of them, the answer takes that one. */
export interface Accepted {
  readonly json: boolean;
  readonly stream: boolean;
}

/** How long a result may take to go out as plain JSON; after that the host gets a stream, and with it signs of life. */
const plainAnswerMs = 250;

/** What differs between the answers to POSTs. */
export interface AnswerForm {
  /** The HTTP status of a plain answer. */
  readonly statusOf: (answer: Message) => number;
  /** Headers of a plain answer, or of the stream where that begins before there is one. */
  readonly headersOf?: (answer: Message | undefined) => Readonly<Record<string, string>>;
  /** Called when the answer has gone out. */
  readonly onAnswer?: (answer: Message) => void;
}

/** How the exchanges of one gateway go about their work. */
export interface ExchangeContext {
  readonly clock: Clock;
  readonly onUnread: OnUnread;
}

/** The answer to one POST: plain JSON when it comes soon and alone, an event stream otherwise. */
export class PostExchange implements Exchange {
  readonly #response: ServerResponse;
  readonly #context: ExchangeContext;
  readonly #accepts: Accepted;
  readonly #form: AnswerForm;
  readonly #patience: Timer;
  #stream: SseResponse | undefined = undefined;
  #done = false;

  /** @param onDisconnect Called where the host hangs up before its answer. */
  constructor(
    response: ServerResponse,
    accepts: Accepted,
    form: AnswerForm,
    onDisconnect: () => void,
    context: ExchangeContext,
  ) {
    this.#response = response;
    this.#context = context;
    this.#accepts = accepts;
    this.#form = form;
    this.#patience = new Timer(() => this.#open());
    const { clock } = context;
    if (accepts.stream) clock.schedule(this.#patience, accepts.json ? plainAnswerMs : 0);
    response.on('close', () => {
      clock.cancel(this.#patience);
      if (!this.#done) onDisconnect();
    });
  }

  send(message: Message): boolean {
    return !this.#done && this.#accepts.stream && this.#open().send(message);
  }

  answer(message: Message): void {
    if (this.#done) return;
    this.#done = true;
    this.#context.clock.cancel(this.#patience);
    if (this.#stream === undefined && this.#accepts.json)
      sendJson(this.#response, this.#form.statusOf(message), message.text, this.#form.headersOf?.(message));
    else this.#open(message).end(message);
    this.#form.onAnswer?.(message);
  }

  end(): void {
    if (this.#done) return;
    this.#done = true;
    this.#context.clock.cancel(this.#patience);
    // A cancelled request gets no answer: what is left is a stream with nothing in it.
    this.#open().end();
  }

  #open(answer?: Message): SseResponse {
    this.#context.clock.cancel(this.#patience);
    const { clock, onUnread } = this.#context;
    this.#stream ??= new SseResponse(this.#response, clock, onUnread, this.#form.headersOf?.(answer));
    return this.#stream;
  }
}

/** Sends a JSON body. */
export function sendJson(
  response: ServerResponse,
  status: number,
  text: string,
  headers?: Readonly<Record<string, string>>,
): void {
  if (response.destroyed) return;
  response.writeHead(status, {
    ...headers,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}
