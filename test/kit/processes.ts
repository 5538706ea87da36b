import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** The variable that marks every process of one test, in its environment. */
export const markerName = 'BREAKWATER_TEST';

/** A process as `/proc` shows it; the start time tells it from a later one with the same id. */
export interface ProcessSeen {
  readonly pid: number;
  readonly parent: number;
  readonly startTime: string;
  readonly commandLine: string;
}

/** Every living process, zombies left out; none where the system has no `/proc`. */
export function livingProcesses(): readonly ProcessSeen[] {
  if (!existsSync('/proc/self/stat')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => see(Number(name)))
    .filter((seen) => seen !== undefined);
}

/** The living processes of a test: those with its marker in their environment or with its directory on their command line. */
export function processesOf(marker: string, directory: string): readonly ProcessSeen[] {
  return livingProcesses().filter(
    ({ pid, commandLine }) =>
      pid !== process.pid &&
      (commandLine.includes(directory) || environmentOf(pid).includes(`${markerName}=${marker}`)),
  );
}

/** The processes below this one, children of children included. */
export function descendantsOf(pid: number): readonly ProcessSeen[] {
  const all = livingProcesses();
  const found: ProcessSeen[] = [];
  const parents = [pid];
  for (const parent of parents) {
    const children = all.filter((seen) => seen.parent === parent);
    found.push(...children);
    parents.push(...children.map((child) => child.pid));
  }
  return found;
}

/** Whether this very process still lives. */
export function isAlive({ pid, startTime }: ProcessSeen): boolean {
  return see(pid)?.startTime === startTime;
}

function see(pid: number): ProcessSeen | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may hold anything, blanks and brackets too.
    const [state, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X') return undefined;
    const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return { pid, parent: Number(parent), startTime: rest[17] ?? '', commandLine };
  } catch {
    return undefined;
  }
}

function environmentOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch {
    return [];
  }
}
