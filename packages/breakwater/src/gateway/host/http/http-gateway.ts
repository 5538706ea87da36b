import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { legacyRevisions, Message, modernRevisions, type Clock, type Era, type Principal } from '@breakwater/core';
import type { OverlongLine } from '@breakwater/transport';
import type { Backend } from '../../backend/backend.ts';
import type { OnUnread } from '../backlog.ts';
import { allowsBatches, wantsAnswer } from '../batch.ts';
import { drainMs } from '../drain.ts';
import type { HostVoice } from '../host-voice.ts';
import { readOverlong } from '../overlong-message.ts';
import { utf8Text } from '../utf8-text.ts';
import type { UpstreamHost } from '../../server/upstream.ts';
import { isRefusal, type Access } from './access.ts';
import type { ModernHost } from '../modern-host.ts';
import { HttpListener } from './http-listener.ts';
import type { LegacySession } from './legacy-session.ts';
import { LegacySessions } from './legacy-sessions.ts';
import { modernStatus, unspokenStatus } from './modern-answers.ts';
import { isModern, refuseModern, type MirroredParams } from './modern-headers.ts';
import { PostExchange, sendJson, type Accepted, type AnswerForm } from './post-exchange.ts';
import { readBody } from './read-body.ts';

/** One path of the gateway, and what stands behind it. */
export interface Endpoint {
  readonly path: string;
  readonly backend: (host: UpstreamHost) => Backend;
  /** How its hosts are answered where no server is. */
  readonly voice: HostVoice;
  /** What all hosts of the modern wire share here. */
  readonly modern: ModernHost;
  readonly mirroredParams: MirroredParams;
  readonly maxMessageBytes: number;
}

/** Options of {@link HttpGateway}. */
export interface HttpGatewayOptions {
  readonly endpoints: readonly Endpoint[];
  readonly access: Access;
  readonly clock: Clock;
  /** For requests at no endpoint. */
  readonly voice: HostVoice;
  readonly onUnread: OnUnread;
  /** What `/readyz` says, and whether it says 200. */
  readonly readiness: () => { readonly ready: boolean; readonly servers: unknown };
}

interface HttpExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly voice: HostVoice;
}

/** What came in at an endpoint, and whose it is. */
interface Arrival extends HttpExchange {
  readonly endpoint: Endpoint;
  readonly principal: Principal;
}

/** What a refusal differs in from that of a request that is not valid. */
interface RefusalOptions {
  readonly kind?: 'invalid_request' | 'parse_error' | 'message_too_large' | 'unauthenticated';
  /** Raw JSON text. */
  readonly id?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How often the end of calls under way is looked for, in milliseconds. */
const lookMs = 20;

/** The gateway's side towards hosts on Streamable HTTP. */
export class HttpGateway {
  readonly #options: HttpGatewayOptions;
  readonly #endpoints: ReadonlyMap<string, Endpoint>;
  readonly #sessions: LegacySessions;
  readonly #listener: HttpListener;
  #isClosing = false;

