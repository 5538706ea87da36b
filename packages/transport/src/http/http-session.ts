import type { ChannelListener, Clock, Era, Message, Random } from '@breakwater/core';
import { opensSession } from '../session-opening.ts';
import { headerValue } from './exchange.ts';
import type { AnswerHeaders, HttpAddress } from './exchange.ts';
import type { HttpFailures } from './http-failures.ts';
import { configuredHeaders, modernHeaders, modernVersion } from './request-headers.ts';
import type { HeaderList, ParamHeaders } from './request-headers.ts';

/** What a session is made of. */
export interface HttpSessionParts {
  readonly address: HttpAddress;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly paramHeaders: ParamHeaders | undefined;
  /** The wire to begin on. */
  readonly era: Era;
  readonly listener: ChannelListener;
  readonly failures: HttpFailures;
  readonly random: Random;
}

// Always both, whatever the configuration says: a server may answer a POST in either form.
const postHeaders: HeaderList = ['content-type', 'application/json', 'accept', 'application/json, text/event-stream'];
const streamHeaders: HeaderList = ['accept', 'text/event-stream'];

/** What all requests of one channel share: the address, the era, the session id and the negotiated revision. */
export class HttpSession {
  readonly address: HttpAddress;
  readonly listener: ChannelListener;
  readonly failures: HttpFailures;
  readonly random: Random;
  readonly #paramHeaders: ParamHeaders | undefined;
  readonly #configured: HeaderList;
  /** The headers of a POST outside any session. */
  readonly openingHeaders: HeaderList;
  #era: Era;
  #id: string | undefined;
  #version: string | undefined;
  #post: HeaderList;
  #stream: HeaderList;

  constructor({ address, url, headers, paramHeaders, era, listener, failures, random }: HttpSessionParts) {
    this.address = address;
    this.listener = listener;
    this.failures = failures;
    this.random = random;
    this.#era = era;
    this.#paramHeaders = paramHeaders;
    this.#configured = configuredHeaders(url, headers);
    this.openingHeaders = [...postHeaders, ...this.#configured];
    this.#post = this.openingHeaders;
    this.#stream = [...streamHeaders, ...this.#configured];
  }

  /** The wire of the channel: an `initialize` opens the legacy one, whatever its host has tried before. */
  get era(): Era {
    return this.#era;
  }

  get server(): string {
    return this.address.server;
  }

  get clock(): Clock {
    return this.address.clock;
  }

  /** The id that the server gave this session; undefined where it gave none, and always on the modern wire. */
  get id(): string | undefined {
    return this.#id;
  }

  /** Takes the session id from the answer to `initialize`. */
  noteSessionId(headers: AnswerHeaders): void {
    const id = headerValue(headers, 'mcp-session-id');
    // Anything else couldn't be sent back.
    if (id !== undefined && /^[!-~]+$/.test(id)) this.#id = id;
    this.#renewHeaders();
  }

  /** Takes the revision that the server chose in its answer to `initialize`. */
  noteVersion(answer: Message): void {
    const span = answer.find(answer.resultSpan, 'protocolVersion');
    const version = span === undefined ? undefined : answer.valueAt(span);
    if (typeof version === 'string' && /^[!-~]+$/.test(version)) this.#version = version;
    this.#renewHeaders();
  }

  /** The headers of the POST that carries a message. */
  headersFor(message: Message): HeaderList {
    if (opensSession(message)) this.#begin();
    if (this.#era === 'legacy') return this.#post;
    this.#version = modernVersion(message) ?? this.#version;
    return [...this.#post, ...modernHeaders(message, this.#version, this.#paramHeaders)];
  }

  /** The headers of a GET that opens a stream, or goes on with one behind an event. */
  streamHeaders(lastEventId: string | undefined): HeaderList {
    return lastEventId === undefined ? this.#stream : [...this.#stream, 'last-event-id', lastEventId];
  }

  /** A new session begins without the id and the revision of another one. */
  #begin(): void {
    this.#era = 'legacy';
    this.#id = undefined;
    this.#version = undefined;
    this.#renewHeaders();
  }

  #renewHeaders(): void {
    const own: string[] = [];
    if (this.#id !== undefined) own.push('mcp-session-id', this.#id);
    if (this.#version !== undefined) own.push('mcp-protocol-version', this.#version);
    this.#post = [...postHeaders, ...this.#configured, ...own];
    this.#stream = [...streamHeaders, ...this.#configured, ...own];
  }
}
