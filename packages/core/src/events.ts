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
    | {
        readonly type: 'attempt-started';
        readonly correlationId: string;
        readonly target: Target;
        readonly attempt: number;
      }
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
    | {
        readonly type: 'dropped';
        readonly server?: string;
        readonly correlationId?: string;
        readonly what: DroppedWhat;
        /** How many at once; one where absent. */
        readonly count?: number;
        readonly sample?: string;
        /** Stands for so many of them, which came so fast that nobody was told of each. */
        readonly more?: number;
      }
  );

/** What a server is doing. */
export type ServerState = 'idle' | 'starting' | 'ready' | 'backing-off' | 'failed' | 'stopped';

/** Things that arrive and belong nowhere, and what a host does not read, or its stream with it; dropped, but never silently. */
export type DroppedWhat =
  | 'late-answer'
  | 'late-progress'
  | 'unknown-id'
  | 'noise'
  | 'unattributed-error'
  | 'unattributed-notification'
  | 'no-host'
  | 'unread'
  | 'unread-stream';

interface EventBase {
  readonly seq: number;
  readonly atMs: number;
}

/** What tells events apart. */
export type EventType = BreakwaterEvent['type'];

/** An event before the stream has numbered and dated it. */
export type EventInput = BreakwaterEvent extends infer E
  ? E extends EventBase
    ? Omit<E, 'seq' | 'atMs'>
    : never
  : never;

/** Numbers, dates and hands on events; costs one look-up where nobody listens for their type. */
export class EventStream {
  readonly #now: () => number;
  #listeners: readonly Listener[] = [];
  #wanted: ReadonlySet<EventType> = new Set();
  #wantsSuccesses = false;
  #seq = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether anybody listens for events of a type; ask before building one on a hot path. */
  wants(type: EventType): boolean {
    return this.#wanted.has(type);
  }

  /** Whether anybody wants to hear of the end of a call or an attempt that went well, too. */
  get wantsSuccesses(): boolean {
    return this.#wantsSuccesses;
  }

  emit(event: EventInput): void {
    if (!this.#wanted.has(event.type)) return;
    // Sound: an EventInput is exactly one member of the union without these two.
    const complete = { seq: ++this.#seq, atMs: this.#now(), ...event } as BreakwaterEvent;
    for (const { types, listener } of this.#listeners) if (types.has(event.type)) listener(complete);
  }

  /**
   * Returns the function that ends the subscription.
   *
   * @param successes Whether the listener cares for calls and attempts that went well; it may be told of them all the same.
   */
  subscribe(
    types: readonly EventType[],
    listener: (event: BreakwaterEvent) => void,
    { successes = true }: { readonly successes?: boolean } = {},
  ): () => void {
    const added: Listener = { types: new Set(types), listener, successes };
    this.#listen([...this.#listeners, added]);
    return () => this.#listen(this.#listeners.filter((each) => each !== added));
  }

  #listen(listeners: readonly Listener[]): void {
    this.#listeners = listeners;
    this.#wanted = new Set(listeners.flatMap(({ types }) => [...types]));
    this.#wantsSuccesses = listeners.some(({ successes }) => successes);
  }
}

interface Listener {
  readonly types: ReadonlySet<EventType>;
  readonly successes: boolean;
  readonly listener: (event: BreakwaterEvent) => void;
}

type EventMap = { readonly [T in BreakwaterEvent['type']]: true };

// An object, so that a type that is missing here does not compile.
const everyType: EventMap = {
  'call-started': true,
  'call-ended': true,
  'attempt-started': true,
  'attempt-ended': true,
  'circuit-changed': true,
  limited: true,
  'budget-denied': true,
  degraded: true,
  redacted: true,
  'server-state': true,
  'session-opened': true,
  'session-closed': true,
  'config-reloaded': true,
  'handle-stored': true,
  bug: true,
  dropped: true,
};

/** All types of events. */
// Sound: the keys of the object above, which are all there are.
export const eventTypes: readonly EventType[] = Object.keys(everyType) as EventType[];
