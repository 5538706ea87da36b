import type { Target } from './call.ts';
import type { FaultKind } from './fault/catalogue.ts';
import type { Executed } from './fault/fault.ts';

/** What happened, for log, status, journal, page and tests: one closed union, nothing else is read from outside. */
export type BreakwaterEvent = EventBase &
  (
    | { readonly type: 'call-started'; readonly correlationId: string; readonly target: Target }
    | {
        readonly type: 'call-ended';
        readonly correlationId: string;
        readonly target: Target;
        readonly durationMs: number;
        readonly kind?: FaultKind;
        readonly executed?: Executed;
      }
    | { readonly type: 'attempt-started'; readonly correlationId: string; readonly target: Target; readonly attempt: number }
    | {
        readonly type: 'attempt-ended';
        readonly correlationId: string;
        readonly target: Target;
        readonly attempt: number;
        readonly kind?: FaultKind;
        readonly executed?: Executed;
        /** The private cause, for the log alone, secrets masked there. */
        readonly cause?: unknown;
      }
    | { readonly type: 'circuit-changed'; readonly target: Target; readonly state: 'open' | 'half-open' | 'closed' }
    | { readonly type: 'limited'; readonly correlationId: string; readonly target: Target; readonly waitMs: number }
    | { readonly type: 'budget-denied'; readonly correlationId: string; readonly target: Target }
    | { readonly type: 'degraded'; readonly correlationId: string; readonly target: Target; readonly by: string }
    | { readonly type: 'redacted'; readonly correlationId?: string; readonly count: number }
    | {
        readonly type: 'server-state';
        readonly server: string;
        readonly state: ServerState;
        readonly reason?: string;
        readonly processId?: number;
      }
    | { readonly type: 'session-opened' | 'session-closed'; readonly session: string; readonly host?: string }
    | { readonly type: 'config-reloaded' }
    | { readonly type: 'handle-stored'; readonly handle: string; readonly sizeBytes: number }
    | { readonly type: 'bug'; readonly correlationId: string; readonly cause: unknown }
    | { readonly type: 'dropped'; readonly server?: string; readonly correlationId?: string; readonly what: DroppedWhat; readonly sample?: string }
  );

/** What a server is doing. */
export type ServerState = 'idle' | 'starting' | 'ready' | 'backing-off' | 'failed' | 'stopped';

/** Things that arrive and belong nowhere; dropped, but never silently. */
export type DroppedWhat = 'late-answer' | 'late-progress' | 'unknown-id' | 'noise' | 'unattributed-error' | 'no-host';

interface EventBase {
  readonly seq: number;
  readonly atMs: number;
}

/** An event before the stream has numbered and dated it. */
export type EventInput = BreakwaterEvent extends infer E ? (E extends EventBase ? Omit<E, 'seq' | 'atMs'> : never) : never;

/** Numbers, dates and hands on events; costs one comparison when nobody listens. */
export class EventStream {
  readonly #now: () => number;
  #listeners: readonly ((event: BreakwaterEvent) => void)[] = [];
  #seq = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether anybody listens; ask before building an event on a hot path. */
  get active(): boolean {
    return this.#listeners.length > 0;
  }

  emit(event: EventInput): void {
    if (this.#listeners.length === 0) return;
    // Sound: an EventInput is exactly one member of the union without these two.
    const complete = { seq: ++this.#seq, atMs: this.#now(), ...event } as BreakwaterEvent;
    for (const listener of this.#listeners) listener(complete);
  }

  /** Returns the function that ends the subscription. */
  subscribe(listener: (event: BreakwaterEvent) => void): () => void {
    this.#listeners = [...this.#listeners, listener];
    return () => {
      this.#listeners = this.#listeners.filter((each) => each !== listener);
    };
  }
}
