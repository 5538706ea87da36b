import type { Target } from '../../call.ts';
import type {
  FaultKind,
  FaultLayer,
  FaultMender,
  FaultParty,
  Passes,
  RecoveryAction,
  RetryRule,
} from '../catalogue.ts';
import type { BranchId, LeafId } from '../decision-tree.ts';
import type { Executed, FaultIssue } from '../fault.ts';

/** What a default message may name; a name that is not known is undefined and the sentence does without it. */
export interface Words {
  /** `tool 'search'`, or `the tool` where no name is known. */
  readonly target: string;
  /** `server 'db'`, or `the server`. */
  readonly server: string;
  /** The bare name of the tool, prompt, resource or method. */
  readonly name: string | undefined;
  readonly field: string | undefined;
  readonly expected: string | undefined;
  readonly received: string | undefined;
  readonly required: string | undefined;
  readonly limit: number | undefined;
  readonly windowSeconds: number | undefined;
  readonly issues: readonly FaultIssue[];
}

/** One sentence, whole or made of what is known. */
export type Sentence = string | ((words: Words) => string);

/** Whether to send a call again: what the second line of a model's text says. */
export type RetryVerdict = 'yes' | 'later' | 'verify' | 'no';

/** Everything that is said to people and models in one language; a text that is missing does not compile. */
export interface Texts {
  /** The default message of each kind. */
  readonly messages: Readonly<Record<FaultKind, Sentence>>;
  /** What to try instead, where the recovery action's own sentence is too general. */
  readonly advice: Readonly<Partial<Record<FaultKind, string>>>;
  readonly actions: Readonly<Record<RecoveryAction, string>>;
  readonly names: {
    readonly target: Readonly<Record<Target['kind'] | 'unknown', (name: string | undefined) => string>>;
    server(name: string | undefined): string;
  };
  /** Appended to the message of a call that may have run and is not safe to send again. */
  readonly outcomeUnknown: string;
  readonly verdicts: Readonly<Record<RetryVerdict, (wait: string | undefined) => string>>;
  readonly executed: Readonly<Record<Executed, string>>;
  /** Said instead of `executed.unknown` where sending the call again does no harm. */
  readonly harmless: string;
  duration(seconds: number): string;
  /** What is known of refused arguments and missing permissions, for a message that does not say it. */
  refused(issue: FaultIssue): string;
  needed(required: string): string;
  limited(limit: number, windowSeconds: number | undefined): string;
  reference(id: string, facts: readonly string[]): string;
  attempts(attempt: number, maxAttempts: number): string;
  serverSaid(text: string): string;
  support(address: string | undefined): string;
  /** What ends a sentence. */
  readonly stop: string;
  /** What stands between two sentences of one line. */
  readonly space: string;
  readonly tree: {
    readonly root: string;
    readonly branches: Readonly<Record<BranchId, string>>;
    readonly leaves: Readonly<Record<LeafId, string>>;
  };
  /** What others mean by numbers that Breakwater does not use for this, or not for this alone. */
  readonly foreign: Readonly<Record<'-32000' | '-32001' | '-32002' | '-32042', string>>;
  /** The words around the facts of a kind, on the terminal and in the reference. */
  readonly page: {
    readonly title: string;
    readonly intro: string;
    readonly treeTitle: string;
    readonly tableTitle: string;
    readonly kindsTitle: string;
    readonly kind: string;
    readonly codes: string;
    readonly legacy: string;
    readonly modern: string;
    readonly noCode: string;
    readonly http: string;
    readonly layer: string;
    readonly passes: string;
    readonly retry: string;
    readonly wait: string;
    readonly faultOf: string;
    readonly mends: string;
    readonly action: string;
    readonly message: string;
    readonly advice: string;
    readonly path: string;
    readonly colon: string;
    nothing(query: string, nearest: readonly string[]): string;
  };
  readonly terms: {
    readonly layer: Readonly<Record<FaultLayer, string>>;
    readonly passes: Readonly<Record<Passes, string>>;
    readonly retry: Readonly<Record<RetryRule, string>>;
    readonly party: Readonly<Record<FaultParty, string>>;
    readonly mender: Readonly<Record<FaultMender, string>>;
  };
}
