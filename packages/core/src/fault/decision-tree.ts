import { catalogue, type FaultBranch, type FaultKind } from './catalogue.ts';
import type { Executed } from './fault.ts';
import { isHarmless } from './retry-advice.ts';

/** What the tree asks about. */
export interface Failing {
  readonly kind: FaultKind;
  readonly executed: Executed;
  /** A read, an idempotent call, or one with its key. */
  readonly repeatable: boolean;
  /** Attempts, budget or deadline are used up. */
  readonly spent?: boolean;
  /** The process must not go on. */
  readonly critical?: boolean;
}

/** Where a failure can end. */
export type LeafId = keyof typeof leaves;

/** What becomes of a failure, as far as its caller is told: whether the same call may be sent again, now or later. */
export interface Leaf {
  readonly retryable: boolean;
}

/** A question; it leads to a leaf, or to questions of which the first that holds is followed. */
export interface Branch {
  readonly id: BranchId;
  readonly holds: (failing: Failing) => boolean;
  readonly leadsTo: LeafId | readonly Branch[];
}

/** The questions, by name. */
export type BranchId =
  | FaultBranch
  | 'unknown_name'
  | 'other_unreadable'
  | 'expired'
  | 'other_permission'
  | 'changed'
  | 'locked'
  | 'other_state'
  | 'quota'
  | 'long'
  | 'size'
  | 'loop'
  | 'rate'
  | 'open'
  | 'spent'
  | 'lost'
  | 'crashed'
  | 'unclear'
  | 'not_run'
  | 'repeatable'
  | 'not_repeatable'
  | 'may_have_run'
  | 'critical'
  | 'answered'
  | 'unexplained';

const leaves = {
  silent: { retryable: false },
  mend_caller: { retryable: false },
  refresh_list: { retryable: false },
  correct_arguments: { retryable: false },
  refresh_token: { retryable: false },
  name_permission: { retryable: false },
  read_again: { retryable: false },
  report: { retryable: false },
  next_tier: { retryable: false },
  stop_with_time: { retryable: false },
  reduce: { retryable: false },
  change_or_stop: { retryable: false },
  wait: { retryable: true },
  degrade: { retryable: true },
  again: { retryable: true },
  verify: { retryable: false },
  operator: { retryable: false },
  repeat_failed: { retryable: false },
  end: { retryable: false },
  deliver: { retryable: false },
  refer: { retryable: false },
} satisfies Record<string, Leaf>;

const always = (): boolean => true;

function among(...kinds: readonly FaultKind[]): (failing: Failing) => boolean {
  return ({ kind }) => kinds.includes(kind);
}

function branch(id: FaultBranch, leadsTo: Branch['leadsTo']): Branch {
  return { id, holds: ({ kind }) => catalogue[kind].branch === id, leadsTo };
}

/** Has it run, and does that matter? Where it does not, the leaf is the one that is given. */
function unlessItRan(leadsTo: LeafId): readonly Branch[] {
  return [
    { id: 'not_run', holds: ({ executed }) => executed === 'no', leadsTo },
    { id: 'repeatable', holds: ({ repeatable }) => repeatable, leadsTo },
    { id: 'not_repeatable', holds: always, leadsTo: 'verify' },
  ];
}

function onlyIfNotRun(otherwise: LeafId): readonly Branch[] {
  return [
    { id: 'not_run', holds: ({ executed }) => executed === 'no', leadsTo: 'again' },
    { id: 'may_have_run', holds: always, leadsTo: otherwise },
  ];
}

/** What becomes of a failure; the catalogue is the same tree as a table, and a test compares the two. */
export const decisionTree: readonly Branch[] = [
  branch('cancelled', 'silent'),
  branch('unreadable', [
    { id: 'unknown_name', holds: among('unknown_tool', 'unknown_prompt'), leadsTo: 'refresh_list' },
    { id: 'other_unreadable', holds: always, leadsTo: 'mend_caller' },
  ]),
  branch('arguments', 'correct_arguments'),
  branch('permission', [
    { id: 'expired', holds: among('token_expired'), leadsTo: 'refresh_token' },
    { id: 'other_permission', holds: always, leadsTo: 'name_permission' },
  ]),
  branch('state', [
    { id: 'changed', holds: among('conflict', 'precondition_failed'), leadsTo: 'read_again' },
    { id: 'locked', holds: among('locked'), leadsTo: unlessItRan('wait') },
    { id: 'other_state', holds: always, leadsTo: 'report' },
  ]),
  branch('limit', [
    { id: 'quota', holds: among('quota_exhausted', 'budget_exceeded'), leadsTo: 'next_tier' },
    { id: 'long', holds: among('rate_limited_long'), leadsTo: 'stop_with_time' },
    { id: 'size', holds: among('message_too_large'), leadsTo: 'reduce' },
    { id: 'loop', holds: among('repeated_failing_call'), leadsTo: 'change_or_stop' },
    { id: 'rate', holds: always, leadsTo: unlessItRan('wait') },
  ]),
  branch('dependency', [
    { id: 'lost', holds: among('result_lost'), leadsTo: 'verify' },
    { id: 'crashed', holds: among('tool_crashed'), leadsTo: onlyIfNotRun('operator') },
    { id: 'unclear', holds: among('outcome_unknown'), leadsTo: onlyIfNotRun('verify') },
    { id: 'open', holds: (failing) => failing.kind === 'circuit_open' && harmless(failing), leadsTo: 'degrade' },
    { id: 'spent', holds: (failing) => failing.spent === true && harmless(failing), leadsTo: 'degrade' },
    ...unlessItRan('again'),
  ]),
  branch('batch', 'repeat_failed'),
  { id: 'critical', holds: ({ critical }) => critical === true, leadsTo: 'end' },
  branch('unknown', [
    { id: 'answered', holds: among('tool_error'), leadsTo: 'deliver' },
    { id: 'repeatable', holds: ({ repeatable }) => repeatable, leadsTo: 'again' },
    { id: 'unexplained', holds: always, leadsTo: 'refer' },
  ]),
];

/** The way of one failure through the tree. */
export interface Walk {
  readonly path: readonly BranchId[];
  readonly leaf: LeafId;
}

/** Sends a failure through the tree: at each step the first question that holds. */
export function walk(failing: Failing): Walk {
  const path: BranchId[] = [];
  let at: Branch['leadsTo'] = decisionTree;
  while (typeof at !== 'string') {
    const taken: Branch | undefined = at.find((each) => each.holds(failing));
    // No failure gets lost: what no question claims is an unknown one.
    if (taken === undefined) return { path, leaf: 'refer' };
    path.push(taken.id);
    at = taken.leadsTo;
  }
  return { path, leaf: at };
}

/** What a leaf means for the caller. */
export function leafOf(id: LeafId): Leaf {
  return leaves[id];
}

/** Every way that a kind can go, whatever has run and however safe the call is, attempts left. */
export function walksOf(kind: FaultKind): readonly Walk[] {
  const found = new Map<string, Walk>();
  for (const executed of ['no', 'unknown', 'yes'] as const) {
    for (const repeatable of [true, false]) {
      const way = walk({ kind, executed, repeatable });
      found.set(way.path.join('/'), way);
    }
  }
  return [...found.values()];
}

function harmless({ executed, repeatable }: Failing): boolean {
  return isHarmless(executed, repeatable);
}
