import { UsageError, exitCodes, type Command, type Terminal } from './command.ts';
import { version } from '../version.ts';
import { explain } from './explain.ts';
import { run } from './run.ts';
import { serve } from './serve.ts';

const commands: readonly Command[] = [run, serve, explain];

/** Runs the command line; resolves with the exit code. */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  const { stdout, stderr } = terminal;
  const [name, ...rest] = args;
  if (name === '--version' || name === '-v') {
    stdout.write(`${version}\n`);
    return exitCodes.ok;
  }
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    (name === undefined ? stderr : stdout).write(`${overview()}\n`);
    return name === undefined ? exitCodes.usage : exitCodes.ok;
  }
  const command = commands.find((each) => each.name === name);
  if (command === undefined) {
    stderr.write(`Unknown command '${name}'.\n\n${overview()}\n`);
    return exitCodes.usage;
  }
  const ownArgs = rest.includes('--') ? rest.slice(0, rest.indexOf('--')) : rest;
  if (ownArgs.includes('--help') || ownArgs.includes('-h')) {
    stdout.write(`${command.summary}\n\n${command.usage}\n`);
    return exitCodes.ok;
  }
  try {
    return await command.run(rest, terminal);
  } catch (error) {
    if (!isUsageError(error)) throw error;
    stderr.write(`${error.message}\n\n${command.usage}\n`);
    return exitCodes.usage;
  }
}

function overview(): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lines = commands.map(({ name, summary }) => `  ${name.padEnd(width)}   ${summary}`);
  return ['breakwater COMMAND', '', ...lines, '', 'breakwater COMMAND --help says more; breakwater --version prints the version.'].join('\n');
}

/** Ours, or one of `parseArgs`, whose codes say so. */
function isUsageError(error: unknown): error is Error {
  if (error instanceof UsageError) return true;
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
