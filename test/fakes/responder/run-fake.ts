import { parseArgs } from 'node:util';
import type { Fake } from './fake.ts';
import { portOf, serveHttp } from './http.ts';
import { createJournal } from './journal.ts';
import { serveOldSse } from './old-sse.ts';
import { serveStdio } from './stdio.ts';

/** What a fake is told on its command line. */
export interface FakeOptions {
  /** The first bare word; empty where there is none. */
  readonly variant: string;
  /** The bare words after it. */
  readonly words: readonly string[];
  /** The one number that some variants take. */
  readonly ms: number | undefined;
  readonly journal: string | undefined;
}

/**
 * Reads the command line and serves the fake: on stdio, with `--http` as Streamable HTTP, with `--sse` as HTTP+SSE.
 * Over HTTP the first line on stdout is the URL. `--port N` takes that port, `--modern` speaks 2026-07-28 as well,
 * `--journal FILE` writes down what happened, `--ms N` is a time that the variant explains.
 */
export async function runFake(make: (options: FakeOptions) => Fake): Promise<void> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [variant = '', ...words] = positionals;
  const ms = values.ms === undefined ? undefined : Number(values.ms);
  const journal = createJournal(values.journal);
  const fake = make({ variant, words, ms, journal: values.journal });
  journal.note('started', { arguments: process.argv.slice(2) });

  const port = Number(values.port ?? 0);
  if (values.http === true) {
    const http = await serveHttp(fake, journal, values.modern === true, port);
    process.stdout.write(`http://127.0.0.1:${portOf(http)}/mcp\n`);
  } else if (values.sse === true) {
    const http = await serveOldSse(fake, journal, port);
    process.stdout.write(`http://127.0.0.1:${portOf(http)}/sse\n`);
  } else {
    await serveStdio(fake, journal, values.modern === true);
  }
}

const options = {
  http: { type: 'boolean' },
  sse: { type: 'boolean' },
  modern: { type: 'boolean' },
  port: { type: 'string' },
  journal: { type: 'string' },
  ms: { type: 'string' },
} as const;
