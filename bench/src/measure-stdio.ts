import { join } from 'node:path';
import { breakwaterCommand, echoCommand } from './contenders.ts';
import type { Load, LoadResult } from './load.ts';
import { median } from './median.ts';
import { inWords, type Missing, missingRows } from './missing.ts';
import { pinned } from './pinned.ts';
import { runLoad } from './run-load.ts';

/** What was measured of one way to the echo server over stdio, with one caller: medians of the rounds. */
export interface StdioFigures {
  readonly name: StdioName;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly errors: number;
  readonly upstreamSurplus: number;
}

/** The server itself, a process between that only copies bytes, and `breakwater run`. */
export type StdioName = 'direct' | 'byte pipe' | 'breakwater run';

const load: Load = { calls: 4_000, callers: 1, bytes: 64, warmUp: 500 };

/** Measures one caller over stdio, directly and through what stands between, in turn. */
export async function measureStdio(rounds: number): Promise<readonly (StdioFigures | Missing)[]> {
  const commands = new Map<StdioName, readonly string[]>([
    ['direct', echoCommand],
    ['byte pipe', [process.execPath, join(import.meta.dirname, 'byte-pipe.mjs'), ...echoCommand]],
  ]);
  const missing = new Map<StdioName, string>();
  try {
    commands.set('breakwater run', breakwaterCommand('run', '--', ...echoCommand));
  } catch (error) {
    missing.set('breakwater run', inWords(error));
  }

  const results = new Map<StdioName, LoadResult[]>([...commands.keys()].map((name) => [name, []]));
  const generator = [process.execPath, join(import.meta.dirname, 'load-stdio.ts'), JSON.stringify(load)];
  for (let round = 0; round < rounds; round++) {
    for (const [name, command] of commands) {
      if (missing.has(name)) continue;
      const whole = [...pinned('caller', generator), ...pinned('server', command)];
      try {
        const { result } = await runLoad(whole, () => undefined);
        results.get(name)?.push(result);
      } catch (error) {
        missing.set(name, inWords(error));
      }
    }
  }

  const measured = [...results].filter(([name]) => !missing.has(name));
  const figures = measured.map(([name, runs]) => ({
    name,
    p50Ms: median(runs.map(({ p50 }) => p50)),
    p99Ms: median(runs.map(({ p99 }) => p99)),
    errors: runs.reduce((sum, { errors }) => sum + errors, 0),
    upstreamSurplus: runs.reduce((sum, { upstreamCalls, calls }) => sum + Math.abs(upstreamCalls - calls), 0),
  }));
  return [...figures, ...missingRows(missing)];
}
