import { Message, Timer, type Attempt, type Call, type Era, type Failure } from '@breakwater/core';
import { ask, Connection, Supervisor, type RequestSink } from '@breakwater/transport';
import { CallSink, type PeerError } from './call-sink.ts';
import type { HostRequest } from './host-request.ts';
import { negotiateAgain } from './negotiation.ts';
import type { Server } from './server.ts';

/** The host session, or the several, that an upstream works for. */
export interface UpstreamHost {
  /** A request of the server's; `about` is the host's request that caused it, if that is known. */
  serverRequest(upstream: Upstream, message: Message, about: HostRequest | undefined): void;
  serverNotification(upstream: Upstream, message: Message, about: HostRequest | undefined): void;
}

/** One line to one server: opened as the host opened, healed when it breaks, its handshake and subscriptions repeated. */
export class Upstream {
  readonly server: Server;
  readonly #host: UpstreamHost;
  readonly #supervisor: Supervisor;
  /** Calls under way, the newest last. */
  readonly #calls = new Set<CallSink>();
  /** What a new connection has to be told again, by method and subject. */
  readonly #replay = new Map<string, Message>();
  /** Lists that have changed and are about to be announced, by notification. */
  readonly #changes = new Map<string, Timer>();
  #initialize: Message | undefined = undefined;
  #initializeResponse: Message | undefined = undefined;
  #hostInitialized = false;
  #learning = false;
  #initializedOn: Connection | undefined = undefined;

