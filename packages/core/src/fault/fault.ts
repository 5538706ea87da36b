import type { FaultKind, RecoveryAction } from './catalogue.ts';

/** May the target have acted? `"no"` is known not to have run, `"yes"` is known to have run. */
export type Executed = 'no' | 'unknown' | 'yes';

/** Who found the fault: us, or the server whose answer we pass on. */
export type Origin = 'breakwater' | 'server';

/** One argument that was refused. */
export interface FaultIssue {
  readonly field: string;
  readonly expected?: string;
  readonly received?: string;
}

/** What a layer knows of a failure before it is tied to a call: the input of {@link createFault}. */
export interface Failure {
  readonly kind: FaultKind;
  readonly executed: Executed;
  /** One sentence for model and person; the catalogue's default where absent. Never holds internals or secrets of its own accord. */
  readonly message?: string;
  /** Only what a peer or a policy said, in milliseconds; absent where nobody said anything. */
  readonly retryAfterMs?: number;
  /** Only where a peer said so; otherwise derived from kind, safety and `executed`. */
  readonly retryable?: boolean;
  readonly field?: string;
  readonly expected?: string;
  readonly received?: string;
  readonly suggestion?: string;
  readonly recoveryAction?: RecoveryAction;
  readonly limit?: number;
  readonly remaining?: number;
  readonly windowSeconds?: number;
  readonly tool?: string;
  readonly server?: string;
  readonly origin?: Origin;
  readonly required?: string;
  readonly issues?: readonly FaultIssue[];
  /** A peer's own reference, kept over our own. */
  readonly correlationId?: string;
  /** What a retry loop further in has spent; a fault whose attempts are used up there is not repeated here. */
  readonly attempt?: number;
  readonly maxAttempts?: number;
  /** The loop must not wait for this one; the caller is told at once. */
  readonly failFast?: true;
  /** For the log alone; never leaves the process. */
  readonly cause?: unknown;
  /** What a process that has ended had written to stderr, as it was; a {@link Fault} has none of it. */
  readonly lastWords?: string;
}

/** Every failure, as data. Inside the process only; `wire.ts` makes what a peer sees. */
export interface Fault extends Failure {
  readonly message: string;
  /** The caller may send the same call again without harm and with hope. */
  readonly retryable: boolean;
  readonly recoveryAction: RecoveryAction;
  readonly correlationId: string;
  readonly origin: Origin;
  readonly breaker?: {
    readonly scope: 'tool' | 'server';
    readonly state: 'open' | 'half-open';
    readonly until?: string;
  };
  readonly degraded?: Degraded;
  /** One sentence, with the operator's address where one is configured; there where the action is `contact_operator`. */
  readonly contactSupport?: string;
}

/** Says that an answer is less than what was asked for, and in which way. */
export interface Degraded {
  readonly by: 'cache' | 'alternates' | 'split' | 'queue' | 'inform';
  readonly ageSeconds?: number;
}
