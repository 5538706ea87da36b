import type { Failure } from '@breakwater/core';

/** A start that has the way to itself until one of these is called; `gone` resolves when nothing of it is left. */
export interface StartTurn {
  /** The server has answered, be it with a refusal: it can start. */
  ready(): void;
  failed(failure: Failure, gone: Promise<unknown>): void;
  /** Its session has left, which says nothing about the server. */
  abandoned(gone: Promise<unknown>): void;
}

/**
 * Lets one start at a time through, for all sessions of a server that has yet to show that it can start: the others wait
 * for what becomes of that one instead of making their own. A server that has started well is started side by side.
 */
export class StartGate {
  #isProven = false;
  #failure: Failure | undefined = undefined;
  #running: Promise<Failure | undefined> | undefined = undefined;

  /** What comes of the start under way, which speaks for whoever would make another; undefined where the way is free. */
  get verdict(): Promise<Failure | undefined> | undefined {
    return this.#isProven ? undefined : this.#running;
  }

  /** What became of the last start, as far as it concerns others; undefined where nothing is wrong. */
  get failure(): Failure | undefined {
    return this.#failure;
  }

  /** Takes the way. */
  begin(): StartTurn {
    const { promise: verdict, resolve: settle } = Promise.withResolvers<Failure | undefined>();
    this.#running ??= verdict;
    return {
      ready: () => {
        this.#isProven = true;
        this.#failure = undefined;
        this.#leave(verdict);
        settle(undefined);
      },
      failed: (failure, gone) => {
        this.#isProven = false;
        this.#failure = failure;
        settle(failure);
        void gone.then(() => this.#leave(verdict));
      },
      abandoned: (gone) => {
        void gone.then(() => {
          this.#leave(verdict);
          settle(undefined);
        });
      },
    };
  }

  /** A server that had started well has ended unasked: its next start must be a good one again. What ended it is for its own session alone. */
  doubt(): void {
    this.#isProven = false;
  }

  #leave(verdict: Promise<Failure | undefined>): void {
    if (this.#running === verdict) this.#running = undefined;
  }
}
