import { legacyRevisions, Message } from '@breakwater/core';
import { ask, type Connection, type HandshakeTrouble } from '@breakwater/transport';
import { ownInfo } from '../modern-envelope.ts';
import { isRefusal, unknownVersion, versionAsked } from './negotiation.ts';
import { replay } from './replay.ts';
import type { Server } from './server.ts';
import type { Subscriptions } from './subscriptions.ts';

/** How much of what a server is told again may be under way through a network, where each request takes a connection. */
const replayedAtOnce = 8;

const ownInitialize = Message.request(1, 'initialize', {
  protocolVersion: legacyRevisions[0],
  capabilities: {},
  clientInfo: ownInfo,
});

/**
 * How a line of the legacy wire is opened: with its host's own `initialize`, and on each new connection again, with what the
 * server has been told since.
 */
export class Opening {
  readonly #server: Server;
  readonly #isShared: boolean;
  readonly #subscriptions: Subscriptions;
  readonly #onComplete: () => void;
  /** The last `logging/setLevel` that the server has taken. */
  #setLevel: Message | undefined = undefined;
  #initialize: Message | undefined = undefined;
  #response: Message | undefined = undefined;
  /** The `initialize` that the server has refused last, and the error that it answered, if that was one. */
  #refused: { readonly initialize: Message; readonly error: Message | undefined } | undefined = undefined;
  #hostIsReady = false;
  #completedOn: Connection | undefined = undefined;

  /**
   * @param isShared Whether several hosts use the line. It is opened with an `initialize` of ours then, which declares nothing
   * that a single host would have to answer: what the server says to it is true of all hosts, and of none in particular.
   * @param subscriptions What a new connection is told again, together with the level of logs.
   * @param onComplete Called when a connection may be used for more than its handshake.
   */
  constructor(server: Server, isShared: boolean, subscriptions: Subscriptions, onComplete: () => void) {
    this.#server = server;
    this.#isShared = isShared;
    this.#subscriptions = subscriptions;
    this.#onComplete = onComplete;
    if (isShared) this.#initialize = ownInitialize;
  }

  /** Whether the host has opened the line; one on the modern wire never does. */
  get hasBegun(): boolean {
    return this.#initialize !== undefined;
  }

  /** What the server has said to the `initialize` that it took last, under whatever id; undefined before that. */
  get response(): Message | undefined {
    return this.#response;
  }

  begin(initialize: Message): void {
    this.#initialize = initialize;
  }

  /** What a host hears to its `initialize` once the line is open. */
  responseTo(initialize: Message): Message | undefined {
    return this.#isShared && this.#response !== undefined ? inRevisionOf(initialize, this.#response) : this.#response;
  }

  /** The error that the server has answered this opening with, if it has. */
  refusalOf(initialize: Message): Message | undefined {
    return this.#refused?.initialize === initialize ? this.#refused.error : undefined;
  }

  /** The host has said `notifications/initialized`. */
  hostIsReady(): void {
    this.#hostIsReady = true;
  }

  /** Keeps the level of logs that a new connection must be told again. */
  levelSet(request: Message): void {
    this.#setLevel = request;
  }

  /** Tells the server what the host opens with; resolves with what went wrong, if anything. */
  async handshake(connection: Connection): Promise<HandshakeTrouble | undefined> {
    const initialize = this.#initialize;
    if (initialize === undefined) return undefined;
    // It may be taken this time.
    if (this.#refused?.initialize === initialize) this.#refused = undefined;
    const { negotiation, parts, settings } = this.#server;
    const opening = negotiation.opening(initialize);
    const first = await ask(connection, opening, parts.clock, settings.startTimeoutMs, false);
    const lower = negotiation.again(opening, first);
    const answer =
      lower === undefined ? first : await ask(connection, lower, parts.clock, settings.startTimeoutMs, false);
    if (!answer.ok) return { failure: answer.failure, isAnswer: !this.#isShared && isRefusal(answer.failure) };
    const { response } = answer;
    const unknown = unknownVersion(initialize, response);
    if (unknown !== undefined || response.isError) {
      this.#refused = { initialize, error: response.isError ? response : undefined };
      const failure =
        unknown === undefined
          ? this.#server.handshakeRefused(response, initialize)
          : this.#server.versionUnknown(unknown);
      // A version that nobody knows is the server's own trouble.
      return { failure, isAnswer: !this.#isShared && unknown === undefined };
    }
    this.#response = response;
    if (lower !== undefined) negotiation.took(initialize, lower);
    if (this.#hostIsReady) {
      this.complete(connection);
      void this.#replayState(connection);
    }
    return undefined;
  }

  /** `notifications/initialized` goes out once a connection, after the handshake and before anything else. */
  complete(connection: Connection): void {
    if (this.#initialize === undefined || this.#completedOn === connection) return;
    this.#completedOn = connection;
    this.#hostIsReady = true;
    connection.send(Message.notification('notifications/initialized'));
    this.#onComplete();
  }

  /**
   * Over a pipe all of it goes out ahead of the first call, so that a server which reads in order logs that call as it
   * should and tells what it changes. The answers are waited for by no call: it depends on none of them, and the protocol
   * wants only `initialized` to come first. Over HTTP a call may overtake them, as a host's own would.
   */
  async #replayState(connection: Connection): Promise<void> {
    const { parts, settings } = this.#server;
    // Logs are wanted of all servers behind a host, whether or not they have declared any.
    const setLevel = {
      request: () => ('logging' in capabilitiesIn(this.#response) ? this.#setLevel : undefined),
      taken: () => {},
    };
    const subscriptions = this.#subscriptions.uris.map((uri) => ({
      request: () => this.#subscriptions.requestFor(uri),
      taken: () => this.#subscriptions.taken(uri),
    }));
    const untold = await replay(connection, [setLevel, ...subscriptions], {
      clock: parts.clock,
      random: parts.random,
      atOnce: settings.source.isRemote ? replayedAtOnce : Number.POSITIVE_INFINITY,
      timeoutMs: settings.connectTimeoutMs,
      classify: (error, request) => this.#server.classify(error, request),
    });
    const [first] = untold;
    if (first === undefined) return;
    const methods = new Set(untold.map(({ request }) => request.method));
    this.#server.requestFailed(`${untold.length} × ${[...methods].join(', ')}`, first.failure);
  }
}

/** What a server declares in its response to `initialize` or `server/discover`; anything that is no object of capabilities is read as none. */
export function capabilitiesIn(response: Message | undefined): Readonly<Record<string, unknown>> {
  const { capabilities } = (response?.result ?? {}) as { readonly capabilities?: unknown };
  return typeof capabilities === 'object' && capabilities !== null ? (capabilities as Record<string, unknown>) : {};
}

/** The response with the revision that a host has asked for where that is an older one: others may know the line's, it may not. */
function inRevisionOf(initialize: Message, response: Message): Message {
  const asked = versionAsked(initialize);
  const span = response.find(response.resultSpan, 'protocolVersion');
  const known = legacyRevisions.find((revision) => revision === asked);
  if (span === undefined || known === undefined || JSON.stringify(known) >= response.slice(span)) return response;
  return response.edit([{ ...span, replacement: JSON.stringify(known) }]);
}