  constructor(server: Server, host: UpstreamHost) {
    this.server = server;
    this.#host = host;
    const { clock } = server.parts;
    this.#supervisor = new Supervisor({
      open: (listener) => server.openChannel(listener),
      handshake: (connection) => this.#handshake(connection),
      schedule: server.schedule,
      clock,
      startTimeoutMs: server.settings.startTimeoutMs,
      startTimedOut: () => server.startTimedOut(),
      reopenAtOnce: (failure) => server.forgotSession(failure),
      owner: {
        request: (message, about) => this.#host.serverRequest(this, message, this.#related(about)),
        notification: (message, about) => this.#onNotification(message, about),
        stray: (what, text) => server.dropped(what, text),
        ready: (_connection, again) => this.#onReady(again),
        lost: () => (this.#initializedOn = undefined),
        down: (failure, state, retryAtMs) => server.wentDown(failure, state, retryAtMs),
      },
    });
  }

  /** The response to `initialize`, under whatever id; undefined before the handshake. */
  get initializeResponse(): Message | undefined {
    return this.#initializeResponse;
  }

  /** What the server declared in its handshake. */
  get capabilities(): Readonly<Record<string, unknown>> {
    const result = this.#initializeResponse?.result;
    // Sound: anything that is no object of capabilities is read as none.
    const { capabilities } = (result ?? {}) as { readonly capabilities?: unknown };
    return typeof capabilities === 'object' && capabilities !== null ? (capabilities as Record<string, unknown>) : {};
  }

  /** The connection that is ready now, if any. */
  get connection(): Connection | undefined {
    return this.#supervisor.connection;
  }

  /** Opens the line before anybody calls. */
  async open(): Promise<Connection | Failure> {
    return this.#supervisor.open();
  }

  /** The host's `initialize`: opens the line with it and answers with what the server said. */
  dispatchInitialize(call: Call, attempt: Attempt): void {
    this.#initialize = call.message;
    attempt.waitFor(this.server.starting());
    void this.#supervisor.open().then((opened) => {
      const response = this.#initializeResponse;
      if (response !== undefined && (opened instanceof Connection || response.isError)) attempt.succeed(response);
      else attempt.fail(opened instanceof Connection ? { kind: 'internal', executed: 'no' } : this.server.explain(opened));
    });
  }

  /** Sends one attempt of a call, opening the line first where there is none. */
  dispatch(call: Call, attempt: Attempt, hostRequest: HostRequest | undefined, peerError: PeerError): void {
    const { connection } = this.#supervisor;
    if (connection !== undefined) {
      this.#send(connection, call, attempt, hostRequest, peerError);
      return;
    }
    attempt.waitFor(this.server.starting());
    void this.#supervisor.open().then((opened) => {
      if (attempt.done) return;
      if (opened instanceof Connection) this.#send(opened, call, attempt, hostRequest, peerError);
      else attempt.fail(this.server.explain(opened));
    });
  }

  /** Passes a notification or a response of the host's on; dropped where nothing is connected, since it was about that connection. */
  send(message: Message): void {
    const { connection } = this.#supervisor;
    if (connection === undefined) return;
    this.#completeHandshake(connection);
    connection.send(message);
  }

  /** Completes the handshake before requests of our own go out. */
  readyForCalls(): void {
    if (this.#supervisor.connection !== undefined) this.#completeHandshake(this.#supervisor.connection);
  }

  /** Whether the server lists a tool, as far as a list can be had. */
  async listsTool(name: string): Promise<boolean> {
    const { catalog } = this.server;
    if (!catalog.known && this.#supervisor.connection !== undefined && 'tools' in this.capabilities) await this.server.refreshCatalog(this.#supervisor.connection, this.#era);
    return !catalog.known || catalog.get(name) !== undefined;
  }

  /** Whether the server has a tool; where its list doesn't show it, the list is read once more, for it may have changed without a word. */
  async hasTool(name: string): Promise<boolean> {
    const { catalog } = this.server;
    if (!catalog.known || catalog.get(name) !== undefined) return true;
    if (this.#supervisor.connection !== undefined) await this.server.refreshCatalog(this.#supervisor.connection, this.#era);
    return catalog.get(name) !== undefined;
  }

  /** Tells the host that there are lists which it can't have seen. */
  announce(): void {
    for (const [capability, method] of listChanges) if (capability in this.capabilities) this.#changed(method);
  }

  /** The host has said `notifications/initialized`. */
  hostInitialized(): void {
    this.#hostInitialized = true;
    if (this.#supervisor.connection !== undefined) this.#completeHandshake(this.#supervisor.connection);
  }

  /** Keeps a request that a new connection must be told again, such as a subscription. */
  remember(key: string, request: Message | undefined): void {
    if (request === undefined) this.#replay.delete(key);
    else this.#replay.set(key, request);
  }

  close(): Promise<void> {
    for (const timer of this.#changes.values()) this.server.parts.clock.cancel(timer);
    return this.#supervisor.close();
  }

  #send(connection: Connection, call: Call, attempt: Attempt, hostRequest: HostRequest | undefined, peerError: PeerError): void {
    this.#completeHandshake(connection);
    this.#learnTools(connection, call);
    const sink = new CallSink(attempt, hostRequest, peerError, this.server);
    this.#calls.add(sink);
    attempt.onDone(() => this.#calls.delete(sink));
    const id = connection.request(call.message, sink, call.plan.limits.idleTimeout !== undefined);
    attempt.dispatched(() => connection.cancel(id));
  }

  /** Legacy only: `notifications/initialized` goes out once a connection, after the handshake and before anything else. */
  #completeHandshake(connection: Connection): void {
    if (this.#initialize === undefined || this.#initializedOn === connection) return;
    this.#initializedOn = connection;
    this.#hostInitialized = true;
    connection.send(Message.notification('notifications/initialized'));
    if ('tools' in this.capabilities && !this.server.catalog.known) void this.server.refreshCatalog(connection, 'legacy');
  }

  /** Modern only: there is no handshake after which to read the tools, so the first call of one does it. */
  #learnTools(connection: Connection, call: Call): void {
    if (this.#era === 'legacy' || call.target.kind !== 'tool' || this.#learning || this.server.catalog.known) return;
    this.#learning = true;
    void this.server.refreshCatalog(connection, 'modern');
  }

  get #era(): Era {
    return this.#initialize === undefined ? 'modern' : 'legacy';
  }

  async #handshake(connection: Connection): Promise<Failure | undefined> {
    if (this.#initialize === undefined) return undefined;
    const { clock } = this.server.parts;
    const { startTimeoutMs } = this.server.settings;
    const answer = await ask(connection, this.#initialize, clock, startTimeoutMs, false);
    if (!answer.ok) return answer.failure;
    let { response } = answer;
    const lower = negotiateAgain(this.#initialize, response);
    if (lower !== undefined) {
      const second = await ask(connection, lower, clock, startTimeoutMs, false);
      if (!second.ok) return second.failure;
      response = second.response;
    }
    this.#initializeResponse = response;
    if (response.isError) return this.server.handshakeRefused(response);
    if (this.#hostInitialized) await this.#replayState(connection);
    return undefined;
  }

  async #replayState(connection: Connection): Promise<void> {
    this.#completeHandshake(connection);
    const { clock } = this.server.parts;
    await Promise.all([...this.#replay.values()].map((request) => ask(connection, request, clock, this.server.settings.connectTimeoutMs)));
  }

  #onReady(again: boolean): void {
    this.server.isReady();
    // The new process may offer other things than the old one did; the host learns it as from any change.
    if (again) this.announce();
  }

  #onNotification(message: Message, about: RequestSink | undefined): void {
    if (listChanges.some(([, method]) => method === message.method)) this.#changed(message.method ?? '');
    else this.#host.serverNotification(this, message, this.#related(about, false));
  }

  /** Changes come in bursts; each burst is one reading of ours and one notification to the host. */
  #changed(method: string): void {
    if (this.#changes.has(method)) return;
    const timer = new Timer(() => {
      this.#changes.delete(method);
      const { connection } = this.#supervisor;
      const isRead = method === 'notifications/tools/list_changed' && connection !== undefined ? this.server.refreshCatalog(connection, this.#era) : Promise.resolve();
      void isRead.then(() => this.#host.serverNotification(this, Message.notification(method), undefined));
    });
    this.#changes.set(method, timer);
    this.server.parts.clock.schedule(timer, changeBurstMs);
  }

  /** The host's request that a message of the server's belongs to; on a shared stream a question is put to the newest caller. */
  #related(about: RequestSink | undefined, guess = true): HostRequest | undefined {
    if (about instanceof CallSink) return about.hostRequest;
    if (!guess) return undefined;
    let newest: CallSink | undefined;
    for (const sink of this.#calls) newest = sink;
    return newest?.hostRequest;
  }
}

/** Notifications of a change that come within this time are one change, in milliseconds. */
const changeBurstMs = 100;

const listChanges = [
  ['tools', 'notifications/tools/list_changed'],
  ['prompts', 'notifications/prompts/list_changed'],
  ['resources', 'notifications/resources/list_changed'],
] as const;
