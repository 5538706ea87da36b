import { UsageError, exitCodes, type Command, type Terminal } from './command.ts';
import { version } from '../version.ts';

// Each is loaded when it is needed: `run` stands in front of every server of a host, and should cost little.
const commands = {
  run: async () => (await import('./run.ts')).run,
  serve: async () => (await import('./serve.ts')).serve,
  explain: async () => (await import('./explain.ts')).explain,
} as const satisfies Readonly<Record<string, () => Promise<Command>>>;

/** Runs the command line; resolves with the exit code. */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  const { stdout, stderr } = terminal;
  const [name, ...rest] = args;
  if (name === '--version' || name === '-v') {
    stdout.write(`${version}\n`);
    return exitCodes.ok;
  }
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    (name === undefined ? stderr : stdout).write(`${await overview()}\n`);
    return name === undefined ? exitCodes.usage : exitCodes.ok;
  }
  if (!isCommandName(name)) {
    stderr.write(`Unknown command '${name}'.\n\n${await overview()}\n`);
    return exitCodes.usage;
  }
  const command = await commands[name]();
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

function isCommandName(name: string): name is keyof typeof commands {
  return Object.hasOwn(commands, name);
}

async function overview(): Promise<string> {
  const all = await Promise.all(Object.values(commands).map((load) => load()));
  const width = Math.max(...all.map(({ name }) => name.length));
  const lines = all.map(({ name, summary }) => `  ${name.padEnd(width)}   ${summary}`);
  return [
    'breakwater COMMAND',
    '',
    ...lines,
    '',
    'breakwater COMMAND --help says more; breakwater --version prints the version.',
  ].join('\n');
}

/** Ours, or one of `parseArgs`, whose codes say so. */
function isUsageError(error: unknown): error is Error {
  if (error instanceof UsageError) return true;
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
