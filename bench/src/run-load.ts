import { spawn } from 'node:child_process';
import type { LoadResult } from './load.ts';

/** A load generator's measurement, with what `atBothEnds` read when the load began and when it was over. */
export interface Measured<T> {
  readonly result: LoadResult;
  readonly before: T;
  readonly after: T;
}

/** Runs a load generator in a process of its own and reads something at both ends of the load, warm-up left out. */
export function runLoad<T>(command: readonly string[], atBothEnds: () => T): Promise<Measured<T>> {
  return new Promise((resolve, reject) => {
    const [program = '', ...args] = command;
    const child = spawn(program, args, { stdio: ['ignore', 2, 'inherit', 'ipc'] });
    const limit = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error('the load was not done within a minute'));
    }, 60_000);
    let before: { readonly value: T } | undefined;
    let measured: Measured<T> | undefined;
    child.on('message', (message) => {
      if (before === undefined) {
        before = { value: atBothEnds() };
        child.send('go');
      } else {
        // The generator sends one more message, and this is its type.
        measured = { result: message as LoadResult, before: before.value, after: atBothEnds() };
      }
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      clearTimeout(limit);
      if (measured === undefined) reject(new Error(`the load generator ended with ${code} and no figures`));
      else resolve(measured);
    });
  });
}
