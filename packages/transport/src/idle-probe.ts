import { Timer, type Clock, type Failure, type Message } from '@breakwater/core';
import { ask } from './ask.ts';
import type { Connection } from './connection.ts';
import { refusedWith } from './http/refused-with.ts';

/** How often a line is looked at, in milliseconds: calls pay nothing for it, and a probe is late by no more than this. */
const lookMs = 10_000;
/** How long a line is silent before it is probed, in milliseconds: with a look, below the 60 s after which a NAT forgets it. */
const idleMs = 30_000;
/** How long after its last use a line is probed at all, in milliseconds. */
const unusedMs = 30 * 60_000;

/** What a server is asked for a sign of life; undefined where it can't be asked that. */
export interface ProbeQuestions {
  readonly ping: Message | undefined;
  /** A list of what the server has, asked where the ping gets no answer. */
  readonly list: Message | undefined;
}

/** Options of {@link IdleProbe}. */
export interface IdleProbeOptions {
  readonly clock: Clock;
  /** For one answer, in milliseconds. */
  readonly timeoutMs: number;
  readonly questions: () => ProbeQuestions;
  /** The server lives and has no good answer to a ping. */
  readonly pingUnknown: () => void;
  /** Says what a line is called that has gone silent. */
  readonly silence: () => Failure;
}

/**
 * Probes a line through a network after 30 s in which nothing went over it, so that it is not forgotten on the way and its
 * end is seen before a call has to find it. Any reply is a sign of life. A line that gives none is given up, and its
 * owner opens another; not one on which something else began or came meanwhile, for then the silence proves nothing. Ends
 * 30 min after the last request that was not its own, and the end of the last subscription: from there on the server may let
 * go of a session that nobody uses.
 */
export class IdleProbe {
  readonly #options: IdleProbeOptions;
  readonly #timer: Timer;
  #connection: Connection | undefined = undefined;
  /** What had gone over the connection at the last look. */
  #traffic = 0;
  #uses = 0;
  #quietSinceMs = 0;
  #usedAtMs: number | undefined = undefined;
  /** Requests of our own on this connection. */
  #asked = 0;

  constructor(options: IdleProbeOptions) {
    this.#options = options;
    this.#timer = new Timer(() => void this.#look());
  }

  /** Takes a connection that has become ready, in the place of another one, until it ends. */
  watch(connection: Connection): void {
    const now = this.#options.clock.now();
    this.#connection = connection;
    this.#asked = 0;
    this.#uses = connection.requests;
    // A connection that took the place of an unused one has not been used either.
    this.#usedAtMs ??= now;
    this.#rest(connection, now);
    void connection.ended.then(() => {
      if (this.#connection === connection) this.#options.clock.cancel(this.#timer);
    });
  }

  async #look(): Promise<void> {
    const connection = this.#connection;
    if (connection === undefined) return;
    const { clock } = this.#options;
    const now = clock.now();
    if (connection.subscribed || connection.requests - this.#asked !== this.#uses) {
      this.#uses = connection.requests - this.#asked;
      this.#usedAtMs = now;
    }
    const isBusy = connection.pendingCount > 0 || connection.traffic !== this.#traffic;
    const isIdle = !isBusy && now - this.#quietSinceMs >= idleMs;
    if (isIdle && now - (this.#usedAtMs ?? now) < unusedMs) {
      const failure = await this.#probe(connection);
      // It has ended by itself, as with a session that the server has forgotten.
      if (this.#connection !== connection || !connection.open) return;
      if (failure !== undefined) {
        void connection.giveUp(failure);
        return;
      }
      this.#rest(connection, clock.now());
    } else if (isBusy) this.#rest(connection, now);
    else clock.schedule(this.#timer, lookMs);
  }

  #rest(connection: Connection, now: number): void {
    this.#traffic = connection.traffic;
    this.#quietSinceMs = now;
    this.#options.clock.schedule(this.#timer, lookMs);
  }

  /** Resolves with why the line counts as dead, or with undefined. */
  async #probe(connection: Connection): Promise<Failure | undefined> {
    const { questions, pingUnknown, silence } = this.#options;
    const { ping, list } = questions();
    const others = connection.traffic - this.#asked;
    if (ping !== undefined) {
      const pong = await this.#ask(connection, ping);
      if (pong.ok) {
        if (pong.response.isError) pingUnknown();
        return undefined;
      }
    }
    // A bare 404 is also how a session is refused: the list shows which of the two it was.
    if (list === undefined) return undefined;
    const listed = await this.#ask(connection, list);
    if (listed.ok) {
      if (ping !== undefined) pingUnknown();
      return undefined;
    }
    // Somebody is there to send a status of HTTP, and a new connection would get the same.
    if (refusedWith(listed.failure).status > 0) return undefined;
    if (connection.traffic - this.#asked !== others) return undefined;
    return listed.failure.kind === 'request_timeout' ? silence() : listed.failure;
  }

  #ask(connection: Connection, question: Message) {
    this.#asked += 1;
    return ask(connection, question, this.#options.clock, this.#options.timeoutMs);
  }
}
