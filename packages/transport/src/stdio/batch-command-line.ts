import type { CommandProblem } from '../sentences.ts';

/** Longer command lines are refused by cmd.exe. */
const maxCommandLine = 8_191;

/**
 * Writes the command line on which cmd.exe runs a batch file so that it gets each argument as it is.
 *
 * Each argument stays in quotes from end to end for cmd.exe as well as for the program's own parser: a quote inside is
 * doubled, which both read as one quote, or as closed and opened at once. So nothing in it is ever an operator, also not
 * when the batch file hands it on as `%*` and cmd.exe reads it a second time. `%` ends in front of an empty substring
 * of `%cd%`, so that it never encloses a name.
 *
 * @returns The text behind `cmd.exe /s /c`, or why there is none.
 */
export function batchCommandLine(
  file: string,
  args: readonly string[],
): { readonly line: string } | { readonly problem: CommandProblem } {
  if ([file, ...args].some((part) => /[\r\n\0]/.test(part))) {
    return { problem: 'line-break' };
  }
  const line = `"${[file, ...args].map(quoted).join(' ')}"`;
  if (line.length > maxCommandLine) return { problem: 'too-long' };
  return { line };
}

/** Switches of cmd.exe that the quoting relies on: substrings of variables, `!` as it is, no autorun, outer quotes off. */
export const batchSwitches: readonly string[] = ['/e:ON', '/v:OFF', '/d', '/s', '/c'];

function quoted(argument: string): string {
  // Backslashes count for the program's parser where a quote follows them.
  const escaped = argument.replaceAll(/(\\*)"/g, '$1$1""').replace(/(\\*)$/, '$1$1');
  return `"${escaped.replaceAll('%', '%%cd:~,%')}"`;
}
