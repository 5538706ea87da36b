import type { Message } from '@breakwater/core';
import type { Body } from '../http/answer-reader.ts';
import { Exchange } from '../http/exchange.ts';
import type { ExchangeListener, ExchangeTrouble, HttpAddress, Refusal } from '../http/exchange.ts';
import { messagesIn } from '../http/message-reading.ts';
import type { HeaderList } from '../http/request-headers.ts';
import type { SseEvent } from './sse-parser.ts';

/** Whom a POST of HTTP+SSE tells what became of it. */
export interface SsePostOwner {
  /** A message in the body of the acknowledgement, where it doesn't belong but is no worse for it. */
  postAnswered(message: Message): void;
  postRefused(refused: { readonly id: string | undefined; readonly path: string; readonly refusal: Refusal }): void;
  postFailed(id: string | undefined, trouble: ExchangeTrouble): void;
  /** Nothing of the POST is left; comes last. */
  postEnded(post: SsePost): void;
}

/** The POST of one message to the endpoint; its answer, if any, comes on the event stream. */
export class SsePost implements ExchangeListener {
  readonly method: string | undefined;
  readonly #id: string | undefined;
  readonly #owner: SsePostOwner;
  readonly #exchange: Exchange;

  constructor(endpoint: HttpAddress, headers: HeaderList, message: Message, owner: SsePostOwner) {
    this.#id = message.kind === 'request' ? message.id : undefined;
    this.method = message.method;
    this.#owner = owner;
    this.#exchange = new Exchange(endpoint, { method: 'POST', headers, body: message.text }, this);
  }

  start(): void {
    this.#exchange.start();
  }

  abort(): void {
    this.#exchange.abort();
  }

  opened(): void {}

  body({ text, isDamaged }: Body): void {
    for (const message of messagesIn(text, isDamaged)) this.#owner.postAnswered(message);
    this.#owner.postEnded(this);
  }

  event({ data, isDamaged }: SseEvent): void {
    for (const message of messagesIn(data, isDamaged)) this.#owner.postAnswered(message);
  }

  comment(): void {}

  retry(): void {}

  streamEnded(): void {
    this.#owner.postEnded(this);
  }

  refused(refusal: Refusal): void {
    this.#owner.postRefused({ id: this.#id, path: this.#exchange.shownPath, refusal });
    this.#owner.postEnded(this);
  }

  failed(trouble: ExchangeTrouble): void {
    // The acknowledgement had begun: the message was taken.
    const taken = trouble.type === 'too-large' || (trouble.type === 'network' && trouble.answering);
    if (!taken) this.#owner.postFailed(this.#id, trouble);
    this.#owner.postEnded(this);
  }
}
