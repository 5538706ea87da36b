import { main } from './main.ts';
import { tuneEngine } from './engine.ts';

const dayMs = 86_400_000;
/** How long the last output may take to be read, in milliseconds. */
const flushMs = 1_000;

/** A second signal after this many milliseconds is somebody who doesn't want to wait. */
const impatientMs = 1_000;

/** Runs the command line in this process: signals end it in order, a second one at once. */
export async function runProcess(): Promise<void> {
  tuneEngine();
  const stopping = new AbortController();
  const atExit: (() => void)[] = [];
  process.once('exit', () => {
    for (const listener of atExit) listener();
  });
  let stoppingSince = 0;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // Under npm one Ctrl-C arrives twice, from the terminal and from npm; only a later one means "at once".
      if (stopping.signal.aborted && performance.now() - stoppingSince > impatientMs) process.exit(1);
      if (!stopping.signal.aborted) stoppingSince = performance.now();
      stopping.abort();
    });
  }
  const { stdin, stdout, stderr, env } = process;
  // Whoever reads our log may go away; that is no reason to go with it.
  stderr.on('error', () => {});
  // Nothing else may be open while children are being ended, and a process that has nothing open is gone before they are.
  const open = setInterval(() => {}, dayMs);
  try {
    process.exitCode = await main(process.argv.slice(2), {
      stdin,
      stdout,
      stderr,
      env,
      signal: stopping.signal,
      atExit: (listener) => atExit.push(listener),
    });
  } finally {
    clearInterval(open);
  }
  stdin.destroy();
  // A real wait: what somebody doesn't read must not keep us, once everything else is done.
  setTimeout(end, flushMs).unref();
}

function end(): void {
  // oxlint-disable-next-line unicorn/no-process-exit -- Nothing else ends a process whose output nobody reads.
  process.exit();
}
