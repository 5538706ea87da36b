import type { CancelReason } from '../../cancel.ts';
import type { FaultKind } from '../catalogue.ts';
import type { Executed, Failure } from '../fault.ts';
import type { Locale } from '../locale/locale.ts';
import type { ClassifyRule } from './rules.ts';
import type { TextKey } from './texts.ts';

/** What the classifier is told about the moment in which an error came up. */
export interface ClassifyContext {
  /**
   * Whose failure it is: of something that a tool's handler uses, or of our own way to an MCP server.
   *
   * @default 'dependency'
   */
  readonly side?: 'dependency' | 'upstream';
  /**
   * `connect`: nothing of the request had been handed over, so that nothing can have run. `sent`: it had, so that no error
   * of the network proves that nothing has run. Absent: the nature of the error decides.
   */
  readonly phase?: 'connect' | 'sent';
  /**
   * The handler may have acted already before the step that failed; then no error proves that nothing has run.
   *
   * @default false
   */
  readonly acted?: boolean;
  /** Why our own signal was cancelled, where it was: tells the caller's abort from our deadline. */
  readonly cancelled?: CancelReason;
  /** The arguments that were validated, where an error of validation is about them: gives `received`. */
  readonly input?: unknown;
  /** The date, for headers that name one; such headers stay unread without it. */
  readonly now?: Date;
  /** The user's own rules, asked before everything else, the first that matches decides. */
  readonly rules?: readonly ClassifyRule[];
  /**
   * The language of the sentences that are chosen here.
   *
   * @default 'en'
   */
  readonly locale?: Locale;
}

/** A row of a table: what an error of this shape means. */
export interface Row {
  readonly kind: FaultKind;
  /** The kind where our own way to a server failed; `kind` where absent. */
  readonly upstream?: FaultKind;
  readonly executed: Executed;
  /** Waiting doesn't mend it, somebody must. */
  readonly permanent?: true;
  readonly text?: TextKey;
  /** Says so little that whatever a cause says is better. */
  readonly weak?: true;
}

export type Table = Readonly<Record<string, Row>>;

/** What one matcher made of one error. */
export interface Finding extends Omit<Failure, 'cause'> {
  readonly text?: TextKey;
  readonly weak?: true;
}

/** Looks a key up in a table; own members only, so that `constructor` is no code. */
export function lookUp(table: Table, key: string | undefined): Row | undefined {
  return key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}

/** Turns a row into a finding for the side that failed. */
export function fromRow(row: Row, side: ClassifyContext['side']): Finding {
  const { kind, upstream = kind, executed, permanent, text, weak } = row;
  return {
    kind: side === 'upstream' ? upstream : kind,
    executed,
    ...(permanent && { retryable: false, recoveryAction: 'contact_operator' as const }),
    ...(text && { text }),
    ...(weak && { weak }),
  };
}
