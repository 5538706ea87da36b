import {
  classifyRpcError,
  compile,
  createFault,
  Message,
  legacyRevisions,
  parseLossless,
  redactFailure,
  RetryBudget,
  stringifyLossless,
  type Channel,
  type ChannelListener,
  type Clock,
  type DroppedWhat,
  type Era,
  type EventStream,
  type Failure,
  type Locale,
  type Plan,
  type Random,
  type Redactor,
  type Target,
  type TrustAnnotations,
} from '@breakwater/core';
import { LineSchedule, RestartPolicy, type RestartSchedule } from '@breakwater/transport';
import type { Rules } from '../../config/effective-rules.ts';
import type { Manner } from '../answer/fault-answer.ts';
import { redactFailedTask } from '../answer/failed-task.ts';
import { askedBy, namedByPeer } from '../answer/asked.ts';
import { DroppedCount } from './dropped-count.ts';
import { inTime } from '../in-time.ts';
import { Negotiation } from './negotiation.ts';
import { withoutReserved } from '../answer/reserved-keys.ts';
import { eraOf } from '../host/era-of.ts';
import { sentences } from '../sentences.ts';
import { ServerStanding } from './server-standing.ts';
import type { SharedLine } from './shared-line.ts';
import type { ToolCatalog } from './tool-catalog.ts';

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
  /** Whether a process on the legacy wire belongs to one host session or serves them all. */
  readonly share: 'session' | 'all';
  readonly trustAnnotations: TrustAnnotations;
  readonly startTimeoutMs: number;
  readonly connectTimeoutMs: number;
  readonly locale: Locale;
  readonly source: ServerSource;
}

/** The definition of a tool as its server has listed it; undefined where it has listed none. */
export type DefinitionOf = (tool: string) => string | undefined;

/** Where a server's channels come from. */
export interface ServerSource {
  /** Whether its channels go through a network, which forgets those that nobody uses. */
  readonly isRemote: boolean;
  /** False where the server is configured with a transport that the modern wire no longer has. */
  readonly mayBeModern: boolean;
  /** Resolves when channels can be opened. */
  prepare(): Promise<void>;
  /** @param definitionOf How the line of the channel knows its tools. */
  open(era: Era, listener: ChannelListener, definitionOf: DefinitionOf): ServerChannel;
  /** Lets go of what all channels share. */
  close(): Promise<void>;
  /** Has what was started end fast, for a process that is about to be killed. */
  hurry(): void;
  /** Kills what was started, before it returns: for a process that ends out of order. */
  killNow(): void;
}

/** How much of a dead server's stderr is told, in lines. */
const toldStderrLines = 3;
/** How long a host's opening may wait for the question which wire the server speaks: some servers never answer it. */
const settlingMs = 5_000;
/** Of what belongs to nobody, this much is looked through for secrets and this much is told, in characters; half a secret at the first cut is never reached by the second. */
const maskedLength = 64_000;
const toldLength = 500;
/** Ten years: for ever, as far as timers go. */
const standingMs = 315_360_000_000;

/**
 * A connection in vain costs next to nothing, and one that is not tried costs every call: a server that is away is found
 * again within a second of its return, by a call, and within five by nobody's.
 */
const remotePace = { maxDelayMs: 1_000, failedDelayMs: 5_000, failFast: false } as const;

/** One configured server: what all sessions to it share. */
export class Server {
  readonly settings: ServerSettings;
  readonly parts: GatewayParts;
  readonly redactor: Redactor;
  readonly catalog: ToolCatalog;
  readonly schedule: RestartPolicy;
  readonly negotiation = new Negotiation();
  readonly standing: ServerStanding;
  /** The wires on which the server has shown that a ping gets no good answer. */
  readonly pingless = new Set<Era>();
  readonly #budget: RetryBudget;
  readonly #plans = new Map<string, Plan>();
  readonly #serverPlan: Plan;
  readonly #standingPlan: Plan;
  readonly #dropped: DroppedCount;
  #settled: Promise<unknown> | undefined = undefined;
  #sharedLine: SharedLine | undefined = undefined;
  /** What was told last of stderr: all calls that a process has taken with it are told the same. */
  #toldStderr = { said: '', lines: '' };

