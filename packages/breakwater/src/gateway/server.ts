import {
  classifyRpcError,
  compile,
  redactFailure,
  RetryBudget,
  safetyOfMethod,
  safetyOfTool,
  type Channel,
  type ChannelListener,
  type Clock,
  type DroppedWhat,
  type Era,
  type EventStream,
  type Failure,
  type Locale,
  type Message,
  type Plan,
  type Random,
  type Redactor,
  type Safety,
  type ServerState,
  type Target,
  type TrustAnnotations,
} from '@breakwater/core';
import { isSessionLost, RestartPolicy, type Connection } from '@breakwater/transport';
import type { Rules } from '../config/effective-rules.ts';
import { fetchPages } from './list-pages.ts';
import { ownEnvelope } from './modern-envelope.ts';
import { sentences } from './sentences.ts';
import { ToolCatalog } from './tool-catalog.ts';

/** What everything in one process shares. */
export interface GatewayParts {
  readonly clock: Clock;
  readonly random: Random;
  readonly events: EventStream;
  /** JSON-RPC codes that the operator has chosen for the legacy wire. */
  readonly codes: Readonly<Record<string, number>>;
  /** The operator's address, for faults that nobody else can mend. */
  readonly support: string | undefined;
}

/** A channel, with what its process has said on stderr where there is one. */
export interface ServerChannel extends Channel {
  readonly stderrTail?: () => string;
}

/** What the configuration says of one server. */
export interface ServerSettings {
  /** The key under `mcpServers`; the only name that is ever shown. */
  readonly key: string;
  readonly rules: (tool: string | undefined) => Rules;
  readonly trusted: boolean;
  readonly trustAnnotations: TrustAnnotations;
  readonly startTimeoutMs: number;
  readonly connectTimeoutMs: number;
  readonly locale: Locale;
  readonly open: (listener: ChannelListener) => ServerChannel;
}

/** How much of a dead server's stderr is told, in lines. */
const toldStderrLines = 3;
const catalogTimeoutMs = 30_000;
/** Ten years: for ever, as far as timers go. */
const standingMs = 315_360_000_000;

/** One configured server: what all sessions to it share. */
export class Server {
  readonly settings: ServerSettings;
  readonly parts: GatewayParts;
  readonly redactor: Redactor;
  readonly catalog = new ToolCatalog();
  readonly schedule: RestartPolicy;
  readonly #budget: RetryBudget;
  readonly #plans = new Map<string, Plan>();
  readonly #serverPlan: Plan;
  readonly #standingPlan: Plan;
  #refreshing: Promise<void> | undefined = undefined;
  #state: ServerState = 'idle';
  #lastTrouble: string | undefined = undefined;
  #channel: ServerChannel | undefined = undefined;

  constructor(settings: ServerSettings, redactor: Redactor, parts: GatewayParts) {
    this.settings = settings;
    this.redactor = redactor;
    this.parts = parts;
    this.schedule = new RestartPolicy({ random: parts.random });
    this.#budget = new RetryBudget(parts.clock);
    const rules = settings.rules(undefined);
    this.#serverPlan = this.#compile(rules);
    this.#standingPlan = this.#compile({ ...rules, limits: { deadline: { ms: standingMs, setBy: 'built-in' } }, retry: { maxAttempts: 1, maxAttemptsRead: 1 } });
  }

  get key(): string {
    return this.settings.key;
  }

  get state(): ServerState {
    return this.#state;
  }

  /** Why the server is not ready, in one redacted sentence. */
  get lastTrouble(): string | undefined {
    return this.#lastTrouble;
  }

  openChannel(listener: ChannelListener): Channel {
    this.#enter('starting');
    this.#channel = this.settings.open(listener);
    return this.#channel;
  }

  /** The plan of a request that stays open until somebody ends it. */
  get standingPlan(): Plan {
    return this.#standingPlan;
  }

  /** The plan of a target's calls; tools have their own where the catalog knows them. */
  planFor(target: Target): Plan {
    if (target.kind !== 'tool') return this.#serverPlan;
    let plan = this.#plans.get(target.name);
    if (plan === undefined) {
      plan = this.#compile(this.settings.rules(target.name));
      // A name that no list has shown must not cost memory for ever.
      if (this.catalog.get(target.name) !== undefined) this.#plans.set(target.name, plan);
    }
    return plan;
  }

