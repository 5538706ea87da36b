import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fakePath, type FakeName } from '../fakes/fake-path.ts';
import { environment, type Place } from './gateway.ts';
import { Journal } from './journal.ts';
import { RawStdioHost } from './raw-stdio-host.ts';
import { until } from './until.ts';

/** A server as an entry of `mcpServers`. */
export type ServerEntry = { readonly command: string; readonly args: readonly string[] } | { readonly url: string };

/** How a fake is started. */
export interface FakeStart {
  /** The transport; a fake over HTTP or SSE is started at once, one over stdio by whoever reads the entry. */
  readonly over?: 'stdio' | 'http' | 'sse';
  /** The variant and what else it takes. */
  readonly words?: readonly string[];
  readonly ms?: number;
  readonly modern?: boolean;
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** A fake that is ready to be configured. */
export interface FakeServer<Entry extends ServerEntry = ServerEntry> {
  readonly server: Entry;
  readonly journal: Journal;
  /** The process of a fake over HTTP or SSE. */
  readonly process: RawStdioHost | undefined;
}

/** Makes a fake ready: the entry for the configuration, and the journal that tells what it saw. */
export async function prepareFake(
  place: Place,
  name: FakeName,
  number: number,
  start: FakeStart = {},
): Promise<FakeServer> {
  const { over = 'stdio', words = [], ms, modern, port, env } = start;
  mkdirSync(place.directory, { recursive: true });
  const journal = new Journal(join(place.directory, `${name}-${number}.journal`));
  const args = [
    fakePath(name),
    ...words,
    '--journal',
    journal.path,
    ...(ms === undefined ? [] : ['--ms', String(ms)]),
    ...(modern === true ? ['--modern'] : []),
    ...(port === undefined ? [] : ['--port', String(port)]),
    ...(over === 'stdio' ? [] : [`--${over}`]),
  ];
  if (over === 'stdio') return { server: { command: process.execPath, args }, journal, process: undefined };
  return { ...(await startHttpServer(place, args, env)), journal };
}

/** The fixture server as an entry of `mcpServers`, behind stdio or, started, behind HTTP. */
export async function prepareFixture(
  place: Place,
  over: 'stdio' | 'http',
): Promise<{ readonly server: ServerEntry; readonly process: RawStdioHost | undefined }> {
  const path = fileURLToPath(new URL('../fixture/fixture-server.ts', import.meta.url));
  if (over === 'stdio') return { server: { command: process.execPath, args: [path, '--stdio'] }, process: undefined };
  return startHttpServer(place, [path, '--http', '0']);
}

/** Starts a server that prints its URL first. */
async function startHttpServer(place: Place, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const server = new RawStdioHost({ command: process.execPath, args, env: { ...environment(place), ...env } });
  const url = await until(
    () => `the URL of ${args.join(' ')}; ${server.stderr}`,
    () => server.texts[0],
    15_000,
  );
  return { server: { url }, process: server };
}
