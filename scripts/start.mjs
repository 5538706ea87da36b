// What `npm start` runs: `breakwater serve` with the example configuration, in this very process, so that whoever ends
// this process ends the gateway and there is nothing in between that could forget to pass a signal on.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = new URL('../packages/breakwater/bin/breakwater.mjs', import.meta.url);
const built = new URL('../packages/breakwater/dist/index.js', import.meta.url);

if (existsSync(bin) && existsSync(built)) {
  // The configuration's folders and commands are written as seen from the root of the clone.
  process.chdir(root);
  process.argv.splice(
    1,
    Infinity,
    fileURLToPath(bin),
    'serve',
    'examples/quickstart/breakwater.json',
    ...process.argv.slice(2),
  );
  await import(bin.href);
} else {
  process.stderr.write('Breakwater is not built: run `npm run setup`, then `npm start` again.\n');
  process.exitCode = 1;
}
