import { readFileSync } from 'node:fs';

// USER_HZ, which Linux fixes at 100 for what it shows in /proc.
const msPerTick = 10;

/** Processor time that this one process has spent so far, its children left out; undefined where there is no /proc. */
export function processorMs(pid: number): number | undefined {
  // The name, in parentheses, may hold spaces; utime and stime are fields 14 and 15, the 12th and 13th after it.
  const fields = read(`/proc/${pid}/stat`)
    ?.replace(/^.*\) /s, '')
    .split(' ');
  return fields === undefined ? undefined : (Number(fields[11]) + Number(fields[12])) * msPerTick;
}

/** Resident memory of this one process, in MB of 1024 × 1024 bytes; undefined where there is no /proc. */
export function residentMb(pid: number): number | undefined {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`) ?? '')?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
