import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Which package may stand on which; `docs` and the design draw the same arrows. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  '@breakwater/core': [],
  '@breakwater/transport': ['@breakwater/core'],
  '@breakwater/client': ['@breakwater/core', '@breakwater/transport'],
  '@breakwater/server': ['@breakwater/core'],
  '@breakwater/router': ['@breakwater/core'],
  '@breakwater/redis': ['@breakwater/core'],
  breakwater: ['@breakwater/core', '@breakwater/transport', '@breakwater/router', '@breakwater/redis'],
};

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly type?: string;
  readonly engines?: Readonly<Record<string, string>>;
  readonly files?: readonly string[];
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

interface Workspace {
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Prints whether an HTTP client is loaded with a module. */
const loadsClient = `
  import { registerHooks } from 'node:module';
  const urls = [];
  registerHooks({ resolve: (name, context, next) => { const found = next(name, context); urls.push(found.url); return found; } });
  await import(process.argv[1]);
  console.log(urls.some((url) => url.includes('/undici/')));
`;

const exactVersion = /^\d+\.\d+\.\d+(-[\w.]+)?$/;
const root = join(import.meta.dirname, '..');
const rootManifest = readJson<Manifest>('package.json');
const packages: readonly Workspace[] = readdirSync(join(root, 'packages'))
  .filter((name) => existsSync(join(root, 'packages', name, 'package.json')))
  .map((name) => ({
    folder: `packages/${name}`,
    manifest: readJson<Manifest>(`packages/${name}/package.json`),
  }));
const versions = new Map(packages.map(({ manifest }) => [manifest.name, manifest.version]));

describe.each(packages)('$manifest.name', ({ folder, manifest }) => {
  const dependencies = Object.keys(manifest.dependencies ?? {});
  const ownDependencies = dependencies.filter((name) => name in arrows);

  it('has a place among the arrows', () => {
    expect(Object.keys(arrows)).toContain(manifest.name);
  });

  it('names in its manifest only packages that it may stand on', () => {
    expect(arrows[manifest.name]).toEqual(expect.arrayContaining(ownDependencies));
  });

  it('refers to the same packages in its project references', () => {
    const { references = [] } = readJson<{ references?: readonly { path: string }[] }>(`${folder}/tsconfig.json`);

    const referred = references.map(({ path }) => relative(root, join(root, folder, path)));

    const folders = packages
      .filter((other) => ownDependencies.includes(other.manifest.name))
      .map((other) => other.folder);
    expect(referred.toSorted()).toEqual(folders.toSorted());
  });

  it('takes packages of this workspace in the version that stands here, and all others in an exact one', () => {
    const loose = Object.entries(manifest.dependencies ?? {}).filter(([name, version]) =>
      name in arrows ? version !== versions.get(name) : !exactVersion.test(version),
    );

    expect(loose).toEqual([]);
  });

  it('imports nothing that its manifest does not name', () => {
    const allowed = new Set([...dependencies, ...builtinModules.map((name) => `node:${name}`)]);

    const strangers = importsOf(folder).filter(({ from }) => !from.startsWith('.') && !allowed.has(packageOf(from)));

    expect(strangers).toEqual([]);
  });

  it('imports its own files as they are called, and none outside of its sources', () => {
    const source = join(root, folder, 'src');

    const astray = importsOf(folder, { withTests: true }).filter(({ file, from }) => {
      if (!from.startsWith('.')) return false;
      const target = join(root, dirname(file), from);
      return relative(source, target).startsWith('..') || !existsSync(target);
    });

    expect(astray).toEqual([]);
  });

  it('uses each dependency that its manifest names', () => {
    const used = new Set(importsOf(folder).map(({ from }) => packageOf(from)));

    expect(dependencies.filter((name) => !used.has(name))).toEqual([]);
  });

  it('is published as ES modules, with its licence, the oldest Node that it runs on, and built files only', () => {
    expect(manifest).toMatchObject({ type: 'module', license: 'Apache-2.0', engines: { node: '>=22.19' } });
    expect(manifest.files).toEqual('bin' in manifest ? ['dist', 'bin', 'breakwater.schema.json'] : ['dist']);
    expect(manifest.exports).toMatchObject({
      '.': { '@breakwater/source': './src/index.ts', types: './dist/index.d.ts', default: './dist/index.js' },
    });
  });

  it('has the programs that it names, so that an installation links them before anything is built', () => {
    const programs = Object.values(manifest.bin ?? {});

    expect(programs.filter((file) => !existsSync(join(root, folder, file)))).toEqual([]);
  });
});

describe('the workspace', () => {
  it('has core depend on nothing', () => {
    const core = packages.find(({ manifest }) => manifest.name === '@breakwater/core');

    expect(core?.manifest.dependencies).toBeUndefined();
    expect(importsOf('packages/core').filter(({ from }) => !from.startsWith('.'))).toEqual([]);
  });

  it('builds each package', () => {
    const { references } = readJson<{ references: readonly { path: string }[] }>('tsconfig.build.json');

    expect(references.map(({ path }) => path).toSorted()).toEqual(packages.map(({ folder }) => folder).toSorted());
  });

  it('pins its development dependencies to exact versions', () => {
    const versionsByName = Object.entries(rootManifest.devDependencies ?? {});

    expect(versionsByName.filter(([, version]) => !exactVersion.test(version))).toEqual([]);
  });

  it('keeps registries out of its lockfile', () => {
    expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toMatch(/"resolved": "https?:/);
  });
});

interface Import {
  readonly file: string;
  readonly from: string;
}

function importsOf(folder: string, { withTests = false } = {}): readonly Import[] {
  const files = globSync(`${folder}/src/**/*.ts`, { cwd: root });
  return files
    .filter((file) => withTests || !file.endsWith('.test.ts'))
    .flatMap((file) => specifiersIn(readFileSync(join(root, file), 'utf8')).map((from) => ({ file, from })));
}

// Enough for code in one format; a statement quoted in a comment does not begin its line.
function specifiersIn(source: string): readonly string[] {
  const statements = source.matchAll(/^(?:import|export)\b[^;'"`]*?\bfrom\s+'([^']+)'|^import\s+'([^']+)'/gm);
  const calls = source.matchAll(/^[^*\n]*\bimport\(\s*'([^']+)'\s*\)/gm);
  return [...statements, ...calls].flatMap(([, named, bare]) => named ?? bare ?? []);
}

function packageOf(specifier: string): string {
  if (specifier.startsWith('node:')) return specifier;
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

// The type is sound as far as this repository writes the file itself; the assertions above find out how far that is.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it names what the caller expects, in one place
function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(join(root, path), 'utf8')) as T;
}

// Each host's server on stdio has a gateway of its own, and an HTTP client is a tenth of its memory.
it.each([
  ['packages/transport/dist/index.js', 'false'],
  ['packages/breakwater/dist/cli/run.js', 'false'],
  ['packages/breakwater/dist/gateway/server/remote-server.js', 'true'],
])('loads no HTTP client before there is a URL: %s', (file, expected) => {
  const options = ['--input-type=module', '--eval', loadsClient, join(root, file)];
  expect(execFileSync(process.execPath, options, { encoding: 'utf8' }).trim()).toBe(expected);
});
