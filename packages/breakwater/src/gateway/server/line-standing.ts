import type { Channel, ChannelListener, Era, Failure, ServerState } from '@breakwater/core';
import type { DefinitionOf, Server, ServerChannel } from './server.ts';

/** How one line to a server stands. What its process has said is told to nobody else: it may be about their calls. */
export class LineStanding {
  readonly #server: Server;
  #state: ServerState = 'idle';
  #trouble: string | undefined = undefined;
  /** What the server has answered to the opening of this line, for its own host alone. */
  #refusal: string | undefined = undefined;
  #channel: ServerChannel | undefined = undefined;
  #hasServed = false;

  constructor(server: Server) {
    this.#server = server;
  }

  get state(): ServerState {
    return this.#state;
  }

  /** Why the line is not ready, in one redacted sentence. */
  get trouble(): string | undefined {
    return this.#trouble;
  }

  /** The same as far as other hosts may hear it: what a process says before it serves is about nobody's calls. */
  get startTrouble(): string | undefined {
    return this.#hasServed ? undefined : this.#trouble;
  }

  openChannel(era: Era, listener: ChannelListener, definitionOf: DefinitionOf): Channel {
    this.#enter('starting');
    this.#channel = this.#server.settings.source.open(era, listener, definitionOf);
    return this.#channel;
  }

  isReady(): void {
    this.#trouble = undefined;
    this.#refusal = undefined;
    this.#hasServed = true;
    this.#enter('ready');
  }

  wentDown(failure: Failure, state: 'backing-off' | 'failed', isAnswer: boolean): void {
    // Told of the line, not of a call that may have been executed.
    const { message } = this.explain({ ...failure, executed: 'no' });
    this.#refusal = isAnswer ? message : undefined;
    this.#trouble = isAnswer ? undefined : message;
    this.#state = state;
    if (isAnswer) this.#server.standing.refused(this, message);
    else this.#server.standing.changed(this);
  }

  /** The line was closed for good, which is no trouble. */
  ended(): void {
    this.#server.standing.left(this);
  }

  /** What a call is told that has waited in vain for the line to open. */
  starting(): Failure {
    return this.#server.starting(this.#refusal ?? this.#trouble ?? this.#server.standing.startTrouble);
  }

  /** With its last words, since whoever waits for the same start is told of it too and has no process of its own. */
  startTimedOut(): Failure {
    return { ...this.#server.startTimedOut(), lastWords: this.#stderrTail };
  }

  /** A failure of this line, with the last lines of its own process's stderr where that says more. */
  explain(failure: Failure): Failure {
    return this.#server.explain(failure, this.#stderrTail);
  }

  get #stderrTail(): string {
    return this.#channel?.stderrTail?.() ?? '';
  }

  #enter(state: ServerState): void {
    this.#state = state;
    this.#server.standing.changed(this);
  }
}
