import {
  Message,
  safetyOfMethod,
  safetyOfTool,
  type Attempt,
  type Call,
  type Era,
  type Failure,
  type Plan,
  type Safety,
  type Target,
} from '@breakwater/core';
import {
  ask,
  Connection,
  isSessionLost,
  Supervisor,
  type RequestSink,
  type RestartSchedule,
} from '@breakwater/transport';
import { CallSink, type CallLine, type PeerError } from './call-sink.ts';
import { Callers } from './callers.ts';
import type { HostRequest } from '../host/host-request.ts';
import { probeOf } from './idle-line.ts';
import { LineStanding } from './line-standing.ts';
import { LineTools, type ToolsLine } from './line-tools.ts';
import { GivenLists } from './given-lists.ts';
import { announces, listChanges, ListChanges, type Certainty } from './list-changes.ts';
import { capabilitiesIn, Opening } from './opening.ts';
import type { Server } from './server.ts';
import { Subscriptions } from './subscriptions.ts';
import { withTrustedMeta } from './trusted-meta.ts';

/** The host session, or the several, that an upstream works for. */
export interface UpstreamHost {
  /**
   * A request of the server's.
   *
   * @param connection The process or session that asks, and alone can be answered.
   * @param about The host's request that caused it, if that is known, else the one that may best be taken for it.
   * @param waiting The host's requests that may have to wait for the answer.
   */
  serverRequest(
    upstream: Upstream,
    connection: Connection,
    message: Message,
    about: HostRequest | undefined,
    waiting: readonly HostRequest[],
  ): void;
  /** @param connection The process or session that says it, if it comes from there. */
  serverNotification(
    upstream: Upstream,
    message: Message,
    about: HostRequest | undefined,
    connection?: Connection,
  ): void;
  /** A process or session is gone, and with it all that it has asked. */
  serverLost(upstream: Upstream): void;
  /** The server was told that nobody waits for the answer to a request any more. */
  callTakenBack(upstream: Upstream, request: HostRequest): void;
}

/** Options of {@link Upstream}; for a line that is opened before anything is known of its server. */
export interface UpstreamOptions {
  readonly prepare?: () => Promise<void>;
  readonly schedule?: RestartSchedule;
  /** Whether several hosts use the line, none of which can be asked anything. */
  readonly shared?: boolean;
  /** Whether an open line says nothing yet of the server, which is still to be asked whether it speaks this wire. */
  readonly unproven?: boolean;
}

/** One line to one server: opened as the host opened, healed when it breaks, its handshake and subscriptions repeated. */
export class Upstream implements CallLine, ToolsLine {
  readonly server: Server;
  /** The tools of this line. */
  readonly tools: LineTools;
  /** What its host was given of the other lists. */
  readonly lists: GivenLists;
  /** What its hosts are subscribed to. */
  readonly subscriptions: Subscriptions;
  readonly #host: UpstreamHost;
  readonly shared: boolean;
  readonly #unproven: boolean;
  readonly #supervisor: Supervisor;
  readonly #standing: LineStanding;
  readonly #opening: Opening;
  readonly #callers = new Callers();
  /** Lists that have changed, or may have, a moment ago. */
  readonly #changes: ListChanges;
  #discovered: Message | undefined = undefined;
  #wasDown = false;
  #isPersistent = false;

