import { main } from './main.ts';

/** Runs the command line in this process: signals end it in order, a second one at once. */
export async function runProcess(): Promise<void> {
  const stopping = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping.signal.aborted) process.exit(1);
      stopping.abort();
    });
  }
  const { stdin, stdout, stderr, env } = process;
  // Whoever reads our log may go away; that is no reason to go with it.
  stderr.on('error', () => {});
  const code = await main(process.argv.slice(2), { stdin, stdout, stderr, env, signal: stopping.signal });
  process.exitCode = code;
  stdin.destroy();
}
