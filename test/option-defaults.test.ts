import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = globSync('packages/*/src/**/*.ts', { cwd: root })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

// Values only; a default that a sentence describes is for readers.
const documented = sources.flatMap(({ path, text }) =>
  [...text.matchAll(/@default ([\w.]+|'[^']*')(?: \*\/)?\n[^]*?readonly (\w+)\?:/g)].map(
    ([, value = '', name = '']) => ({
      path,
      name,
      value,
    }),
  ),
);

it.each(documented)('$path: the default of `$name` is the one that is documented', ({ path, name, value }) => {
  const inCode = defaultsOf(name, path);

  // An absent flag is false, an absent choice may be a case of its own: those need no default in code. A number does.
  const expected = inCode.length > 0 || /^\d/.test(value) ? [evaluated(value)] : [];
  expect([...new Set(inCode)]).toEqual(expected);
});

it('reads the defaults of options', () => {
  const compared = documented.filter(({ name, path }) => defaultsOf(name, path).length > 0);

  expect(compared.length).toBeGreaterThan(15);
  expect(evaluated('256 * 1024 * 1024')).toBe(evaluated('268_435_456'));
});

/** What an option is by destructuring (`{ name = value }`), in its own file, or else in the files beside it. */
function defaultsOf(name: string, path: string): readonly string[] {
  const own = defaultsIn(
    name,
    sources.filter((source) => source.path === path),
  );
  return own.length > 0
    ? own
    : defaultsIn(
        name,
        sources.filter((source) => dirname(source.path) === dirname(path)),
      );
}

function defaultsIn(name: string, files: typeof sources): readonly string[] {
  const destructured = new RegExp(String.raw`[{,]\s*(?:\w+: )?${name} = ([^,;}]+?)\s*[,}]`, 'g');
  return files.flatMap(({ text }) => [...text.matchAll(destructured)].map(([, value = '']) => evaluated(value)));
}

/** A number however it is written, and anything else as it stands. */
function evaluated(value: string): string {
  const factors = value.replaceAll('_', '').split(' * ').map(Number);
  return factors.some(Number.isNaN) ? value : String(factors.reduce((product, factor) => product * factor, 1));
}
