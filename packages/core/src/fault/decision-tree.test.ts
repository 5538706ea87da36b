import { expect, it } from 'vitest';

import { faultKinds } from './catalogue.ts';
import { createFault } from './create-fault.ts';
import {
  decisionTree,
  leafOf,
  walk,
  walksOf,
  type Branch,
  type BranchId,
  type Failing,
  type LeafId,
} from './decision-tree.ts';
import { locales, textsOf } from './locale/locale.ts';

const failings: readonly Failing[] = faultKinds.flatMap((kind) =>
  (['no', 'unknown', 'yes'] as const).flatMap((executed) =>
    [true, false].flatMap((repeatable) => [true, false].map((spent) => ({ kind, executed, repeatable, spent }))),
  ),
);

// E2
it('asks each kind exactly one first question, so that their order decides nothing', () => {
  for (const failing of failings) {
    const claimed = decisionTree.filter((branch) => branch.holds(failing)).map(({ id }) => id);
    expect({ kind: failing.kind, claimed: claimed.length }).toEqual({ kind: failing.kind, claimed: 1 });
  }
});

// E2
it('leads every failure to one leaf, without falling off any branch', () => {
  for (const failing of failings) {
    const { path, leaf } = walk(failing);
    const last = branchAt(path);
    expect({ failing, leaf }).toEqual({ failing, leaf: last.leadsTo });
  }
});

it('says the same as the table about sending a call again', () => {
  for (const failing of failings) {
    const { kind, executed, repeatable } = failing;
    const fault = createFault(
      { kind, executed },
      { correlationId: 'bw-1', safety: repeatable ? 'idempotent' : 'unsafe' },
    );
    expect({ ...failing, retryable: leafOf(walk(failing).leaf).retryable }).toEqual({
      ...failing,
      retryable: fault.retryable,
    });
  }
});

it.each([
  ['request_timeout', 'unknown', false, 'verify'],
  ['request_timeout', 'unknown', true, 'again'],
  ['connection_lost', 'no', false, 'again'],
  ['circuit_open', 'no', false, 'degrade'],
  ['tool_crashed', 'no', false, 'again'],
  ['tool_crashed', 'unknown', true, 'operator'],
  ['internal', 'unknown', true, 'again'],
  ['internal', 'unknown', false, 'refer'],
  ['token_expired', 'no', false, 'refresh_token'],
  ['conflict', 'no', true, 'read_again'],
  ['rate_limited', 'no', false, 'wait'],
  ['rate_limited_long', 'no', true, 'stop_with_time'],
  ['cancelled', 'unknown', false, 'silent'],
] as const)('leads %s (executed: %s, repeatable: %s) to %s', (kind, executed, repeatable, leaf) => {
  expect(walk({ kind, executed, repeatable }).leaf).toBe(leaf);
});

it('falls back once attempts are used up, but never past an outcome that is unknown', () => {
  expect(walk({ kind: 'request_timeout', executed: 'no', repeatable: false, spent: true }).leaf).toBe('degrade');
  expect(walk({ kind: 'request_timeout', executed: 'unknown', repeatable: false, spent: true }).leaf).toBe('verify');
});

it('ends the process in order after a critical failure that nothing else explains', () => {
  expect(walk({ kind: 'internal', executed: 'unknown', repeatable: true, critical: true }).leaf).toBe('end');
});

it('has no leaf that nothing reaches, and a text for each question and leaf', () => {
  const leaves = new Set<LeafId>(
    failings.flatMap((failing) => [walk(failing).leaf, walk({ ...failing, critical: true }).leaf]),
  );
  const questions = new Set<BranchId>(branchesOf(decisionTree).map(({ id }) => id));
  for (const locale of locales) {
    const { tree } = textsOf(locale);
    expect(new Set(Object.keys(tree.leaves))).toEqual(leaves);
    expect(new Set(Object.keys(tree.branches))).toEqual(questions);
  }
});

it('lists one way for a kind whose outcome does not matter, and three where it does', () => {
  expect(walksOf('param_missing').map(({ leaf }) => leaf)).toEqual(['correct_arguments']);
  expect(walksOf('connection_lost').map(({ leaf }) => leaf)).toEqual(['again', 'again', 'verify']);
});

function branchAt(path: readonly BranchId[]): Branch {
  let branches = decisionTree;
  let found: Branch | undefined;
  for (const id of path) {
    found = branches.find((branch) => branch.id === id);
    if (found !== undefined && typeof found.leadsTo !== 'string') branches = found.leadsTo;
  }
  if (found === undefined) throw new Error(`No branch ${path.join('/')}`);
  return found;
}

function branchesOf(branches: readonly Branch[]): readonly Branch[] {
  return branches.flatMap((branch) => [
    branch,
    ...(typeof branch.leadsTo === 'string' ? [] : branchesOf(branch.leadsTo)),
  ]);
}
