// `npm run test:long [NAME…]`: the suites that take minutes, one after the other, each within a budget of its own.
// The last line counts what all of them counted. A suite that is missing, runs no test, or is not done within its
// budget is a failure, and so is a file in test/long that no row names: nothing is left out silently.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

// In all 40 minutes, so that `.ci/run` stays under 60 on two cores.
const suites = [
  { name: 'conformance', file: 'test/long/conformance.test.ts', minutes: 5 },
  { name: 'inspector', file: 'test/long/inspector.test.ts', minutes: 3 },
  { name: 'chaos', file: 'test/long/chaos.test.ts', minutes: 7 },
  { name: 'soak', file: 'test/long/soak.test.ts', minutes: 3 },
  { name: 'neighbours', file: 'test/long/neighbours.test.ts', minutes: 11 },
  { name: 'moments', file: 'test/long/moments.test.ts', minutes: 11 },
];

const root = fileURLToPath(new URL('..', import.meta.url));
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const countLine = /^(\d+) passed, (\d+) failed, (\d+) skipped$/;

let running;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => {
    if (running !== undefined) endGroup(running, 'SIGKILL');
    process.exit(1);
  });
}

const names = process.argv.slice(2);
const chosen = names.length === 0 ? suites : suites.filter(({ name }) => names.includes(name));
const strays =
  names.length === 0 ? filesWithoutRow() : names.filter((name) => !suites.some((suite) => suite.name === name));

const total = { passed: 0, failed: strays.length, skipped: 0 };
for (const stray of strays)
  say(`${stray} is no suite of scripts/long.mjs (${suites.map(({ name }) => name).join(', ')}).`);

for (const suite of chosen) {
  const startedAt = performance.now();
  const counts = await run(suite);
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  say(`Long suite ${suite.name}: ${inWords(counts)}, in ${minutes} of ${suite.minutes} minutes.`);
  for (const key of Object.keys(total)) total[key] += counts[key];
}

say(inWords(total));
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;

function filesWithoutRow() {
  const folder = join(root, 'test/long');
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.test.ts')) : [];
  return files.map((file) => `test/long/${file}`).filter((file) => !suites.some((suite) => suite.file === file));
}

async function run({ name, file, minutes }) {
  if (!existsSync(join(root, file))) return failure(`Long suite ${name} is missing: there is no ${file}.`);
  say(`Long suite ${name}, ${minutes} minutes at most.`);

  const ownGroup = process.platform !== 'win32';
  const child = spawn(process.execPath, [vitest, 'run', '--mode', 'long', file], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: ownGroup,
  });
  running = child;

  let isOverBudget = false;
  const budget = setTimeout(() => {
    isOverBudget = true;
    endGroup(child, 'SIGKILL');
  }, minutes * 60_000);
  // What a suite leaves behind must not hold the next one up.
  child.once('exit', () => {
    endGroup(child, 'SIGKILL');
    setTimeout(() => child.stdout.destroy(), 2_000).unref();
  });
  const counts = relayOutput(child.stdout);
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(budget);
  running = undefined;

  if (isOverBudget) return failure(`Long suite ${name} was ended: it was not done within ${minutes} minutes.`);
  if (counts.passed === undefined) return failure(`Long suite ${name} printed no counts (exit code ${code}).`);
  if (counts.passed + counts.failed === 0) return failure(`Long suite ${name} ran no test.`);
  if (code !== 0 && counts.failed === 0) return { ...counts, failed: 1 };
  return counts;
}

// Passes everything on but the counts, of which only those of all suites together are printed in that form.
function relayOutput(stdout) {
  const counts = {};
  createInterface({ input: stdout }).on('line', (line) => {
    const match = countLine.exec(line);
    if (match === null) say(line);
    else Object.assign(counts, { passed: Number(match[1]), failed: Number(match[2]), skipped: Number(match[3]) });
  });
  return counts;
}

function endGroup(child, signal) {
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal);
  } catch {
    // It ended by itself in the meantime.
  }
}

function failure(message) {
  say(message);
  return { passed: 0, failed: 1, skipped: 0 };
}

function inWords({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

function say(line) {
  process.stdout.write(`${line}\n`);
}
