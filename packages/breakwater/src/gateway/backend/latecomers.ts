import type { Upstream } from '../server/upstream.ts';

/** The servers that are not behind a backend, and may turn out to belong there. */
export interface Latecomers {
  /** Whether there are any. */
  readonly expected: boolean;
  /** Calls the listener with each that joins; returns the function that removes it. */
  onJoin(listener: (upstream: Upstream) => void): () => void;
}
