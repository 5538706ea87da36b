import type { ServerResponse } from 'node:http';
import { Timer, type Clock, type Message } from '@breakwater/core';
import type { OnUnread } from '../backlog.ts';
import type { Exchange } from '../host-request.ts';
import { SseResponse } from './sse-response.ts';

/** How long a result may take to go out as plain JSON; after that the host gets a stream, and with it signs of life. */
const plainAnswerMs = 250;

/** Options of {@link PostExchange}. */
export interface PostExchangeOptions {
  readonly response: ServerResponse;
  readonly clock: Clock;
  /** What the host accepts; with only one of them, the answer takes that one. */
  readonly accepts: { readonly json: boolean; readonly stream: boolean };
  /** The HTTP status of a plain answer; the modern wire has some of its own. */
  readonly statusOf?: (answer: Message) => number;
  /** Headers of a plain answer, or of the stream where that begins before there is one. */
  readonly headersOf?: (answer: Message | undefined) => Readonly<Record<string, string>>;
  /** Called when the answer has gone out. */
  readonly onAnswer?: (answer: Message) => void;
  /** Called where the host hangs up before its answer. */
  readonly onDisconnect: () => void;
  readonly onUnread: OnUnread;
}

/** The answer to one POST: plain JSON when it comes soon and alone, an event stream otherwise. */
export class PostExchange implements Exchange {
  readonly #response: ServerResponse;
  readonly #clock: Clock;
  readonly #accepts: PostExchangeOptions['accepts'];
  readonly #statusOf: (answer: Message) => number;
  readonly #headersOf: PostExchangeOptions['headersOf'];
  readonly #onAnswer: PostExchangeOptions['onAnswer'];
  readonly #onUnread: OnUnread;
  readonly #patience: Timer;
  #stream: SseResponse | undefined = undefined;
  #done = false;

  constructor({
    response,
    clock,
    accepts,
    onDisconnect,
    onUnread,
    onAnswer,
    headersOf,
    statusOf = always200,
  }: PostExchangeOptions) {
    this.#response = response;
    this.#clock = clock;
    this.#accepts = accepts;
    this.#statusOf = statusOf;
    this.#headersOf = headersOf;
    this.#onAnswer = onAnswer;
    this.#onUnread = onUnread;
    this.#patience = new Timer(() => this.#open());
    if (accepts.stream) clock.schedule(this.#patience, accepts.json ? plainAnswerMs : 0);
    response.on('close', () => {
      clock.cancel(this.#patience);
      if (!this.#done) onDisconnect();
    });
  }

  send(message: Message): void {
    if (!this.#done && this.#accepts.stream) this.#open().send(message);
  }

  answer(message: Message): void {
    if (this.#done) return;
    this.#done = true;
    this.#clock.cancel(this.#patience);
    if (this.#stream === undefined && this.#accepts.json)
      sendJson(this.#response, this.#statusOf(message), message.text, this.#headersOf?.(message));
    else this.#open(message).end(message);
    this.#onAnswer?.(message);
  }

  end(): void {
    if (this.#done) return;
    this.#done = true;
    this.#clock.cancel(this.#patience);
    // A cancelled request gets no answer: what is left is a stream with nothing in it.
    this.#open().end();
  }

  #open(answer?: Message): SseResponse {
    this.#clock.cancel(this.#patience);
    this.#stream ??= new SseResponse(this.#response, this.#clock, this.#onUnread, this.#headersOf?.(answer));
    return this.#stream;
  }
}

function always200(): number {
  return 200;
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
