import type { Message } from '@breakwater/core';
import { mediaTypeOf } from './answer-reader.ts';
import { Exchange, headerValue } from './exchange.ts';
import type { AnswerHeaders, ExchangeListener, ExchangeTrouble, Refusal } from './exchange.ts';
import type { HttpSession } from './http-session.ts';

/** Whom a delivery tells about its end. */
export interface DeliveryOwner {
  acknowledged(delivery: Delivery): void;
  undelivered(delivery: Delivery, refusal: Refusal | undefined): void;
  /** Nothing of the delivery is left; comes last. */
  delivered(delivery: Delivery): void;
}

/** The POST of a notification or a response, which is acknowledged by any status below 300 and whatever body. */
export class Delivery implements ExchangeListener {
  readonly message: Message;
  readonly #session: HttpSession;
  readonly #owner: DeliveryOwner;
  readonly #exchange: Exchange;

  constructor(message: Message, session: HttpSession, owner: DeliveryOwner) {
    this.message = message;
    this.#session = session;
    this.#owner = owner;
    const request = { method: 'POST', headers: session.headersFor(message), body: message.text } as const;
    this.#exchange = new Exchange(session.address, request, this);
  }

  start(): void {
    this.#exchange.start();
  }

  abort(): void {
    this.#exchange.abort();
    this.#owner.delivered(this);
  }

  opened(_status: number, headers: AnswerHeaders): void {
    this.#owner.acknowledged(this);
    // A stream in answer to a notification has nothing to say and might stay open for ever.
    if (mediaTypeOf(headerValue(headers, 'content-type')) === 'text/event-stream') this.abort();
  }

  body(): void {
    this.#owner.delivered(this);
  }

  event(): void {}

  comment(): void {}

  retry(): void {}

  streamEnded(): void {
    this.#owner.delivered(this);
  }

  refused(refusal: Refusal): void {
    this.#session.listener.noise?.(`HTTP ${refusal.status} for ${this.#what()}: ${refusal.text}`);
    this.#end(refusal);
  }

  failed(trouble: ExchangeTrouble): void {
    // Behind the head of an answer the message was taken, whatever becomes of the rest.
    if (trouble.type === 'too-large' || (trouble.type === 'network' && trouble.answering))
      return this.#owner.delivered(this);
    this.#session.listener.noise?.(`${this.#what()} was not delivered`);
    this.#end(undefined);
  }

  #what(): string {
    return this.message.method ?? `the response to ${this.message.id ?? 'a request'}`;
  }

  #end(refusal: Refusal | undefined): void {
    this.#owner.undelivered(this, refusal);
    this.#owner.delivered(this);
  }
}
