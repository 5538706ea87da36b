import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The published gateways that ours is measured beside: exact versions, so that figures can be compared over time. */
const versions = { 'mcp-proxy': '6.7.19', supergateway: '4.0.0' } as const;

/** The name of a peer on npm. */
export type PeerName = keyof typeof versions;

const folder = join(import.meta.dirname, '../../node_modules/.cache/bench-peers');

/**
 * The peer's program, installed on its first use and outside of the workspace: nothing but this bench needs it.
 *
 * @throws When the registry cannot be reached and it was not installed before.
 */
export function peerProgram(name: PeerName): string {
  if (installedVersion(name) !== versions[name]) install();
  const { bin } = manifestOf(name) ?? {};
  const program = typeof bin === 'string' ? bin : bin?.[name];
  if (program === undefined) throw new Error(`${name}@${versions[name]} could not be installed from npm.`);
  return join(folder, 'node_modules', name, program);
}

function install(): void {
  mkdirSync(folder, { recursive: true });
  // Its own package.json keeps npm from walking up into the workspace.
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const specifiers = Object.entries(versions).map(([name, version]) => `${name}@${version}`);
  process.stderr.write(`Installing ${specifiers.join(' and ')} to measure beside (once) …\n`);
  spawnSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', ...specifiers], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
    timeout: 120_000,
    shell: process.platform === 'win32',
  });
}

interface PeerManifest {
  readonly version: string;
  readonly bin: string | Readonly<Record<string, string>>;
}

function manifestOf(name: PeerName): PeerManifest | undefined {
  const file = join(folder, 'node_modules', name, 'package.json');
  // npm checks what it installs against this shape.
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PeerManifest) : undefined;
}

function installedVersion(name: PeerName): string | undefined {
  return manifestOf(name)?.version;
}
