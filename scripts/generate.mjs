// Writes what the documentation takes from the code: the reference pages, the JSON schema of the configuration, and the
// snippets in Markdown that stand behind a marker. With `--check` it writes nothing and ends with 1 where something
// differs. Needs the clone's own Node, since it reads the TypeScript sources as they are.
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'oxfmt';
import { jsonSchema, renderConfigReference } from '../packages/breakwater/src/config/index.ts';
import { renderReference } from '../packages/core/src/index.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const documents = ['*.md', 'packages/*/README.md', 'docs/guides/*.md'];
const snippet = /(?<=^<!-- snippet: (?<path>\S+) -->\n\n```\w+\n)[^]*?(?=^```$)/gm;

const stale = (await generatedFiles()).filter(({ path, text }) => readIfThere(path) !== text);
if (process.argv.includes('--check')) {
  for (const { path } of stale) process.stderr.write(`${path} differs from the code; run \`npm run generate\`.\n`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  for (const { path, text } of stale) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    process.stdout.write(`${path}\n`);
  }
}

/** Every file that comes from the code, in whole or in part, with the text that has to stand in it. */
async function generatedFiles() {
  const whole = [
    { path: 'docs/reference/faults.md', text: renderReference('en') },
    { path: 'docs/reference/faults.zh.md', text: renderReference('zh') },
    { path: 'docs/reference/configuration.md', text: renderConfigReference('en') },
    { path: 'docs/reference/configuration.zh.md', text: renderConfigReference('zh') },
    { path: 'packages/breakwater/breakwater.schema.json', text: JSON.stringify(jsonSchema()) },
  ];
  const inPart = globSync(documents, { cwd: root }).map((path) => ({ path, text: withSnippets(read(path)) }));
  return [...(await Promise.all(whole.map(formatted))), ...inPart];
}

/** Puts the files that a document's markers name between its fences. */
function withSnippets(document) {
  return document.replace(snippet, (_old, path) => read(path).replace(/\n*$/, '\n'));
}

/** Generated files are held to the format of all others, by the formatter itself. */
async function formatted({ path, text }) {
  const { $schema: _schema, ignorePatterns: _patterns, ...options } = JSON.parse(read('.oxfmtrc.json'));
  const { code, errors } = await format(path, text, options);
  if (errors.length === 0) return { path, text: code };
  throw new Error(`${path} can't be formatted: ${errors.map(({ message }) => message).join('; ')}`);
}

function read(path) {
  return readFileSync(join(root, path), 'utf8');
}

function readIfThere(path) {
  try {
    return read(path);
  } catch {
    return undefined;
  }
}
