import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const [callerCore, serverCore] = coresToUse();

/**
 * The same command, kept on one core: the caller on one, all that it calls on another.
 *
 * A call of one caller is a chain of wake-ups, and waking a process costs several times more on another core than on
 * one's own. Where the scheduler happens to put two processes would decide a comparison of medians; this way both
 * sides of it are measured on the same ground. Where cores cannot be chosen, the command is as it was.
 */
export function pinned(side: 'caller' | 'server', command: readonly string[]): readonly string[] {
  const core = side === 'caller' ? callerCore : serverCore;
  return core === undefined ? command : ['taskset', '--cpu-list', core, ...command];
}

function coresToUse(): readonly [string, string] | readonly [undefined, undefined] {
  const [first, second] = allowedCores();
  if (first === undefined || second === undefined) return [undefined, undefined];
  return spawnSync('taskset', ['--version']).status === 0 ? [first, second] : [undefined, undefined];
}

// "0-3,8" means that this process may run on cores 0 to 3 and on 8.
function allowedCores(): readonly string[] {
  if (process.platform !== 'linux') return [];
  const list = /^Cpus_allowed_list:\s+(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '';
  return list.split(',').flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, offset) => String(from + offset));
  });
}
