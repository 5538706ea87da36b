import { CancelSource, Timer, type ChannelListener, type Channel, type Clock, type Failure } from '@breakwater/core';
import { Connection, type ConnectionOwner } from './connection.ts';
import type { StartGate, StartTurn } from './start-gate.ts';

/** When a server may be started again; shared by all connections to one server, so that a bad one is known once. */
export interface RestartSchedule {
  /** Whose turn it is to start. */
  readonly gate: StartGate;
  ready(): void;
  /**
   * @param failure What it has ended with, which may say when to come back.
   * @param isAnswer Whether that is what the server has answered to its opening.
   */
  ended(nowMs: number, life: Life, failure: Failure, isAnswer: boolean): void;
  stopped(nowMs: number, life: Life | undefined): void;
  /** When the next start is due by itself, on the clock's scale. */
  nextStartAt(nowMs: number): number;
  /** The same for a start that a call asks for. */
  nextStartByCallAt(nowMs: number): number;
  /** What the server was asked to be left alone with, if it ever was. */
  readonly pause: Pause | undefined;
  /** Whether start after start was in vain. */
  readonly failed: boolean;
  /** Whether calls should not wait for another one therefore. */
  readonly failsFast: boolean;
}

/** The server has failed a start and said when to come back. */
export interface Pause {
  /** On the clock's scale. */
  readonly untilMs: number;
  readonly failure: Failure;
}

/** From the start of one connection on, on the clock's scale. */
export interface Life {
  readonly startedAtMs: number;
  /** Undefined where it never got through its handshake. */
  readonly readyAtMs: number | undefined;
}

/** Why a handshake has brought no connection. */
export interface HandshakeTrouble {
  readonly failure: Failure;
  /** Whether the server has answered the opening, and so is well: what it has said concerns whoever opens like that. */
  readonly isAnswer: boolean;
}

/** What a supervisor tells its owner. */
export interface SupervisorOwner {
  request: ConnectionOwner['request'];
  notification: ConnectionOwner['notification'];
  missed?: ConnectionOwner['missed'];
  stray: ConnectionOwner['stray'];
  bug: ConnectionOwner['bug'];
  /** A connection is ready; `again` where it replaces a lost one. */
  ready(connection: Connection, again: boolean): void;
  /** Nothing more can come over a connection, ready or not, or go. */
  lost(): void;
  /**
   * A start has failed, also where another's has for all, or a connection has ended.
   *
   * @param failure Its message is for people and redacted by the owner.
   * @param isAnswer Whether the server has answered this opening with it.
   */
  down(failure: Failure, state: 'backing-off' | 'failed', isAnswer: boolean): void;
}

/** Options of {@link Supervisor}. */
export interface SupervisorOptions {
  readonly open: (listener: ChannelListener) => Channel;
  /** Resolves when a connection can be opened. */
  readonly prepare?: () => Promise<void>;
  /** Brings a fresh connection to where calls may go over it; resolves with what went wrong, if anything. */
  readonly handshake: (connection: Connection) => Promise<HandshakeTrouble | undefined>;
  readonly schedule: RestartSchedule;
  readonly clock: Clock;
  /** From the start of a connection to the end of its handshake, in milliseconds. */
  readonly startTimeoutMs: number;
  /** Says what a start that takes too long is called. */
  readonly startTimedOut: () => Failure;
  /**
   * True for the end of a connection that may be opened anew at once: the peer is well and only forgot the session. One
   * that has answered no caller gets no such credit, or a peer that knows none of its sessions, or forgets each over what
   * it is told again, would be asked for one after the other.
   */
  readonly reopenAtOnce?: (failure: Failure) => boolean;
  readonly owner: SupervisorOwner;
}