  constructor(options: HttpGatewayOptions) {
    this.#options = options;
    this.#sessions = new LegacySessions(options);
    this.#endpoints = new Map(options.endpoints.map((endpoint) => [endpoint.path, endpoint]));
    this.#listener = new HttpListener(options.clock, (request, response) => {
      const exchange = { request, response, voice: options.voice };
      this.#guarded(exchange, () => this.#onRequest(exchange));
    });
  }

  /** Begins to listen. Rejects with the system's error where that can't be. */
  listen(host: string, port: number): Promise<AddressInfo> {
    return this.#listener.listen(host, port);
  }

  /** Takes nothing new, gives what is under way its time, ends all sessions and resolves when no connection is left. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#listener.stop();
    await this.#drained();
    for (const { modern } of this.#endpoints.values()) modern.close();
    await this.#sessions.close();
    await this.#listener.closed();
  }

  /** Looks now and then: no call should have to tell of its end for a moment that comes once. */
  async #drained(): Promise<void> {
    const { clock } = this.#options;
    const until = clock.now() + drainMs;
    while (this.#openRequests > 0 && clock.now() < until) await clock.sleep(lookMs);
  }

  get #openRequests(): number {
    const endpoints = [...this.#endpoints.values()];
    return endpoints.reduce((open, { modern }) => open + modern.openRequests, this.#sessions.openRequests);
  }

  /** A request that meets a mistake of ours must not end the process, and with it every other host. */
  #guarded(exchange: HttpExchange, take: () => void, id?: string): void {
    try {
      take();
    } catch (error) {
      this.#onMistake(error, exchange, id);
    }
  }

  #onMistake(error: unknown, { request, response, voice }: HttpExchange, id: string | undefined): void {
    const answer = voice.mistake(error, { id, era: eraOf(request) });
    if (response.headersSent) response.destroy();
    else sendJson(response, 200, answer.text);
  }

  /** Refuses an HTTP request, with an error of JSON-RPC as its body. */
  #refuse(
    { request, response, voice }: HttpExchange,
    status: number,
    sentence: string | undefined,
    more: RefusalOptions = {},
  ): void {
    const { kind = 'invalid_request', id, headers } = more;
    sendJson(response, status, voice.refuse(kind, sentence, { id, era: eraOf(request) }).text, headers);
  }

  #onRequest(exchange: HttpExchange): void {
    const { request, response, voice } = exchange;
    const { said } = voice;
    const path = pathOf(request.url ?? '/');
    const admitted = this.#options.access.admit(request.headers);
    if (path === '/healthz') {
      sendJson(response, 200, '{"status":"ok"}');
      return;
    }
    if (isRefusal(admitted)) {
      const signIn = { kind: 'unauthenticated', headers: { 'www-authenticate': 'Bearer' } } as const;
      this.#refuse(exchange, admitted.status, said[admitted.reason], admitted.status === 401 ? signIn : {});
      return;
    }
    if (path === '/readyz') {
      const readiness = this.#options.readiness();
      sendJson(response, readiness.ready ? 200 : 503, JSON.stringify(readiness));
      return;
    }
    const endpoint = this.#endpoints.get(path);
    if (endpoint === undefined) {
      this.#refuse(exchange, 404, said.notServed(path, [...this.#endpoints.keys()]));
      return;
    }
    const arrival = { endpoint, principal: admitted, request, response, voice: endpoint.voice };
    if (request.method === 'POST') this.#onPost(arrival);
    else if (eraOf(request) === 'modern') this.#refuse(exchange, 405, said.postOnly, { headers: { allow: 'POST' } });
    else if (request.method === 'GET') this.#onGet(arrival);
    else if (request.method === 'DELETE') this.#onDelete(arrival);
    else this.#refuse(exchange, 405, said.wrongMethod, { headers: { allow: 'POST, GET, DELETE' } });
  }

  #onPost(arrival: Arrival): void {
    const { endpoint, request } = arrival;
    const { maxMessageBytes } = endpoint;
    const isJson = /^application\/json\b/i.test(request.headers['content-type'] ?? '');
    readBody(
      request,
      maxMessageBytes,
      (body) => this.#guarded(arrival, () => (isJson ? this.#onBody(body, arrival) : this.#onWrongType(body, arrival))),
      (ends) => this.#guarded(arrival, () => this.#onOverlong(ends, arrival)),
    );
  }

  #onWrongType(body: Buffer, arrival: Arrival): void {
    this.#named(arrival)?.host.unreadable(body.toString('utf8'));
    this.#refuse(arrival, 415, arrival.voice.said.wrongType);
  }

  /** It may have been the answer to a question, for which nobody must wait any longer. */
  #onOverlong({ head, tail, sizeBytes }: OverlongLine, arrival: Arrival): void {
    const { endpoint, voice } = arrival;
    const { id, isCall } = readOverlong(head.toString('utf8'), tail.toString('utf8'));
    const sentence = voice.said.tooLarge(sizeBytes, endpoint.maxMessageBytes);
    this.#refuse(arrival, 413, sentence, { kind: 'message_too_large', id: isCall ? id : undefined });
    if (id === undefined || isCall) return;
    this.#named(arrival)?.host.answerTooLarge(id, sentence);
  }

  #onBody(body: Buffer, arrival: Arrival): void {
    const text = utf8Text(body);
    if (text === undefined) {
      this.#named(arrival)?.host.unreadable(body.toString('utf8'));
      this.#refuse(arrival, 400, arrival.voice.said.notUtf8, { kind: 'parse_error' });
      return;
    }
    const message = Message.read(text);
    this.#guarded(arrival, () => this.#onMessage(message, arrival), message.id);
  }

  #onMessage(message: Message, arrival: Arrival): void {
    const { request, response } = arrival;
    if (message.kind === 'invalid') {
      this.#onInvalid(message, arrival);
      return;
    }
    if (this.#isClosing && wantsAnswer(message)) {
      this.#onLate(message, arrival);
      return;
    }
    if (isModern(message, request.headers)) {
      this.#onModern(message, arrival);
      return;
    }
    if (message.kind === 'request' && message.method === 'initialize') {
      this.#onInitialize(message, arrival);
      return;
    }
    const session = this.#session(arrival, message.id);
    if (session === undefined) return;
    if ((message.kind !== 'batch' || allowsBatches(session.host.revision)) && !wantsAnswer(message)) {
      session.host.receive(message, acknowledgement(response));
      return;
    }
    const exchange = this.#exchangeOn(arrival, message.kind === 'batch' ? batchForm : legacyForm, () =>
      session.host.disconnected(exchange),
    );
    session.host.receive(message, exchange);
  }

  /** In a session it may be meant as the answer to a question, for which nobody must wait any longer. */
  #onInvalid(message: Message, arrival: Arrival): void {
    const { response } = arrival;
    const session = this.#named(arrival);
    const refused = (answer: Message): void => sendJson(response, 400, answer.text);
    if (session !== undefined) session.host.receive(message, { ...acknowledgement(response), answer: refused });
    else
      this.#refuse(arrival, 400, undefined, {
        id: message.id,
        kind: message.problem === 'not-json' ? 'parse_error' : 'invalid_request',
      });
  }

  /** Whoever asks when we are ending hears that nothing is begun any more, each member of a batch for itself. */
  #onLate(message: Message, { request, response, voice }: Arrival): void {
    const asked = message.kind === 'batch' ? message.members() : [message];
    const answers = asked
      .filter(({ kind }) => kind === 'request')
      .map((each) => voice.late(each, isModern(each, request.headers) ? 'modern' : 'legacy').text);
    sendJson(response, 200, message.kind === 'batch' ? `[${answers.join(',')}]` : answers.join(''));
  }

  /** Opens a session, which stays only where its host hears that it is open. */
  #onInitialize(message: Message, arrival: Arrival): void {
    const { endpoint, principal } = arrival;
    const session = this.#sessions.open(principal, endpoint);
    const headers = { 'mcp-session-id': session.id };
    const form: AnswerForm = {
      ...legacyForm,
      headersOf: (answer) => (answer?.isError === true ? {} : headers),
      onAnswer: (answer) => {
        if (answer.isError) this.#sessions.end(session, 'caller');
      },
    };
    const exchange = this.#exchangeOn(arrival, form, () => this.#sessions.end(session, 'disconnect'));
    session.host.receive(message, exchange);
  }

  #onModern(message: Message, arrival: Arrival): void {
    const { endpoint, principal, request, response, voice } = arrival;
    if (message.kind === 'batch') {
      this.#refuse(arrival, 400, voice.said.batch);
      return;
    }
    const refusal = refuseModern(message, request.headers, endpoint.mirroredParams);
    if (refusal !== undefined) {
      const { kind, sentence } = refusal;
      sendJson(response, 400, voice.refuse(kind, sentence(voice.said), { message, era: 'modern' }).text);
      return;
    }
    if (message.kind !== 'request') {
      response.writeHead(202).end();
      return;
    }
    const answering = endpoint.modern.opened().then(() => {
      // The host may have hung up meanwhile, and nobody would tell the exchange.
      if (response.destroyed) return;
      // On this wire the end of the stream is the cancellation.
      const form = endpoint.modern.isSpoken ? modernForm : unspokenForm;
      const exchange = this.#exchangeOn(arrival, form, () => received.drop('disconnect'));
      const received = endpoint.modern.receive(message, exchange, principal);
    });
    // Nothing rejects by design; a mistake of ours must still not leave the host without an answer.
    answering.catch((error: unknown) => this.#onMistake(error, arrival, message.id));
  }

  #exchangeOn({ request, response }: Arrival, form: AnswerForm, onDisconnect: () => void): PostExchange {
    return new PostExchange(response, accepted(request.headers.accept), form, onDisconnect, this.#options);
  }

  #named({ endpoint, principal, request }: Arrival): LegacySession | undefined {
    return this.#sessions.find(request.headers['mcp-session-id'], endpoint.path, principal);
  }

  /** The session that a request names, where its headers are in order; without one the request is refused. */
  #session(arrival: Arrival, id?: string): LegacySession | undefined {
    const { request, voice } = arrival;
    const { said } = voice;
    const version = request.headers['mcp-protocol-version'];
    const sessionId = request.headers['mcp-session-id'];
    const session = this.#named(arrival);
    if (typeof version === 'string' && !knownRevisions.has(version))
      this.#refuse(arrival, 400, said.unknownRevision(version.slice(0, 32), [...knownRevisions]), { id });
    else if (sessionId === undefined) this.#refuse(arrival, 400, said.sessionMissing, { id });
    else if (session === undefined) this.#refuse(arrival, 404, said.sessionUnknown, { id });
    else return session;
    return undefined;
  }

  #onGet(arrival: Arrival): void {
    const { request, response, voice } = arrival;
    if (request.headers['mcp-session-id'] === undefined)
      this.#refuse(arrival, 405, voice.said.streamWithoutSession, { headers: { allow: 'POST' } });
    else this.#session(arrival)?.openStream(response);
  }

  #onDelete(arrival: Arrival): void {
    const { request, response, voice } = arrival;
    if (request.headers['mcp-session-id'] === undefined) {
      this.#refuse(arrival, 405, voice.said.endWithoutSession, { headers: { allow: 'POST' } });
      return;
    }
    const session = this.#session(arrival);
    if (session === undefined) return;
    this.#sessions.end(session, 'caller');
    response.writeHead(204).end();
  }
}

