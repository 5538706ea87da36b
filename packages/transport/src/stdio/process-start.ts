import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';

/**
 * Tells when a process was started, in whatever form the system gives it: together with the process id it names one
 * process, since ids are used again.
 *
 * @returns Undefined where there is no such process, or no way to know (Windows).
 */
export function processStart(processId: number): string | undefined {
  if (process.platform === 'win32') return undefined;
  if (process.platform === 'linux') {
    const found = readLinuxProcess(processId);
    return found === undefined || found.isDead ? undefined : found.startTicks;
  }
  try {
    const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(processId)], {
      encoding: 'utf8',
      env: { PATH: '/bin:/usr/bin', LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return started.trim() || undefined;
  } catch {
    return undefined;
  }
}

/**
 * Names the boot and the process id namespace (container) that ids belong to; ids of another one say nothing here,
 * although a state directory may be shared with it.
 */
export function processScope(): string {
  if (process.platform !== 'linux') return process.platform;
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return process.platform;
  }
}

/** What `/proc` says of a process; undefined where there is none. */
export function readLinuxProcess(
  processId: number,
): { readonly groupId: number; readonly isDead: boolean; readonly startTicks: string | undefined } | undefined {
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, 'latin1');
    // Field 2 is a name that may itself hold spaces and brackets; what follows it begins with field 3, the state.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { groupId: Number(fields[2]), isDead: fields[0] === 'Z' || fields[0] === 'X', startTicks: fields[19] };
  } catch {
    return undefined;
  }
}
