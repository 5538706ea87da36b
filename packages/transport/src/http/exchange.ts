import { Timer } from '@breakwater/core';
import type { Clock } from '@breakwater/core';
import type { Dispatcher } from 'undici';
import type { Subject } from '../sentences.ts';
import type { SseEvent, SseListener } from '../sse/sse-parser.ts';
import { AnswerReader } from './answer-reader.ts';
import type { Body } from './answer-reader.ts';
import { decideRedirect, isRedirect, keepsMessage } from './redirect.ts';
import type { HeaderList } from './request-headers.ts';

/** Where requests go; the path moves with a permanent redirect. */
export interface HttpAddress extends Subject {
  readonly origin: string;
  path: string;
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
  readonly maxMessageBytes: number;
}

/** One request. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly headers: HeaderList;
  readonly body?: string;
}

/** The headers of an answer, names in lower case. */
export type AnswerHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A status of 400 and above, with as much of its body as came in time. */
export interface Refusal {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly text: string;
}

/** Why there is no answer to read. */
export type ExchangeTrouble =
  /** The network failed. Unless `sent`, no byte of the request left; `answering` says that an answer had begun. */
  | { readonly type: 'network'; readonly error: Error; readonly sent: boolean; readonly answering: boolean }
  /** A redirect that was not followed. Unless it `keeps` the message, the server may have done the work before it sent us on. */
  | { readonly type: 'redirect'; readonly keeps: boolean; readonly reason: string; readonly cause: Error }
  | { readonly type: 'too-large'; readonly limitBytes: number };

/** Hears of one exchange; `body`, `refused`, `streamEnded` and `failed` end it, nothing comes after those or an abort. */
export interface ExchangeListener {
  /** A status below 300. */
  opened(status: number, headers: AnswerHeaders): void;
  body(body: Body): void;
  event(event: SseEvent): void;
  comment(): void;
  retry(delayMs: number): void;
  streamEnded(): void;
  refused(refusal: Refusal): void;
  failed(trouble: ExchangeTrouble): void;
}

/** Error bodies only serve a message: they are neither read for long nor far. */
const refusalBytes = 1024 * 1024;
const refusalWaitMs = 1_000;
/** An event that lacks its blank line is taken as complete after this much silence, if it is. */
const openEventGraceMs = 500;

/** One HTTP request and its answer, redirects on the same origin followed. */
export class Exchange implements Dispatcher.DispatchHandler, SseListener {
  readonly #address: HttpAddress;
  readonly #request: HttpRequest;
  readonly #listener: ExchangeListener;
  #path: string;
  #hops = 0;
  #controller: Dispatcher.DispatchController | undefined;
  #sent = false;
  #over = false;
  #status = 0;
  #headers: AnswerHeaders = {};
  #reader: AnswerReader | undefined;
  readonly #refusal: Buffer[] = [];
  #refusalBytes = 0;
  #redirect: { readonly follow: string } | undefined;
  #timer: Timer | undefined;

  constructor(address: HttpAddress, request: HttpRequest, listener: ExchangeListener) {
    this.#address = address;
    this.#request = request;
    this.#listener = listener;
    this.#path = address.path;
  }

  /** Whether a byte of the request may have left. */
  get sent(): boolean {
    return this.#sent;
  }

  get over(): boolean {
    return this.#over;
  }

