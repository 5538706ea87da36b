import { Timer, type ChannelListener, type Channel, type Clock, type Failure, type Message } from '@breakwater/core';
import { Connection, type ConnectionOwner, type RequestSink } from './connection.ts';

/** When a server may be started again; shared by all connections to one server, so that a bad one is known once. */
export interface RestartSchedule {
  started(nowMs: number): void;
  ready(nowMs: number): void;
  ended(nowMs: number): void;
  stopped(nowMs: number): void;
  /** When the next start is due by itself, on the clock's scale. */
  nextStartAt(nowMs: number): number;
  /** The same for a start that a call asks for. */
  nextStartByCallAt(nowMs: number): number;
  /** Whether starts have been in vain so often that calls fail fast. */
  readonly failed: boolean;
}

/** What a supervisor tells its owner. */
export interface SupervisorOwner {
  request(message: Message, about: RequestSink | undefined): void;
  notification(message: Message, about: RequestSink | undefined): void;
  stray: ConnectionOwner['stray'];
  /** A connection is ready; `again` where it replaces a lost one. */
  ready(connection: Connection, again: boolean): void;
  /** The connection that was ready is gone. */
  lost(failure: Failure): void;
  /** A start has failed or a connection has ended; the message is for people and redacted by the owner. */
  down(failure: Failure, state: 'backing-off' | 'failed', retryAtMs: number): void;
}

/** Options of {@link Supervisor}. */
export interface SupervisorOptions {
  readonly open: (listener: ChannelListener) => Channel;
  /** Brings a fresh connection to where calls may go over it; resolves with what went wrong, if anything. */
  readonly handshake: (connection: Connection) => Promise<Failure | undefined>;
  readonly schedule: RestartSchedule;
  readonly clock: Clock;
  /** From the start of a connection to the end of its handshake, in milliseconds. */
  readonly startTimeoutMs: number;
  /** Says what a start that takes too long is called. */
  readonly startTimedOut: () => Failure;
  /** True for the end of a connection that may be opened anew at once: the peer is well and only forgot the session. */
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
  #connection: Connection | undefined = undefined;
  #opening: Promise<Connection | Failure> | undefined = undefined;
  #current: Connection | undefined = undefined;
  #lastFailure: Failure | undefined = undefined;
  #wasReady = false;
  #closed = false;

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#restart = new Timer(() => void this.#open(0));
  }

  /** The connection that calls may use now; undefined while there is none. */
  get connection(): Connection | undefined {
    return this.#connection;
  }

  /** Whether a start is under way. */
  get opening(): boolean {
    return this.#opening !== undefined;
  }

  /** Gives the ready connection, opening one if need be; all callers share one start. Never rejects. */
  open(): Promise<Connection | Failure> {
    if (this.#closed) return Promise.resolve({ kind: 'server_not_running', executed: 'no', failFast: true });
    if (this.#connection !== undefined) return Promise.resolve(this.#connection);
    const { schedule, clock } = this.#options;
    const waitMs = schedule.nextStartByCallAt(clock.now()) - clock.now();
    // Of a server that has failed again and again only one call at a time waits for another try.
    if (schedule.failed && (waitMs > 0 || this.#opening !== undefined)) return Promise.resolve(this.#givenUp(waitMs));
    return this.#open(waitMs);
  }

  /** Ends the connection for good and resolves when nothing of it is left. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#options.clock.cancel(this.#restart);
    this.#connection = undefined;
    this.#options.schedule.stopped(this.#options.clock.now());
    await this.#current?.close();
  }

  #open(waitMs: number): Promise<Connection | Failure> {
    this.#options.clock.cancel(this.#restart);
    this.#opening ??= this.#start(waitMs).finally(() => (this.#opening = undefined));
    return this.#opening;
  }

  async #start(waitMs: number): Promise<Connection | Failure> {
    const { schedule, clock } = this.#options;
    if (waitMs > 0) await clock.sleep(waitMs);
    if (this.#closed) return { kind: 'server_not_running', executed: 'no', failFast: true };
    schedule.started(clock.now());
    const attempt = new StartAttempt(this.#options, (failure, wasReady) => this.#ended(failure, wasReady));
    this.#current = attempt.connection;
    const failure = await attempt.finished;
    if (failure !== undefined) return { ...failure, executed: 'no' };
    // Lost again between its handshake and here.
    if (!attempt.connection.open) return { ...(this.#lastFailure ?? { kind: 'server_not_running' }), executed: 'no' };
    schedule.ready(clock.now());
    this.#connection = attempt.connection;
    const again = this.#wasReady;
    this.#wasReady = true;
    this.#options.owner.ready(attempt.connection, again);
    return attempt.connection;
  }

  /** A connection has ended: the next start is planned, unless there never was a working one. */
  #ended(failure: Failure, wasReady: boolean): void {
    const { schedule, clock, owner, reopenAtOnce } = this.#options;
    this.#connection = undefined;
    this.#lastFailure = failure;
    if (this.#closed) return;
    const now = clock.now();
    if (!(wasReady && reopenAtOnce?.(failure) === true)) schedule.ended(now);
    const retryAtMs = Math.max(now, schedule.nextStartAt(now));
    owner.down(failure, schedule.failed ? 'failed' : 'backing-off', retryAtMs);
    if (wasReady) owner.lost(failure);
    if (this.#wasReady) clock.schedule(this.#restart, retryAtMs - now);
  }

  #givenUp(waitMs: number): Failure {
    const last = this.#lastFailure ?? { kind: 'server_not_running', executed: 'no' };
    return { ...last, executed: 'no', retryAfterMs: waitMs, failFast: true };
  }
}

/** One start: a connection, its handshake, and the time it may take. */
class StartAttempt {
  readonly connection: Connection;
  /** Undefined where the connection is ready. */
  readonly finished: Promise<Failure | undefined>;

  constructor(options: SupervisorOptions, ended: (failure: Failure, wasReady: boolean) => void) {
    const { clock, owner, startTimeoutMs } = options;
    let finish: (failure: Failure | undefined) => void = () => {};
    this.finished = new Promise((resolve) => (finish = resolve));
    let isOver = false;
    let isReady = false;
    const end = (failure: Failure | undefined): void => {
      clock.cancel(timer);
      finish(failure);
    };
    const down = (failure: Failure): void => {
      if (isOver) return;
      isOver = true;
      end(failure);
      ended(failure, isReady);
    };
    const timer = new Timer(() => {
      down(options.startTimedOut());
      void this.connection.close();
    });
    this.connection = new Connection(options.open, {
      request: (message, about) => owner.request(message, about),
      notification: (message, about) => owner.notification(message, about),
      stray: (what, text) => owner.stray(what, text),
      closed: down,
    });
    if (isOver) return;
    clock.schedule(timer, startTimeoutMs);
    void options.handshake(this.connection).then((failure) => {
      if (failure === undefined) {
        isReady = !isOver;
        end(undefined);
        return;
      }
      down(failure);
      void this.connection.close();
    });
  }
}
