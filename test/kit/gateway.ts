import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { at, type Json } from './json-rpc.ts';
import { descendantsOf, isAlive, markerName, type ProcessSeen } from './processes.ts';
import { RawStdioHost, type Exit, type RawStdioOptions } from './raw-stdio-host.ts';
import { until } from './until.ts';

/** The CLI as a user starts it. */
export const cliPath = fileURLToPath(new URL('../../packages/breakwater/bin/breakwater.mjs', import.meta.url));

/** Where a test lives: what it starts carries the marker and keeps its files in the directory. */
export interface Place {
  readonly marker: string;
  readonly directory: string;
}

/** How a gateway is started. */
export interface GatewayOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** More words for the command line, after the file. */
  readonly args?: readonly string[];
  /** False where the test is about the environment or the exact text of the configuration. */
  readonly marked?: boolean;
}

/** A started `breakwater serve`. */
export class Gateway {
  readonly url: string;
  readonly #process: RawStdioHost;

  constructor(url: string, process: RawStdioHost) {
    this.url = url;
    this.#process = process;
  }

  get pid(): number {
    return this.#process.pid;
  }

  /** Undefined as long as it runs. */
  get exit(): Exit | undefined {
    return this.#process.exit;
  }

  get stdout(): string {
    return this.#process.texts.join('\n');
  }

  get stderr(): string {
    return this.#process.stderr;
  }

  /** The living processes below it. */
  get children(): readonly ProcessSeen[] {
    return descendantsOf(this.pid);
  }

  /** Where a host connects: all servers, or one of them. */
  endpoint(server?: string): string {
    return `${this.url}/mcp${server === undefined ? '' : `/${server}`}`;
  }

  /** Ends it in order, as a service manager does, and sees that nothing below it is left. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<Exit> {
    const below = this.children;
    if (this.exit === undefined) this.#process.kill(signal);
    const exit = await until(
      () => `the end of the gateway; stderr: ${this.stderr.slice(-2_000)}`,
      () => this.exit,
      15_000,
    );
    await until(
      () => `the end of ${describe(below.filter(isAlive))}`,
      () => !below.some(isAlive),
      5_000,
    );
    return exit;
  }

  kill(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }
}

/** Starts `breakwater serve` with this configuration, an object or the text of a file, and waits until it is healthy. */
export async function startGateway(
  place: Place,
  config: Json | string,
  options: GatewayOptions = {},
): Promise<Gateway> {
  const host = openServe(place, config, options);
  const text = typeof config === 'string' ? config : JSON.stringify(config);
  const url = await until(
    () => `the address of the gateway; it said: ${host.texts.join('\n')}${host.stderr}`,
    () => {
      if (host.exit !== undefined)
        throw new Error(`The gateway ended with ${JSON.stringify(host.exit)}: ${host.texts.join('\n')}${host.stderr}`);
      return addressIn(`${host.texts.join('\n')}\n${host.stderr}`, text);
    },
    20_000,
  );
  // What only looks in leaves no connection behind, which would be kept for the next request.
  const lookIn = { headers: { connection: 'close' } };
  await until(`${url}/healthz`, async () => (await fetch(`${url}/healthz`, lookIn).catch(() => undefined))?.ok, 20_000);
  return new Gateway(url, host);
}

/** Starts `breakwater serve` and waits for nothing, for those who expect that it refuses. */
export function openServe(
  place: Place,
  config: Json | string,
  { env = {}, args = [], marked = true }: GatewayOptions = {},
): RawStdioHost {
  mkdirSync(place.directory, { recursive: true });
  const file = join(place.directory, 'breakwater.json');
  writeFileSync(file, typeof config === 'string' ? config : JSON.stringify(complete(place, config, marked), null, 2));
  return new RawStdioHost({
    command: process.execPath,
    args: [cliPath, 'serve', file, ...args],
    env: { ...environment(place), ...env },
    cwd: place.directory,
  });
}

/** Starts `breakwater run -- COMMAND…` and gives the host in front of it. */
export function openRun(
  place: Place,
  command: string,
  args: readonly string[],
  { flags = [], ...options }: RunOptions = {},
): RawStdioHost {
  mkdirSync(place.directory, { recursive: true });
  return new RawStdioHost({
    ...options,
    command: process.execPath,
    args: [cliPath, 'run', ...flags, '--', command, ...args],
    env: { ...environment(place), ...options.env },
    cwd: place.directory,
  });
}

/** How a `run` is started. */
export interface RunOptions extends Partial<Pick<RawStdioOptions, 'env' | 'handlers'>> {
  /** Words before the `--`. */
  readonly flags?: readonly string[];
}

/** What every process of a test finds in its environment: its marker, and a state directory of its own. */
export function environment({ marker, directory }: Place): Readonly<Record<string, string>> {
  return { [markerName]: marker, XDG_STATE_HOME: join(directory, 'state') };
}

/** A configuration for a test: any free port, state of its own, and children that can be found again. */
function complete(place: Place, config: Json, marked: boolean): Json {
  const servers = Object.entries(Object.assign({}, config['mcpServers'])).map(([name, server]) => {
    if (at(server, 'command') === undefined) return [name, server];
    const env = Object.assign({ [markerName]: place.marker }, at(server, 'env'));
    return [name, Object.assign({}, server, { env })];
  });
  return {
    listen: '127.0.0.1:0',
    stateDir: join(place.directory, 'state'),
    ...config,
    ...(marked && { mcpServers: Object.fromEntries(servers) }),
  };
}

/** The first address on loopback that isn't one of the configured upstreams'. */
function addressIn(output: string, config: string): string | undefined {
  const found = output.match(/http:\/\/(?:127(?:\.\d+){3}|\[::1\]|localhost):\d+/g) ?? [];
  return found.find((url) => !config.includes(url));
}

function describe(seen: readonly ProcessSeen[]): string {
  return seen.map(({ pid, commandLine }) => `${pid} (${commandLine})`).join(', ');
}