  /** How a call may be repeated: configuration, method, annotations as far as they are believed, else not at all. */
  safetyOf(target: Target, method: string, plan: Plan): Safety {
    if (target.kind !== 'tool') return safetyOfMethod(method);
    if (plan.safety !== undefined) return plan.safety;
    return safetyOfTool(plan.keyArgument === undefined ? undefined : 'keyed', this.catalog.get(target.name)?.hints, this.settings.trustAnnotations);
  }

  /** Reads the server's tools anew; callers at the same time share one reading. A failure keeps what is known. */
  refreshCatalog(connection: Connection, era: Era): Promise<void> {
    this.#refreshing ??= this.#readCatalog(connection, era).finally(() => (this.#refreshing = undefined));
    return this.#refreshing;
  }

  async #readCatalog(connection: Connection, era: Era): Promise<void> {
    const { clock } = this.parts;
    const { items, failure } = await fetchPages(connection, 'tools/list', { clock, timeoutMs: catalogTimeoutMs, ...(era === 'modern' && { meta: ownEnvelope }) });
    if (failure === undefined) this.catalog.replace(items);
  }

  /** What a JSON-RPC error of the server's means; its "repeat me" is heard, everything else of it is an answer. */
  classify(response: Message, method: string, tool?: string): Failure {
    // Sound: members of any type are taken; the scanner has found an object there.
    const error = response.error as { readonly code: unknown; readonly message: unknown; readonly data?: unknown };
    const failure = this.present(classifyRpcError(error, { method }), tool);
    return failure.retryable === true ? failure : { ...failure, failFast: true };
  }

  /** A failure without what may not leave the process. */
  present(failure: Failure, tool?: string): Failure {
    return redactFailure(failure, this.redactor, this.settings.rules(tool).redact);
  }

  /** The server has answered the handshake with an error. */
  handshakeRefused(response: Message): Failure {
    return { ...this.classify(response, 'initialize'), executed: 'no', failFast: true };
  }

  forgotSession(failure: Failure): boolean {
    return isSessionLost(failure);
  }

  starting(): Failure {
    return { kind: 'server_starting', executed: 'no', message: sentences[this.settings.locale].starting(this.key) };
  }

  startTimedOut(): Failure {
    const { locale, startTimeoutMs } = this.settings;
    return { kind: 'start_timeout', executed: 'no', message: sentences[locale].startTimedOut(this.key, startTimeoutMs), failFast: true };
  }

  /** A failure to reach the server, with the last lines of its stderr where that says more. */
  explain(failure: Failure): Failure {
    const tail = this.#stderrLines();
    const { message } = this.present(failure);
    const said = message ?? sentences[this.settings.locale].notRunning(this.key);
    return { ...failure, message: tail === '' ? said : sentences[this.settings.locale].withStderr(said, tail) };
  }

  isReady(): void {
    this.#lastTrouble = undefined;
    this.#enter('ready');
  }

  wentDown(failure: Failure, state: 'backing-off' | 'failed', _retryAtMs: number): void {
    this.#lastTrouble = this.explain(failure).message;
    this.#enter(state, this.#lastTrouble);
  }

  /** A list of this server's could not be had; its last good one stays. */
  listFailed(method: string, failure: Failure): void {
    this.parts.events.emit({ type: 'server-state', server: this.key, state: this.#state, reason: `${method}: ${failure.message ?? failure.kind}` });
  }

  dropped(what: DroppedWhat, text: string): void {
    const { events } = this.parts;
    if (events.active) events.emit({ type: 'dropped', server: this.key, what, sample: this.redactor.secrets(text.slice(0, 500)).text });
  }

  #stderrLines(): string {
    const lines = (this.#channel?.stderrTail?.() ?? '').trimEnd().split('\n').slice(-toldStderrLines);
    return this.redactor.strict(lines.join(' ')).text.trim();
  }

  #enter(state: ServerState, reason?: string): void {
    this.#state = state;
    this.parts.events.emit({ type: 'server-state', server: this.key, state, ...(reason !== undefined && { reason }) });
  }

  #compile(rules: Rules): Plan {
    const { clock, random, events } = this.parts;
    return compile(rules, { clock, random, events, budget: this.#budget });
  }
}
