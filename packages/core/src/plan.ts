import type { Attempt } from './attempt.ts';
import type { Call, Outcome, Safety } from './call.ts';
import type { Fault } from './fault/fault.ts';
import type { Locale } from './fault/locale/locale.ts';
import type { Message } from './message.ts';

/** Where a setting comes from, from special to general; errors that name a limit name this too. */
export type SettingLevel = 'tool' | 'server' | 'defaults' | 'built-in';

/** A length of time and who set it. */
export interface TimeLimit {
  readonly ms: number;
  readonly setBy: SettingLevel;
}

/** The time limits of a call. */
export interface TimeLimits {
  /** The whole call, queue and back-off included. */
  readonly deadline: TimeLimit;
  /** One attempt, from its dispatch. */
  readonly timeout?: TimeLimit;
  /** Silence after the dispatch; any sign of life for the call begins it anew. */
  readonly idleTimeout?: TimeLimit;
}

/** Everything decided about the calls under one set of rules; made once per configuration generation, nothing is merged per call. */
export interface Plan {
  readonly limits: TimeLimits;
  /** Attempts in all, the first included, of a call that is not a read, and of a read. */
  readonly maxAttempts: number;
  readonly maxAttemptsRead: number;
  /** Set where the configuration decides; otherwise annotations and method do. */
  readonly safety: Safety | undefined;
  /** The argument that holds the idempotency key of a keyed write. */
  readonly keyArgument: string | undefined;
  readonly locale: Locale;
  /** The operator's address, for faults that nobody else can mend. */
  readonly support: string | undefined;
  /** Runs a call through all wraps and gates to its dispatch; never rejects. */
  readonly run: (call: Call) => Promise<Outcome<Message>>;
}

/** Sends one attempt on its way and settles it, then or later. */
export type Dispatch = (call: Call, attempt: Attempt) => void;

/** A step around the calls of a plan: retry, cache, degradation. */
export type Wrap = (call: Call, next: (call: Call) => Promise<Outcome<Message>>) => Promise<Outcome<Message>>;

/** A door that each attempt passes: breaker, rate limit, concurrency. Synchronous unless it must wait. */
export interface Gate {
  acquire(call: Call): Permit | Fault | Promise<Permit | Fault>;
}

/** Held while an attempt runs. */
export interface Permit {
  /** Ends it; without an outcome it is released and nothing is recorded. */
  settle(outcome?: Outcome<unknown>): void;
}