  /** The path that was asked, without the query, which may hold a secret. */
  get shownPath(): string {
    return pathOnly(this.#path);
  }

  /** Begins; the listener hears nothing before this has returned. */
  start(): void {
    const { method, headers, body } = this.#request;
    const { origin, dispatcher } = this.#address;
    // Sound: undici only reads the list.
    dispatcher.dispatch({ origin, path: this.#path, method, headers: headers as string[], body: body ?? null }, this);
  }

  /** Ends the exchange and its connection without another word to the listener. */
  abort(): void {
    if (this.#over) return;
    this.#finish();
    this.#controller?.abort(new Error('aborted'));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // A request can't be taken out of the pool's queue; it ends here instead, unsent.
    if (this.#over) controller.abort(new Error('aborted'));
    else this.#sent = true;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: AnswerHeaders): void {
    if (this.#over || status < 200) return;
    this.#status = status;
    this.#headers = headers;
    if (isRedirect(status)) {
      this.#decideRedirect(headerValue(headers, 'location'));
      return;
    }
    if (status >= 400) {
      this.#arm(refusalWaitMs, () => this.#endRefusal());
      return;
    }
    this.#reader = new AnswerReader(headerValue(headers, 'content-type'), this.#address.maxMessageBytes, this);
    this.#listener.opened(status, headers);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#over || this.#redirect !== undefined) return;
    const reader = this.#reader;
    if (reader === undefined) {
      this.#refusal.push(chunk);
      this.#refusalBytes += chunk.length;
      if (this.#refusalBytes > refusalBytes) this.#endRefusal();
      return;
    }
    const reading = reader.feed(chunk);
    if (reading === 'too-large') {
      this.#endEarly(() => this.#listener.failed({ type: 'too-large', limitBytes: this.#address.maxMessageBytes }));
    } else if (reading === 'enough') {
      this.#endEarly(() => this.#listener.body(reader.body()));
    } else if (reader.events?.unterminated === true) {
      this.#arm(openEventGraceMs, () => this.#closeOpenEvent());
    }
  }

  onResponseEnd(): void {
    if (this.#over) return;
    if (this.#redirect !== undefined) {
      this.#follow(this.#redirect.follow);
    } else if (this.#status >= 400) {
      this.#endRefusal();
    } else if (this.#reader?.events !== undefined) {
      this.#closeOpenEvent();
      this.#end(() => this.#listener.streamEnded());
    } else {
      // Sound: a reader was made with the head of every answer that is no redirect.
      const body = (this.#reader as AnswerReader).body();
      this.#end(() => this.#listener.body(body));
    }
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    if (this.#over) return;
    if (this.#status >= 400) {
      this.#endRefusal();
      return;
    }
    if (this.#reader?.events !== undefined) this.#closeOpenEvent();
    const trouble: ExchangeTrouble = { type: 'network', error, sent: this.#sent, answering: this.#status !== 0 };
    // undici reports a request that it will not even try from within `dispatch`.
    if (this.#sent) this.#end(() => this.#listener.failed(trouble));
    else queueMicrotask(() => this.#end(() => this.#listener.failed(trouble)));
  }

  event(event: SseEvent): void {
    if (!this.#over) this.#listener.event(event);
  }

  comment(): void {
    if (!this.#over) this.#listener.comment();
  }

  retry(delayMs: number): void {
    if (!this.#over) this.#listener.retry(delayMs);
  }

  #decideRedirect(location: string | undefined): void {
    const { server, locale, origin } = this.#address;
    const { method } = this.#request;
    const from = new URL(this.#path, origin);
    const decision = decideRedirect({ server, locale, method, status: this.#status, from, location, hops: this.#hops });
    if ('follow' in decision) {
      this.#redirect = decision;
      return;
    }
    const to = location === undefined ? null : URL.parse(location, from.href);
    const cause = new Error(`HTTP ${this.#status} to ${to === null ? 'nowhere' : to.origin + to.pathname}`);
    const keeps = keepsMessage(this.#status);
    this.#endEarly(() => this.#listener.failed({ type: 'redirect', keeps, reason: decision.refuse, cause }));
  }

  #follow(path: string): void {
    // Servers that only want the slash would otherwise cost two round trips a call.
    const sameButSlash = withoutSlash(pathOnly(path)) === withoutSlash(pathOnly(this.#path));
    if (this.#path === this.#address.path && (this.#status === 308 || sameButSlash)) this.#address.path = path;
    this.#hops++;
    this.#path = path;
    this.#redirect = undefined;
    this.#controller = undefined;
    this.#sent = false;
    this.#status = 0;
    this.start();
  }

  #endRefusal(): void {
    const refusal = { status: this.#status, headers: this.#headers, text: Buffer.concat(this.#refusal).toString() };
    this.#endEarly(() => this.#listener.refused(refusal));
  }

  #closeOpenEvent(): void {
    const events = this.#reader?.events;
    const data = events?.openData();
    if (data !== undefined && isWholeJson(data)) events?.closeOpenEvent();
  }

  /** Ends while the answer may still be coming. */
  #endEarly(report: () => void): void {
    if (this.#over) return;
    const controller = this.#controller;
    this.#end(report);
    controller?.abort(new Error('enough'));
  }

  #end(report: () => void): void {
    if (this.#over) return;
    this.#finish();
    report();
  }

  #finish(): void {
    this.#over = true;
    if (this.#timer !== undefined) this.#address.clock.cancel(this.#timer);
  }

  #arm(delayMs: number, fire: () => void): void {
    this.#timer ??= new Timer(fire);
    this.#address.clock.schedule(this.#timer, delayMs);
  }
}

/** One value of a header, the first where there are several. */
export function headerValue(headers: AnswerHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : value?.[0];
}

function isWholeJson(data: string): boolean {
  try {
    return typeof JSON.parse(data) === 'object';
  } catch {
    return false;
  }
}

function pathOnly(path: string): string {
  return path.split('?', 1)[0] ?? path;
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}