  constructor(settings: ServerSettings, catalog: ToolCatalog, redactor: Redactor, parts: GatewayParts) {
    this.catalog = catalog;
    this.settings = settings;
    this.redactor = redactor;
    this.parts = parts;
    this.standing = new ServerStanding(settings.key, parts.events, settings.locale);
    this.schedule = this.newSchedule();
    this.#dropped = new DroppedCount(parts.clock, (what, more) =>
      parts.events.emit({ type: 'dropped', server: this.key, what, more }),
    );
    this.#budget = new RetryBudget(parts.clock);
    const rules = settings.rules(undefined);
    this.#serverPlan = this.#compile(rules);
    this.#standingPlan = this.#compile({
      ...rules,
      limits: { deadline: { ms: standingMs, setBy: 'built-in' } },
      retry: { maxAttempts: 1, maxAttemptsRead: 1 },
    });
  }

  get key(): string {
    return this.settings.key;
  }

  /** For a line of one host's own. */
  lineSchedule(): RestartSchedule {
    return new LineSchedule(this.schedule, this.newSchedule(), this.settings.source.isRemote);
  }

  /** For lines whose openings are counted by themselves. */
  newSchedule(): RestartPolicy {
    return new RestartPolicy({ random: this.parts.random, ...(this.settings.source.isRemote && remotePace) });
  }

  /** The line that all hosts share, made for the first of them. */
  sharedLine(create: () => SharedLine): SharedLine {
    this.#sharedLine ??= create();
    return this.#sharedLine;
  }

  /** What every line of the legacy wire waits for before it opens: the question which wire the server speaks, where it is being asked. */
  async prepare(): Promise<void> {
    if (this.#settled !== undefined) await inTime(this.parts.clock, this.#settled, settlingMs);
    await this.settings.source.prepare();
  }

  /** Two processes of one server at its start would both download it; the second waits for the first to be done. */
  waitFor(settled: Promise<unknown>): void {
    if (this.settings.source.isRemote) return;
    this.#settled = settled.finally(() => (this.#settled = undefined));
  }

  /** What is configured for a target; tools have rules of their own. */
  rulesFor(target: Target): Rules {
    return this.settings.rules(target.kind === 'tool' ? target.name : undefined);
  }

  /** How failures of what goes to a target are told. */
  mannerFor(target: Target): Manner {
    const { errors, locale } = this.rulesFor(target);
    return { errors, locale, codes: this.parts.codes };
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

  /** What a JSON-RPC error of the server's to a request means; its "repeat me" is heard, everything else of it is an answer. */
  classify(response: Message, request: Message, tool?: string): Failure {
    // Sound: members of any type are taken; the scanner has found an object there.
    const error = response.error as { readonly code: unknown; readonly message: unknown; readonly data?: unknown };
    const context = { method: request.method ?? '', era: eraOf(request), locale: this.settings.rules(tool).locale };
    const asked = [...askedBy(request), ...namedByPeer(response)];
    const failure = this.present(classifyRpcError(error, context), tool, asked);
    return failure.retryable === true ? failure : { ...failure, failFast: true };
  }

  /** A failure without what may not leave the process. */
  present(failure: Failure, tool?: string, asked?: readonly string[]): Failure {
    return redactFailure(failure, this.redactor, this.settings.rules(tool).redact, asked);
  }

  /** A notification or a question of the server's as its host may have it: a log is a sink like ours, the rest passes as a success does. */
  presentMessage(message: Message): Message {
    const own = this.withoutReserved(message);
    if (own.method?.startsWith('notifications/tasks') === true) return this.presentTask(this.#exact(own));
    if (own.method !== 'notifications/message' || own.paramsSpan === undefined) return this.#exact(own);
    const { value, count } = this.redactor.deep(
      parseLossless(own.slice(own.paramsSpan), { tooDeep: '[nested too deeply]' }),
      'secrets',
    );
    return count === 0 ? own : own.edit([{ ...own.paramsSpan, replacement: stringifyLossless(value) }]);
  }

  /** A success of the server's as hosts may have it. */
  presentResult(response: Message): Message {
    return this.#exact(this.withoutReserved(response));
  }

  /** What is said of a task, with its failures as those of calls. */
  presentTask(message: Message): Message {
    const { redact } = this.settings.rules(undefined);
    return redactFailedTask(
      message,
      message.resultSpan ?? message.paramsSpan,
      (value) => this.redactor.deep(value, redact).value,
    );
  }

  /** A message of the server's without what it may not say. */
  withoutReserved(message: Message): Message {
    return this.settings.trusted
      ? message
      : withoutReserved(message, message.paramsSpan ?? message.resultSpan ?? message.errorSpan);
  }

  #exact(message: Message): Message {
    const text = this.redactor.exact(message.text);
    return text === message.text ? message : Message.read(text, message.isDamaged);
  }

  /** The server has answered the handshake with an error. */
  handshakeRefused(response: Message, initialize: Message): Failure {
    return { ...this.classify(response, initialize), executed: 'no', failFast: true };
  }

  /** The server has answered the handshake with a version that can't be spoken. */
  versionUnknown(version: string): Failure {
    const { locale } = this.settings;
    const shown = this.redactor.strict(version).text.slice(0, 64);
    const message = sentences[locale].versionUnknown(this.key, shown, legacyRevisions);
    return this.present({
      kind: 'unsupported_protocol_version',
      executed: 'no',
      message,
      received: version,
      expected: legacyRevisions.join(', '),
      failFast: true,
    });
  }

  /** The server has answered a request that never was. */
  wrongId({ id = 'null' }: Message): Failure {
    const shown = this.redactor.strict(id).text.slice(0, 40);
    const message = sentences[this.settings.locale].wrongId(this.key, shown);
    return this.present({ kind: 'upstream_bad_answer', executed: 'unknown', message });
  }

  /** @param trouble What it has met before, if anything. */
  starting(trouble: string | undefined): Failure {
    const { starting, startingAgain } = sentences[this.settings.locale];
    const message = trouble === undefined ? starting(this.key) : startingAgain(this.key, trouble);
    return { kind: 'server_starting', executed: 'no', message };
  }

  startTimedOut(): Failure {
    const { locale, startTimeoutMs } = this.settings;
    return {
      kind: 'start_timeout',
      executed: 'no',
      message: sentences[locale].startTimedOut(this.key, startTimeoutMs),
      failFast: true,
    };
  }

  /**
   * A failure to reach the server, with the last lines of its stderr where that says more.
   *
   * @param stderrTail What the process in question has said, where the failure doesn't have its last words.
   */
  explain(failure: Failure, stderrTail = ''): Failure {
    const tail = this.#stderrLines(failure.lastWords ?? stderrTail);
    const { message } = this.present(failure);
    const said =
      message ?? createFault(failure, { correlationId: '', server: this.key, locale: this.settings.locale }).message;
    return { ...failure, message: tail === '' ? said : sentences[this.settings.locale].withStderr(said, tail) };
  }

  hurry(): void {
    this.settings.source.hurry();
  }

  killNow(): void {
    this.settings.source.killNow();
  }

  async close(): Promise<void> {
    await this.#sharedLine?.close();
    await this.settings.source.close();
    this.#dropped.close();
  }

  /** A request of our own has failed: a list, whose last good one stays, or what a new connection was told again. */
  requestFailed(method: string, failure: Failure): void {
    if (method === 'tools/list') this.standing.hasListed(false);
    this.parts.events.emit({
      type: 'server-state',
      server: this.key,
      state: this.standing.state,
      reason: `${method}: ${failure.message ?? failure.kind}`,
    });
  }

  /** @param correlationId The call that what was dropped belongs to, where that is known. */
  dropped(what: DroppedWhat, text: string, correlationId?: string): void {
    const { events } = this.parts;
    if (events.wants('dropped') && this.#dropped.add(what))
      events.emit({
        type: 'dropped',
        server: this.key,
        what,
        ...(correlationId !== undefined && { correlationId }),
        sample: this.redactor.secrets(text.slice(0, maskedLength)).text.slice(0, toldLength),
      });
  }

  #stderrLines(said: string): string {
    if (said !== this.#toldStderr.said) {
      // Masked whole: a key shows as one only together with its first and last line, and no longer when they are joined.
      const lines = this.redactor.strict(said).text.split('\n');
      const told = lines.filter((line) => line.trim() !== '').slice(-toldStderrLines);
      this.#toldStderr = { said, lines: told.join(' ').trim() };
    }
    return this.#toldStderr.lines;
  }

  #compile(rules: Rules): Plan {
    const { clock, random, events, support } = this.parts;
    return compile(rules, { clock, random, events, budget: this.#budget, ...(support !== undefined && { support }) });
  }
}
