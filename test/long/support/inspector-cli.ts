import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const name = '@modelcontextprotocol/inspector';
const version = '2.12.0';
const folder = fileURLToPath(new URL('../../../node_modules/.cache/inspector', import.meta.url));
const installed = join(folder, 'node_modules', name);
const program = join(installed, 'clients/launcher/build/index.js');
const execute = promisify(execFile);

/** How one run of the Inspector's CLI ended. */
export interface InspectorRun {
  readonly code: number;
  readonly stdout: string;
  /** Empty where it has gone well: there it holds notices alone. */
  readonly stderr: string;
}

/** Installs the official Inspector where this clone doesn't have it yet: it is large, and nothing else needs it. */
export async function installInspector(): Promise<void> {
  if (existsSync(program) && versionIn(installed) === version) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error', `${name}@${version}`];
  const env = { ...process.env };
  // A workspace chosen for the script that brought us here is not what is to be installed.
  for (const key of ['workspace', 'workspaces', 'include_workspace_root']) delete env[`npm_config_${key}`];
  // Windows starts a .cmd file only through a shell.
  const onWindows = process.platform === 'win32';
  await execute(onWindows ? 'npm.cmd' : 'npm', args, { cwd: folder, env, shell: onWindows });
}

/** Runs the Inspector's CLI; what it keeps for its user goes to `home`. */
export async function inspect(args: readonly string[], env: Readonly<Record<string, string>>): Promise<InspectorRun> {
  const options = { env: { PATH: process.env['PATH'] ?? '', ...env }, timeout: 60_000, maxBuffer: 16 * 1_024 * 1_024 };
  try {
    const { stdout } = await execute(process.execPath, [program, '--cli', ...args], options);
    return { code: 0, stdout, stderr: '' };
  } catch (error) {
    // Whatever `execFile` rejects with has these members where the program has run.
    const { code, stdout, stderr } = error as {
      readonly code?: unknown;
      readonly stdout?: string;
      readonly stderr?: string;
    };
    return { code: typeof code === 'number' ? code : -1, stdout: stdout ?? '', stderr: stderr ?? String(error) };
  }
}

function versionIn(directory: string): unknown {
  // Only compared.
  return (JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as { readonly version?: unknown }).version;
}
