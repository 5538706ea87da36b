import type { CancelSignal } from './cancel.ts';
import type { Degraded, Fault } from './fault/fault.ts';
import type { Message } from './message.ts';
import type { Dispatch, Plan } from './plan.ts';

/** May a call be dispatched again after an unknown outcome? `keyed`: only with its key. */
export type Safety = 'read' | 'idempotent' | 'keyed' | 'unsafe';

/** Whom a call is for. `server` is the configured key and `name` the ORIGINAL name: rules never bind to exposed names. */
export interface Target {
  readonly kind: 'tool' | 'resource' | 'prompt' | 'method' | 'model';
  readonly server: string;
  readonly name: string;
}

/** Who calls. The id is a token's *name*, or `iss|sub`; never a token or its hash. */
export interface Principal {
  readonly id: string;
  readonly kind: 'local' | 'anonymous' | 'token' | 'oauth';
}

/** One call on its way through the pipeline. */
export interface Call {
  readonly correlationId: string;
  readonly target: Target;
  readonly message: Message;
  readonly principal: Principal;
  readonly safety: Safety;
  /** The idempotency key of a keyed write. */
  readonly key?: string;
  /** On the clock's monotonic scale, in milliseconds; queue and back-off included. */
  readonly deadlineAt: number;
  readonly signal: CancelSignal;
  /** 1 for the first dispatch; 0 before the retry loop has stamped it. */
  readonly attempt: number;
  /** Attempts that the loop would make; 0 before it has stamped it. */
  readonly maxAttempts: number;
  readonly plan: Plan;
  /** How an attempt of this call reaches its target. */
  readonly dispatch: Dispatch;
}

/** What became of a call; nothing inside rejects. */
export type Outcome<V> =
  | { readonly ok: true; readonly value: V; readonly degraded?: Degraded }
  | { readonly ok: false; readonly fault: Fault };
