import { spawn, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readLinuxProcess } from './process-start.ts';

/**
 * Signals a child and everything it has started. On POSIX each child leads a process group of its own; on Windows the
 * tree is ended at once whatever the signal, for there is no polite one.
 *
 * @returns Whether there was anything to signal.
 */
export function signalGroup(processId: number, signal: 'SIGTERM' | 'SIGKILL'): boolean {
  if (process.platform === 'win32') {
    spawn('taskkill', taskkillArguments(processId), { stdio: 'ignore', windowsHide: true }).on('error', ignore);
    return true;
  }
  return killGroup(processId, signal);
}

/** Ends a child and everything it has started before it returns, for handlers of the process's own end. */
export function killGroupNow(processId: number): void {
  if (process.platform === 'win32') {
    spawnSync('taskkill', taskkillArguments(processId), { stdio: 'ignore', windowsHide: true });
  } else {
    killGroup(processId, 'SIGKILL');
  }
}

/** Whether any process of the group is left; false on Windows, where nobody can tell once its leader is gone. */
export function isGroupAlive(processId: number): boolean {
  if (process.platform === 'win32' || !killGroup(processId, 0)) return false;
  return process.platform !== 'linux' || hasLivingMember(processId);
}

/** The dead that nobody has reaped yet can be signalled too: in a container without an init, for ever. */
function hasLivingMember(groupId: number): boolean {
  try {
    return readdirSync('/proc').some((name) => {
      const member = /^\d+$/.test(name) ? readLinuxProcess(Number(name)) : undefined;
      return member?.groupId === groupId && !member.isDead;
    });
  } catch {
    return true;
  }
}

function killGroup(processId: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-processId, signal);
    return true;
  } catch (error) {
    // EPERM: there is a process, but macOS says so of one that is only waiting to be reaped.
    return (
      signal === 0 &&
      process.platform !== 'darwin' &&
      error instanceof Error &&
      'code' in error &&
      error.code === 'EPERM'
    );
  }
}

function taskkillArguments(processId: number): readonly string[] {
  return ['/PID', String(processId), '/T', '/F'];
}

function ignore(): void {}
