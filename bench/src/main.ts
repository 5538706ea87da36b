// `npm run bench`: how fast the gateway is, beside the floor beneath it and two published gateways in the same run.
// Exits with 1 when a bar is not held, or could not be measured.
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Bar, httpBars, stdioBars } from './bars.ts';
import type { ContenderName } from './contenders.ts';
import { measureHttp } from './measure-http.ts';
import { measureStdio } from './measure-stdio.ts';
import { inWords } from './missing.ts';
import { barTable, httpTable, stdioTable } from './table.ts';

const usage = `npm run bench -- [--json] [--only http|stdio|micro] [--rounds N]

  --json     figures for programs on stdout; with npm run --silent bench, nothing else is there
  --only     one part; micro, the micro-benchmarks, runs only when it is named
  --rounds   rounds of each measurement, of which the medians are shown (3)
`;
const contenders: readonly ContenderName[] = ['breakwater', 'floor', 'mcp-proxy', 'supergateway'];
const parts = ['http', 'stdio', 'micro'];

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${inWords(error)}\n`);
  process.exitCode = 1;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean', default: false },
      only: { type: 'string' },
      rounds: { type: 'string', default: '3' },
      help: { type: 'boolean', default: false },
    },
  });
  const rounds = Number(values.rounds);
  const isUsable =
    (values.only === undefined || parts.includes(values.only)) && Number.isInteger(rounds) && rounds >= 1;
  if (values.help || !isUsable) {
    process.stdout.write(usage);
    return values.help ? 0 : 2;
  }
  if (values.only === 'micro') {
    await import('./micro.ts');
    return 0;
  }

  const folder = mkdtempSync(join(tmpdir(), 'breakwater-bench-'));
  try {
    const http = values.only === 'stdio' ? [] : await measureHttp(contenders, rounds, folder);
    const stdio = values.only === 'http' ? [] : await measureStdio(rounds);
    const bars = [...(http.length > 0 ? httpBars(http) : []), ...(stdio.length > 0 ? stdioBars(stdio) : [])];
    if (values.json) {
      const machine = { processor: cpus()[0]?.model, cores: availableParallelism(), node: process.version };
      process.stdout.write(`${JSON.stringify({ machine, rounds, http, stdio, bars }, undefined, 2)}\n`);
    } else {
      const tables = [
        http.length > 0 ? httpTable(http) : '',
        stdio.length > 0 ? stdioTable(stdio) : '',
        barTable(bars),
      ];
      process.stdout.write(`${tables.filter((text) => text !== '').join('\n\n')}\n\n${inOneLine(bars)}\n`);
    }
    return bars.every(({ verdict }) => verdict === 'ok') ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// For a commit message.
function inOneLine(bars: readonly Bar[]): string {
  return `bench: ${bars.map(({ name, value, verdict }) => `${name} ${value?.toFixed(2) ?? '–'} ${verdict}`).join(', ')}`;
}
