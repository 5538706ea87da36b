import { describe, expect, it } from 'vitest';
import { useKit } from '../kit/index.ts';
import {
  covers,
  differences,
  failedScenarios,
  readExpectedFailures,
  runConformance,
  unexpected,
  type ConformanceRun,
} from '../kit/conformance.ts';

const kit = useKit();
const baselines = new Map<string, ConformanceRun>();

// The server SDK has no tasks extension; these scenarios are optional and not scored.
const withoutTasks = [
  'tasks-capability-negotiation',
  'tasks-dispatch-and-envelope',
  'tasks-lifecycle',
  'tasks-mrtr-composition',
  'tasks-mrtr-input',
  'tasks-request-headers',
  'tasks-request-state-removal',
  'tasks-required-task-error',
  'tasks-wire-fields',
];

describe.each([
  { revision: '2025-11-25', failing: [], least: 60 },
  { revision: '2026-07-28', failing: withoutTasks, least: 120 },
])('the official suite for $revision', ({ revision, failing, least }) => {
  it('passes on the fixture directly', { timeout: 120_000 }, async () => {
    const run = await baseline(revision);
    expect(run).toMatchObject({ code: 0 });
    expect(failedScenarios(run)).toEqual(new Set(failing));
    // A suite that ran nothing fails nothing.
    expect([...run.checks.values()].filter((status) => status === 'SUCCESS').length).toBeGreaterThan(least);
  });

  it.each(['stdio', 'http'] as const)(
    'passes through the gateway with the fixture behind %s',
    { timeout: 240_000 },
    async (over) => {
      const before = await baseline(revision);
      const gateway = await kit.startGateway({ mcpServers: { fixture: await kit.fixture(over) } });
      const run = await runConformance(gateway.endpoint('fixture'), revision, kit.directory(`through-${over}`));
      expect(run).toMatchObject({ code: 0 });
      const expected = readExpectedFailures(new URL(`./conformance.${over}.yaml`, import.meta.url));
      const relevant = expected.filter((entry) => [...before.checks.keys()].some((check) => covers(entry, check)));
      expect(unexpected(differences(before, run), relevant)).toEqual({ missing: [], stale: [] });
    },
  );
});

/** What the fixture does directly over HTTP; measured once a revision, by whichever test comes first. */
async function baseline(revision: string): Promise<ConformanceRun> {
  const known = baselines.get(revision);
  if (known !== undefined) return known;
  const server = await kit.fixture('http');
  if (!('url' in server)) throw new Error('The fixture over HTTP has a URL.');
  const run = await runConformance(server.url, revision, kit.directory(`direct-${revision}`));
  baselines.set(revision, run);
  return run;
}
