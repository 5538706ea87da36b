import { win32 } from 'node:path';
import type { CommandProblem } from '../sentences.ts';
import { batchCommandLine, batchSwitches } from './batch-command-line.ts';

/** What {@link resolveCommand} needs to know. */
export interface CommandParts {
  readonly command: string;
  readonly args: readonly string[];
  /** The child's own environment: its PATH counts, not ours. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string | undefined;
  readonly platform: NodeJS.Platform;
  /** Whether there is a file of that name. */
  readonly exists: (path: string) => boolean;
}

/** What to start. */
export interface ResolvedCommand {
  readonly file: string;
  readonly args: readonly string[];
  /** Whether the arguments are a finished Windows command line that nobody may quote again. */
  readonly verbatim: boolean;
}

/**
 * Says what to start for a configured command. On POSIX that is the command itself, without a shell. Windows looks for
 * the endings of PATHEXT, so that `npx` finds `npx.cmd`, and batch files need cmd.exe around them.
 *
 * @returns The command, or why it can't be started.
 */
export function resolveCommand(parts: CommandParts): ResolvedCommand | { readonly problem: CommandProblem } {
  const { command, args, env, platform } = parts;
  if (platform !== 'win32') return { file: command, args, verbatim: false };
  const found = findOnWindows(parts);
  const file = found ?? command;
  if (!/\.(?:bat|cmd)$/i.test(file)) return { file, args, verbatim: false };
  if (found === undefined) return { problem: 'not-found' };
  // A batch file is read relative to cmd.exe's own rules: forward slashes would be switches.
  const commandLine = batchCommandLine(win32.normalize(file), args);
  if ('problem' in commandLine) return commandLine;
  const shell = valueOf(env, 'COMSPEC') ?? 'cmd.exe';
  return { file: shell, args: [...batchSwitches, commandLine.line], verbatim: true };
}

function findOnWindows({ command, env, cwd, exists }: CommandParts): string | undefined {
  const endings = (valueOf(env, 'PATHEXT') ?? '.COM;.EXE;.BAT;.CMD').split(';').filter((ending) => ending !== '');
  const hasEnding = endings.some((ending) => command.toLowerCase().endsWith(ending.toLowerCase()));
  // A name without an ending is never the program: beside `npx.cmd` lies `npx`, a script for other systems.
  const names = hasEnding
    ? [command, ...endings.map((ending) => command + ending)]
    : endings.map((ending) => command + ending);
  const hasDirectory = /[\\/]/.test(command) || /^[a-z]:/i.test(command);
  const path = (valueOf(env, 'PATH') ?? '').split(';').map((directory) => directory.replaceAll('"', ''));
  const directories = hasDirectory
    ? [cwd ?? '']
    : [...(cwd === undefined ? [] : [cwd]), ...path.filter((each) => each !== '')];
  for (const directory of directories) {
    for (const name of names) {
      const candidate = directory === '' ? name : win32.resolve(directory, name);
      if (exists(candidate)) return candidate;
    }
  }
  return undefined;
}

/** Names of variables are the same in any case on Windows. */
function valueOf(env: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.entries(env).find(([each]) => each.toUpperCase() === name)?.[1];
}
