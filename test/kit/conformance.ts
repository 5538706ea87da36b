import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What the official suite said of one server in one revision. */
export interface ConformanceRun {
  /** 0 where every required check passed. */
  readonly code: number;
  /** What it printed, for a failure's message. */
  readonly output: string;
  /** The worst status of each check, by `scenario:check`. */
  readonly checks: ReadonlyMap<string, Status>;
}

/** How a check ended, from the worst to the best. */
export type Status = (typeof statuses)[number];

const statuses = ['FAILURE', 'WARNING', 'SKIPPED', 'INFO', 'SUCCESS'] as const;
const binary = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
);

/** Runs all scenarios of a revision, the ones that aren't scored included, and reads what they wrote into `directory`. */
export async function runConformance(url: string, revision: string, directory: string): Promise<ConformanceRun> {
  const args = [binary, 'server', '--url', url, '--requirements', revision, '-o', directory];
  const { code, output } = await new Promise<Pick<ConformanceRun, 'code' | 'output'>>((resolve) => {
    execFile(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: `${stdout}${stderr}` });
    });
  });
  return { code, output: output.slice(output.indexOf('=== SUMMARY')), checks: readChecks(directory) };
}

/**
 * The checks that passed in `baseline` and didn't here, whether they failed, were skipped or are missing. What the suite
 * only informs about is no difference: which of two allowed forms an answer takes may depend on how fast it came.
 */
export function differences(baseline: ConformanceRun, run: ConformanceRun): readonly string[] {
  const passed = [...baseline.checks].filter(([, status]) => status === 'SUCCESS').map(([check]) => check);
  return passed.filter((check) => !['SUCCESS', 'INFO'].includes(run.checks.get(check) ?? 'missing'));
}

/** The scenarios with a check that failed. */
export function failedScenarios({ checks }: ConformanceRun): ReadonlySet<string> {
  const failed = [...checks].filter(([, status]) => status === 'FAILURE' || status === 'WARNING');
  return new Set(failed.map(([check]) => check.slice(0, check.indexOf(':'))));
}

/**
 * Reads the entries of an expected-failures file in the suite's own format.
 *
 * @throws Where an entry has no comment right above it that gives the reason.
 */
export function readExpectedFailures(path: URL): readonly string[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.flatMap((line, index) => {
    const entry = /^\s+- (\S+)$/.exec(line)?.[1];
    if (entry === undefined) return [];
    if (!/^\s+# \S/.test(lines[index - 1] ?? ''))
      throw new Error(`Expected a comment with the reason above "${entry}".`);
    return [entry];
  });
}

/** Takes away what a file expects: an entry is a check, or a scenario with all of its checks. */
export function unexpected(
  found: readonly string[],
  expected: readonly string[],
): { readonly missing: readonly string[]; readonly stale: readonly string[] } {
  return {
    missing: found.filter((check) => !expected.some((entry) => covers(entry, check))),
    stale: expected.filter((entry) => !found.some((check) => covers(entry, check))),
  };
}

function readChecks(directory: string): ReadonlyMap<string, Status> {
  const checks = new Map<string, Status>();
  for (const folder of readdirSync(directory)) {
    const scenario = /^server-(.*)-\d{4}-\d{2}-\d{2}T[\d-]+Z$/.exec(folder)?.[1];
    if (scenario === undefined) continue;
    for (const { id, status } of readScenario(join(directory, folder, 'checks.json'))) {
      const check = `${scenario}:${id}`;
      const before = checks.get(check);
      if (before === undefined || statuses.indexOf(status) < statuses.indexOf(before)) checks.set(check, status);
    }
  }
  return checks;
}

/** A scenario that broke off leaves its folder empty. */
function readScenario(file: string): readonly { id: string; status: Status }[] {
  if (!existsSync(file)) return [{ id: 'broke-off', status: 'FAILURE' }];
  // Sound: the suite writes this file; nobody else does.
  return JSON.parse(readFileSync(file, 'utf8')) as { id: string; status: Status }[];
}

/** Whether an entry, a check or a whole scenario, stands for this check. */
export function covers(entry: string, check: string): boolean {
  return check === entry || check.startsWith(`${entry}:`);
}
