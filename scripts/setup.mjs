// Brings a clone to where its scripts can run: installs what package-lock.json says, then builds what changed.
// Runs before `npm start`, `npm test` and the like, on any Node from 20 on, and costs a tenth of a second when there
// is nothing to do. Everything it prints goes to stderr.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const node = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');

if (Number.parseInt(process.versions.node, 10) < 20) {
  stop(`Setting up this clone takes Node 20 or later; this is ${process.version}.`);
}
if (!isInstalled()) install();
build();

// npm records what it installed once an installation is complete, so an interrupted one, or one made from another
// lockfile, is seen whichever command made it.
function isInstalled() {
  const wanted = packagesOf('package-lock.json');
  const found = packagesOf('node_modules/.package-lock.json');
  if (wanted === undefined) stop('package-lock.json is missing or cannot be read: restore it, for example from git.');
  if (found === undefined || !existsSync(node)) return false;

  for (const [path, entry] of Object.entries(wanted)) {
    const isRoot = path === '';
    const isAbsentHere = entry.optional === true && !(path in found);
    if (!isRoot && !isAbsentHere && JSON.stringify(entry) !== JSON.stringify(found[path])) return false;
  }
  return Object.keys(found).every((path) => path in wanted);
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

function install() {
  process.stderr.write('Installing the packages of package-lock.json (once) …\n');
  // Said on the command line because the settings of whoever runs this (NODE_ENV=production, `omit`, `ignore-scripts`)
  // would leave out what the scripts need: Node 24 itself comes with an install script.
  const { status, signal, error } = npm([
    'ci',
    '--include=dev',
    '--include=optional',
    '--ignore-scripts=false',
    '--dry-run=false',
    '--global=false',
    '--engine-strict=false',
    '--audit=false',
    '--fund=false',
    '--loglevel=error',
  ]);
  if (status === 0 && isInstalled()) return;
  const why = error?.message ?? (status === 0 ? 'Node 24 is missing after it' : `it ended with ${signal ?? status}`);
  stop(`Could not install the packages: \`npm ci\` failed (${why}). It needs the npm registry, once; then try again.`);
}

function npm(args) {
  const env = { ...process.env };
  // A workspace chosen for the script that brought us here is not what is to be installed.
  for (const name of ['workspace', 'workspaces', 'include_workspace_root']) delete env[`npm_config_${name}`];
  // stdout belongs to the command that follows.
  const options = { cwd: root, env, stdio: ['ignore', 2, 2] };
  const { npm_execpath: cli, npm_node_execpath: ownNode } = process.env;
  if (cli !== undefined && basename(cli) === 'npm-cli.js') {
    return spawnSync(ownNode ?? process.execPath, [cli, ...args], options);
  }
  // Windows starts a .cmd file only through a shell; no argument here needs quoting.
  return process.platform === 'win32'
    ? spawnSync(['npm.cmd', ...args].join(' '), { ...options, shell: true })
    : spawnSync('npm', args, options);
}

function build() {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const { status, signal, error } = spawnSync(node, [tsc, '-b', 'tsconfig.build.json'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (status === 0) return;
  stop(`The build failed: \`tsc -b\` ${error === undefined ? `ended with ${signal ?? status}` : error.message}.`);
}

function stop(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
