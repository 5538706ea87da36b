import { statSync } from 'node:fs';
import { basename, delimiter, resolve } from 'node:path';

/** What the system's `ENOENT` does not tell apart; `command-line`: a program and its arguments in one word. */
export type StartProblem = 'no-directory' | 'command-line' | 'no-interpreter';

interface Start {
  readonly command: string;
  readonly cwd?: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Looks for the reason why a command was not found, where another than its absence is to be seen. */
export function startProblem({ command, cwd = '.', env }: Start): StartProblem | undefined {
  if (!isThere(cwd, 'directory')) return 'no-directory';
  const isPath = /[\\/]/.test(command);
  const directories = isPath ? [''] : (env['PATH'] ?? '').split(delimiter);
  if (directories.some((directory) => isThere(resolve(cwd, directory, command), 'file'))) return 'no-interpreter';
  return /\S\s+\S/.test(command) ? 'command-line' : undefined;
}

/** A command without its directory; of a whole command line the program alone: arguments may be secret. */
export function commandName(command: string, problem: StartProblem | undefined): string {
  return basename(problem === 'command-line' ? command.trim().replace(/\s.*/s, '') : command);
}

function isThere(path: string, kind: 'file' | 'directory'): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return kind === 'file' ? found?.isFile() === true : found?.isDirectory() === true;
}
