/** Why work was cancelled: by the caller, with the caller's connection, by a deadline or timeout, or at the end of the process. */
export type CancelReason = 'caller' | 'disconnect' | 'deadline' | 'timeout' | 'shutdown';

/** Says whether work was cancelled; far cheaper than an `AbortSignal`, which is made only where an interface asks for one. */
export interface CancelSignal {
  /** Undefined as long as nothing was cancelled. */
  readonly reason: CancelReason | undefined;
  /** Calls the listener once on cancellation, at once where that has happened; returns the function that removes it. */
  onCancel(listener: (reason: CancelReason) => void): () => void;
}

/** The side that cancels. */
export class CancelSource implements CancelSignal {
  #reason: CancelReason | undefined = undefined;
  /** Nearly always there is one listener, so it has a place of its own. */
  #first: ((reason: CancelReason) => void) | undefined = undefined;
  #others: Set<(reason: CancelReason) => void> | undefined = undefined;

  get reason(): CancelReason | undefined {
    return this.#reason;
  }

  /** Cancels once; later calls change nothing. */
  cancel(reason: CancelReason): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    const first = this.#first;
    const others = this.#others;
    this.#first = undefined;
    this.#others = undefined;
    first?.(reason);
    if (others !== undefined) for (const listener of others) listener(reason);
  }

  onCancel(listener: (reason: CancelReason) => void): () => void {
    if (this.#reason !== undefined) {
      listener(this.#reason);
      return nothing;
    }
    if (this.#first === undefined) {
      this.#first = listener;
      return () => {
        if (this.#first === listener) this.#first = undefined;
      };
    }
    const others = (this.#others ??= new Set());
    others.add(listener);
    return () => others.delete(listener);
  }
}

/** A signal that is never cancelled. */
export const neverCancelled: CancelSignal = { reason: undefined, onCancel: () => nothing };

function nothing(): void {}
