import { readdirSync, readlinkSync } from 'node:fs';
import { until } from '../../kit/index.ts';

/** What a process holds open, by kind, as `/proc` shows it: `socket`, `pipe`, `anon_inode:[eventpoll]`, a path. */
export function handlesOf(pid: number): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of readdirSync(`/proc/${pid}/fd`)) {
    const kind = targetOf(`/proc/${pid}/fd/${name}`)?.replace(/:\[\d+\]$/, '');
    if (kind !== undefined) counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

/** Resolves when the process holds no more of any kind than it did; connections that are kept alive may take seconds to go. */
export async function backTo(before: Readonly<Record<string, number>>, pid: number, timeoutMs = 20_000): Promise<void> {
  await until(
    () => `handles to be let go: ${JSON.stringify(before)} before, ${JSON.stringify(handlesOf(pid))} now`,
    () => Object.entries(handlesOf(pid)).every(([kind, count]) => count <= (before[kind] ?? 0)),
    timeoutMs,
  );
}

/** Undefined for one that was closed in the meantime. */
function targetOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
