import { expect, it } from 'vitest';
import { differences, unexpected, type ConformanceRun, type Status } from './conformance.ts';

const run = (checks: Readonly<Record<string, Status>>): ConformanceRun => ({
  code: 0,
  output: '',
  checks: new Map(Object.entries(checks)),
});

it('calls it a difference when a check that passed fails, is skipped, or is gone', () => {
  const before = run({ 's:a': 'SUCCESS', 's:b': 'SUCCESS', 's:c': 'SUCCESS', 's:d': 'SUCCESS', 's:e': 'FAILURE' });
  const after = run({ 's:a': 'SUCCESS', 's:b': 'FAILURE', 's:c': 'SKIPPED', 's:e': 'FAILURE' });
  expect(differences(before, after)).toEqual(['s:b', 's:c', 's:d']);
});

it('wants an entry for each difference, and a difference for each entry', () => {
  expect(unexpected(['s:a', 's:b', 't:a'], ['s', 't:a'])).toEqual({ missing: [], stale: [] });
  expect(unexpected(['s:a'], ['s:b', 'sa'])).toEqual({ missing: ['s:a'], stale: ['s:b', 'sa'] });
});