  constructor(server: Server, host: UpstreamHost, options: UpstreamOptions = {}) {
    const {
      prepare = () => server.prepare(),
      schedule = server.lineSchedule(),
      shared = false,
      unproven = false,
    } = options;
    this.server = server;
    this.shared = shared;
    this.#unproven = unproven;
    this.#host = host;
    this.tools = new LineTools(this);
    this.lists = new GivenLists(this);
    this.#standing = new LineStanding(server);
    this.subscriptions = new Subscriptions((uri) => this.#endSubscription(uri));
    this.#opening = new Opening(server, shared, this.subscriptions, () => {
      if ('tools' in this.capabilities) this.tools.readIfOld();
    });
    const { clock } = server.parts;
    this.#changes = new ListChanges(clock, (method, certainty) => void this.#tellChange(method, certainty));
    const probe = probeOf(server, () => {
      this.readyForCalls();
      return { era: this.era, capabilities: this.capabilities };
    });
    this.#supervisor = new Supervisor({
      prepare,
      open: (listener) => this.#standing.openChannel(this.era, listener, (tool) => this.tools.lastDefinitionOf(tool)),
      handshake: (connection) => this.#opening.handshake(connection),
      schedule,
      clock,
      startTimeoutMs: server.settings.startTimeoutMs,
      startTimedOut: () => this.#standing.startTimedOut(),
      reopenAtOnce: isSessionLost,
      owner: {
        request: (message, about, connection) =>
          this.#host.serverRequest(this, connection, message, this.#callers.asked(about), this.#callers.waiting(about)),
        notification: (message, about, connection) => this.#onNotification(message, about, connection),
        missed: () => this.#mayHaveChanged((capability) => announces(this.capabilities, capability)),
        stray: (what, text, reference) => server.dropped(what, text, reference),
        bug: (cause) => server.parts.events.emit({ type: 'bug', correlationId: server.key, cause }),
        ready: (connection, again) => {
          probe?.watch(connection);
          this.#onReady(again);
        },
        lost: () => this.#host.serverLost(this),
        down: (failure, state, isAnswer) => {
          this.#wasDown = true;
          this.#standing.wentDown(failure, state, isAnswer);
        },
      },
    });
  }

  /** The response to `initialize`, under whatever id; undefined before the handshake. */
  get initializeResponse(): Message | undefined {
    return this.#opening.response;
  }

  /** What the server declared in its handshake. */
  get capabilities(): Readonly<Record<string, unknown>> {
    return capabilitiesIn(this.#opening.response ?? this.#discovered);
  }

  /** The answer to `server/discover`; on the modern wire alone. */
  get discovered(): Message | undefined {
    return this.#discovered;
  }

  /** Notes what the server has answered to `server/discover`: on the modern wire, what it can do stands there. */
  noteDiscovered(response: Message): void {
    this.#discovered = response;
    this.#standing.isReady();
  }

  get era(): Era {
    return this.#opening.hasBegun ? 'legacy' : 'modern';
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
    attempt.waitFor(() => this.#standing.starting());
    const { message } = call;
    if (!this.shared) this.#opening.begin(message);
    void this.#openWithHandshake().then((opened) => {
      const answer =
        opened instanceof Connection ? this.#opening.responseTo(message) : this.#opening.refusalOf(message);
      if (answer !== undefined) attempt.succeed(answer);
      else
        attempt.fail(
          opened instanceof Connection ? { kind: 'internal', executed: 'no' } : this.#standing.explain(opened),
        );
    });
  }

  /** A host that has asked for the modern wire in vain has opened the line already; then the handshake is made on it as it is. */
  async #openWithHandshake(): Promise<Connection | Failure> {
    const opened = await this.#supervisor.open();
    if (!(opened instanceof Connection) || this.#opening.response !== undefined) return opened;
    return (await this.#opening.handshake(opened))?.failure ?? opened;
  }

  /**
   * Sends one attempt of a call, opening the line first where there is none.
   *
   * @param again Whether a forgotten session has turned this attempt away before; that happens to it once.
   */
  dispatch(
    call: Call,
    attempt: Attempt,
    hostRequest: HostRequest | undefined,
    peerError: PeerError,
    again = false,
  ): void {
    const { connection } = this.#supervisor;
    if (connection !== undefined) {
      this.#send(connection, call, attempt, hostRequest, peerError, again);
      return;
    }
    attempt.waitFor(() => this.#standing.starting());
    void this.#supervisor.open().then((opened) => {
      if (attempt.done) return;
      if (opened instanceof Connection) this.#send(opened, call, attempt, hostRequest, peerError, again);
      else attempt.fail(this.#standing.explain(opened));
    });
  }

  /** Passes a notification of the host's on; dropped where nothing is connected, since it was about that connection. */
  send(message: Message): void {
    const { connection } = this.#supervisor;
    if (connection === undefined) return;
    this.#opening.complete(connection);
    connection.send(message);
  }

  /** Completes the handshake before requests of our own go out. */
  readyForCalls(): void {
    if (this.#supervisor.connection !== undefined) this.#opening.complete(this.#supervisor.connection);
  }

  /** How a call may be repeated: configuration, method, annotations as far as they are believed, else not at all. */
  safetyOf(target: Target, method: string, plan: Plan): Safety {
    if (target.kind !== 'tool') return safetyOfMethod(method);
    return safetyOfTool(plan, this.tools.hintsOf(target.name), this.server.settings.trustAnnotations);
  }

  /** Opens the line again and again where it can't be opened, and tells the host when it is open: nobody calls what isn't listed. */
  persist(): void {
    this.#isPersistent = true;
    this.#supervisor.persist();
  }

  /**
   * Tells the host that there are lists which it can't have seen.
   *
   * @param only The capability that the lists belong to; all of them where absent.
   */
  announce(only?: string): void {
    for (const [capability, method] of listChanges)
      if (capability in this.capabilities && (only === undefined || only === capability))
        this.#changes.changed(method, 'said');
  }

  /** The host has said `notifications/initialized`. */
  hostInitialized(): void {
    this.#opening.hostIsReady();
    this.readyForCalls();
  }

  /** The server has taken a `logging/setLevel`, which a new connection must be told again. */
  levelSet(request: Message): void {
    this.#opening.levelSet(request);
  }

  close(): Promise<void> {
    this.#changes.close();
    this.#standing.ended();
    return this.#supervisor.close();
  }

  #send(
    connection: Connection,
    call: Call,
    attempt: Attempt,
    hostRequest: HostRequest | undefined,
    peerError: PeerError,
    again: boolean,
  ): void {
    this.#opening.complete(connection);
    // There is no handshake on the modern wire after which to do it.
    if (this.era === 'modern' && call.target.kind === 'tool') this.tools.readIfOld();
    const sink = new CallSink(attempt, hostRequest, peerError, again, this);
    this.#callers.add(sink);
    attempt.onDone(() => this.#callers.delete(sink));
    const message = this.server.settings.trusted ? withTrustedMeta(call, this.server.parts.clock.now()) : call.message;
    const id = connection.request(message, sink, call.plan.limits.idleTimeout !== undefined);
    attempt.dispatched(() => {
      connection.cancel(id);
      if (hostRequest !== undefined) this.#host.callTakenBack(this, hostRequest);
    });
  }

  /** The server is well and has run nothing: this belongs to opening the new session, and is no repetition to be paid for. */
  sendAgain(refused: CallSink, failure: Failure): boolean {
    if (refused.isAgain || failure.executed !== 'no' || !isSessionLost(failure)) return false;
    const { attempt, hostRequest, peerError } = refused;
    this.#callers.delete(refused);
    attempt.turnedAway();
    this.dispatch(attempt.call, attempt, hostRequest, peerError, true);
    return true;
  }

  /** Its host is told at once, by the subscription; we read the tools again. */
  subscribed({ method }: Message): void {
    if (method !== toolsChanged) return;
    this.tools.changed();
    this.#changes.changed(method, 'told');
  }

  subscribedLate(uri: string): void {
    this.subscriptions.taken(uri);
  }

  #onReady(again: boolean): void {
    if (!this.#unproven || this.#discovered !== undefined) this.#standing.isReady();
    if (!again) {
      // Its host has been told of what there is, and this was not among it.
      if (this.#isPersistent && this.#wasDown) this.announce();
      return;
    }
    // The new process may offer other things than the old one did.
    this.#mayHaveChanged(() => true);
  }

  /** The tools are read again in any case, other lists as far as their changes are told. */
  #mayHaveChanged(isTold: (capability: string) => boolean): void {
    for (const [capability, method] of listChanges)
      if (capability in this.capabilities && (capability === 'tools' || isTold(capability)))
        this.#changes.changed(method, 'possible');
  }

  #onNotification(message: Message, about: RequestSink | undefined, connection: Connection): void {
    const { method = '' } = message;
    if (listChanges.some(([, changed]) => changed === method)) this.#onListChanged(method);
    else {
      const told = this.#callers.told(about, message);
      this.#host.serverNotification(this, this.server.presentMessage(message), told, connection);
    }
  }

  #onListChanged(method: string): void {
    if (method === toolsChanged) this.tools.changed();
    this.#changes.changed(method, 'said');
  }

  async #tellChange(method: string, certainty: Certainty): Promise<void> {
    const isNews = this.connection !== undefined && (await this.#isNews(method, certainty));
    if (certainty === 'said' || (certainty === 'possible' && isNews))
      this.#host.serverNotification(this, Message.notification(method), undefined);
  }

  /** By the tools we go ourselves, whoever has heard of their change. */
  async #isNews(method: string, certainty: Certainty): Promise<boolean> {
    if (method === toolsChanged) return this.tools.haveChanged();
    return certainty === 'possible' && this.lists.haveChanged(method);
  }

  #endSubscription(uri: string): void {
    const { connection } = this;
    const { parts, settings } = this.server;
    if (connection !== undefined)
      void ask(
        connection,
        Message.request(1, 'resources/unsubscribe', { uri }),
        parts.clock,
        settings.connectTimeoutMs,
      );
  }
}

const toolsChanged = 'notifications/tools/list_changed';