/**
 * Keeps at most one connection to one server: opened by the first call, healed when it breaks (also when the call that
 * found it broken may not be repeated), with growing pauses, and given up to one try a minute when starts keep failing.
 */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #restart: Timer;
  readonly #stopped = new CancelSource();
  #connection: Connection | undefined = undefined;
  #opening: Promise<Connection | Failure> | undefined = undefined;
  #current: Connection | undefined = undefined;
  /** Earlier ones, which take nothing more and still hear their last answers. */
  readonly #draining = new Set<Connection>();
  #life: Life | undefined = undefined;
  #lastFailure: Failure | undefined = undefined;
  #wasReady = false;
  #isPersistent = false;

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#restart = new Timer(() => this.#onTimer());
  }

  /** The connection that calls may use now; undefined while there is none. */
  get connection(): Connection | undefined {
    return this.#connection?.open === true ? this.#connection : undefined;
  }

  /** Gives the ready connection, opening one if need be; all callers share one start. Never rejects. */
  open(): Promise<Connection | Failure> {
    if (this.#isClosed) return Promise.resolve(notRunning);
    const { connection } = this;
    if (connection !== undefined) return Promise.resolve(connection);
    const { schedule } = this.#options;
    const waitMs = this.#waitMs();
    // Only one call at a time waits for another try then.
    if (schedule.failsFast && (waitMs > 0 || this.#opening !== undefined)) {
      this.#heed(schedule.gate.failure);
      return Promise.resolve({ ...this.#lastRefusal(waitMs, this.#lastFailure), failFast: true });
    }
    return this.#open();
  }

  /** Goes on trying, also before there was a working connection: for a server that nobody calls as long as it is away. */
  persist(): void {
    this.#isPersistent = true;
  }

  /** Ends the connection for good and resolves when nothing of it is left. */
  async close(): Promise<void> {
    this.#stopped.cancel('shutdown');
    this.#options.clock.cancel(this.#restart);
    this.#connection = undefined;
    this.#options.schedule.stopped(this.#options.clock.now(), this.#life);
    this.#life = undefined;
    const all = this.#current === undefined ? this.#draining : [this.#current, ...this.#draining];
    await Promise.all([...all].map((connection) => connection.close()));
  }

  get #isClosed(): boolean {
    return this.#stopped.reason !== undefined;
  }

  #open(): Promise<Connection | Failure> {
    this.#opening ??= this.#start().finally(() => (this.#opening = undefined));
    return this.#opening;
  }

  async #start(): Promise<Connection | Failure> {
    const { schedule, clock, owner, prepare } = this.#options;
    await this.#leaveCurrent();
    const turn = await this.#turn();
    if ('kind' in turn) return { ...turn, executed: 'no' };
    clock.cancel(this.#restart);
    this.#life = { startedAtMs: clock.now(), readyAtMs: undefined };
    await prepare?.();
    if (this.#isClosed) {
      turn.abandoned(Promise.resolve());
      return notRunning;
    }
    const attempt = new StartAttempt(this.#options, (trouble, wasReady) => this.#ended(trouble, wasReady));
    this.#current = attempt.connection;
    void attempt.connection.drained.then(() => this.#isClosed || owner.lost());
    const trouble = await attempt.finished;
    let failure = trouble?.failure;
    // Lost again between its handshake and here, or nobody wants it any more.
    if (this.#isClosed || !attempt.connection.open) failure ??= this.#lastFailure ?? notRunning;
    if (failure !== undefined) {
      const gone = attempt.connection.close();
      if (this.#isClosed) turn.abandoned(gone);
      else if (trouble?.isAnswer === true) turn.ready();
      else turn.failed(failure, gone);
      return { ...failure, executed: 'no' };
    }
    this.#life = { ...this.#life, readyAtMs: clock.now() };
    schedule.ready();
    turn.ready();
    this.#connection = attempt.connection;
    const again = this.#wasReady;
    this.#wasReady = true;
    owner.ready(attempt.connection, again);
    return attempt.connection;
  }

  /** What came before must be gone, or there would be two of it; only what its server lets go on may do so. */
  async #leaveCurrent(): Promise<void> {
    const current = this.#current;
    if (current?.draining !== true) return current?.close();
    this.#draining.add(current);
    void current.drained.then(() => this.#draining.delete(current));
  }

  /** Waits until a start is due and nobody else tries the same server; where another's try fails, that holds for this one too. */
  async #turn(): Promise<StartTurn | Failure> {
    const { schedule, clock } = this.#options;
    for (;;) {
      if (this.#isClosed) return notRunning;
      const { verdict } = schedule.gate;
      if (verdict === undefined) {
        // Others may have met it meanwhile, and may see it lifted before its time.
        const paused = this.#paused();
        if (paused !== undefined) return paused;
        const waitMs = this.#waitMs();
        if (waitMs === 0) return schedule.gate.begin();
        this.#heed(schedule.gate.failure);
        await clock.sleep(waitMs, this.#stopped);
      } else {
        const failure = await verdict;
        if (failure === undefined) continue;
        this.#lastFailure = failure;
        this.#down(failure, false);
        return failure;
      }
    }
  }

  /** Why the server is left alone now, if it is. Whether to wait that long is for each call to say: it knows its deadline. */
  #paused(): Failure | undefined {
    const { schedule, clock } = this.#options;
    const { pause } = schedule;
    if (pause === undefined || pause.untilMs <= clock.now()) return undefined;
    this.#heed(pause.failure);
    this.#plan();
    return this.#lastRefusal(this.#waitMs(), pause.failure);
  }

  /** A session that comes before the next start is due is down like those that have seen the last one fail. */
  #heed(failure: Failure | undefined): void {
    if (this.#lastFailure !== undefined || failure === undefined) return;
    this.#lastFailure = failure;
    this.#down(failure, false);
  }

  #waitMs(): number {
    const { schedule, clock } = this.#options;
    const now = clock.now();
    return Math.max(0, schedule.nextStartByCallAt(now) - now);
  }

  /** A connection has ended. */
  #ended({ failure, isAnswer }: HandshakeTrouble, wasReady: boolean): void {
    const { schedule, clock, reopenAtOnce } = this.#options;
    this.#connection = undefined;
    this.#lastFailure = failure;
    if (this.#isClosed) return;
    const now = clock.now();
    const served = wasReady && this.#current !== undefined && this.#current.answers > 0;
    if (!(served && reopenAtOnce?.(failure) === true)) {
      if (!isAnswer) schedule.gate.doubt();
      schedule.ended(now, this.#life ?? { startedAtMs: now, readyAtMs: undefined }, failure, isAnswer);
    }
    this.#life = undefined;
    this.#down(failure, isAnswer);
  }

  #down(failure: Failure, isAnswer: boolean): void {
    if (this.#isClosed) return;
    const { schedule, owner } = this.#options;
    owner.down(failure, schedule.failed ? 'failed' : 'backing-off', isAnswer);
    this.#plan();
  }

  /** Sees to the next start, unless there never was a working connection and nobody wants it all the same. */
  #plan(): void {
    const { clock } = this.#options;
    if (this.#wasReady || this.#isPersistent) clock.schedule(this.#restart, Math.min(longestSleepMs, this.#dueInMs()));
  }

  #onTimer(): void {
    if (this.#dueInMs() > 0) this.#plan();
    else void this.#open();
  }

  #dueInMs(): number {
    const { schedule, clock } = this.#options;
    const now = clock.now();
    return Math.max(0, schedule.nextStartAt(now) - now);
  }

  #lastRefusal(waitMs: number, failure: Failure = notRunning): Failure {
    return { ...failure, executed: 'no', retryAfterMs: waitMs };
  }
}

/** How long a start that is not due is waited for until it is looked at again, in milliseconds: what it waits for may be lifted. */
const longestSleepMs = 60_000;

const notRunning: Failure = { kind: 'server_not_running', executed: 'no', failFast: true };

/** One start: a connection, its handshake, and the time it may take. */
class StartAttempt {
  readonly connection: Connection;
  /** Undefined where the connection is ready. */
  readonly finished: Promise<HandshakeTrouble | undefined>;

  constructor(options: SupervisorOptions, ended: (trouble: HandshakeTrouble, wasReady: boolean) => void) {
    const { clock, owner, startTimeoutMs } = options;
    const { promise, resolve: finish } = Promise.withResolvers<HandshakeTrouble | undefined>();
    this.finished = promise;
    let isOver = false;
    let isReady = false;
    const end = (trouble: HandshakeTrouble | undefined): void => {
      clock.cancel(timer);
      finish(trouble);
    };
    const down = (trouble: HandshakeTrouble): void => {
      if (isOver) return;
      isOver = true;
      end(trouble);
      ended(trouble, isReady);
    };
    const timer = new Timer(() => {
      down({ failure: options.startTimedOut(), isAnswer: false });
      void this.connection.close();
    });
    this.connection = new Connection(options.open, {
      request: (message, about, connection) => owner.request(message, about, connection),
      notification: (message, about, connection) => owner.notification(message, about, connection),
      missed: () => owner.missed?.(),
      stray: (what, text, reference) => owner.stray(what, text, reference),
      bug: (error) => owner.bug(error),
      closed: (failure) => down({ failure, isAnswer: false }),
    });
    if (isOver) return;
    clock.schedule(timer, startTimeoutMs);
    void options.handshake(this.connection).then((trouble) => {
      if (trouble === undefined) {
        isReady = !isOver;
        end(undefined);
        return;
      }
      down(trouble);
      void this.connection.close();
    });
  }
}