const legacyForm: AnswerForm = { statusOf: () => 200 };
/** A batch that is refused as a whole gets one answer, and no batch of them. */
const batchForm: AnswerForm = { statusOf: (answer) => (answer.kind === 'batch' ? 200 : 400) };
const modernForm: AnswerForm = { statusOf: modernStatus };
const unspokenForm: AnswerForm = { statusOf: unspokenStatus };

const knownRevisions: ReadonlySet<string> = new Set([...legacyRevisions, ...modernRevisions]);

/** The wire of a request of which nothing but the headers is known. */
function eraOf({ headers }: IncomingMessage): Era {
  const version = headers['mcp-protocol-version'];
  return modernRevisions.some((revision) => revision === version) ? 'modern' : 'legacy';
}

function pathOf(url: string): string {
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** By the Accept header; whoever sends none, or anything, takes either. */
function accepted(accept: string | undefined): Accepted {
  if (accept === undefined || accept === 'application/json, text/event-stream' || accept.includes('*/*')) return either;
  const stream = accept.includes('text/event-stream');
  return { json: accept.includes('application/json') || !stream, stream };
}

const either = { json: true, stream: true } as const;

function acknowledgement(response: ServerResponse) {
  const acknowledge = (): void => void response.writeHead(202).end();
  return { send: () => false, answer: acknowledge, end: acknowledge };
}
