import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import type { FakeName } from '../fakes/fake-path.ts';
import {
  environment,
  openRun,
  openServe,
  startGateway,
  type Gateway,
  type GatewayOptions,
  type Place,
  type RunOptions,
} from './gateway.ts';
import type { Json } from './json-rpc.ts';
import { leaveNothingBehind, type Leftovers } from './leave-nothing-behind.ts';
import { RawHttpHost, type RawHttpOptions } from './raw-http-host.ts';
import { RawStdioHost, type RawStdioOptions } from './raw-stdio-host.ts';
import { connectV1, connectV2, type Door, type HostAbilities } from './sdk-hosts.ts';
import { prepareFake, prepareFixture, type FakeServer, type FakeStart, type ServerEntry } from './servers.ts';

/**
 * Gives the tests of a file everything they start things with, and ends each of them with the same checks: no process
 * left, every request answered exactly once, no planted secret in any output, nothing unhandled.
 */
export function useKit(): Kit {
  const kit = new Kit();
  beforeEach(() => kit.begin());
  afterEach(async () => expect(await kit.end()).toEqual([]));
  return kit;
}

/** What a whole-product test starts things with; each test has a place of its own. */
export class Kit {
  #place: Place | undefined = undefined;
  #left: Leftovers = nothing();
  #fakes = 0;

  /** The directory and the marker of the running test. */
  get place(): Place {
    if (this.#place === undefined) throw new Error('The kit is used outside of a test.');
    return this.#place;
  }

  begin(): void {
    const directory = mkdtempSync(join(tmpdir(), 'breakwater-test-'));
    this.#place = { directory, marker: randomBytes(8).toString('hex') };
    this.#left = nothing();
    this.#fakes = 0;
  }

  /** Ends what still runs and says what was not as it should be. */
  async end(patienceMs = 5_000): Promise<readonly string[]> {
    // Where this takes too long the next test has begun, and has a place of its own.
    const { place } = this;
    const problems = await leaveNothingBehind(place, this.#left, patienceMs);
    rmSync(place.directory, { recursive: true, force: true });
    if (this.#place === place) this.#place = undefined;
    return problems;
  }

  /** A directory of this test's own. */
  directory(name: string): string {
    const path = join(this.place.directory, name);
    mkdirSync(path, { recursive: true });
    return path;
  }

  /** From here on this text must not stand in any output of the gateway or in anything that a raw host gets. */
  plantSecret(secret: string): string {
    this.#left.secrets.push(secret);
    return secret;
  }

  /** `breakwater serve`, started and healthy. */
  async startGateway(config: Json | string, options?: GatewayOptions): Promise<Gateway> {
    const gateway = await startGateway(this.place, config, options);
    this.#left.gateways.push(gateway);
    return gateway;
  }

  /** `breakwater serve`, for those who expect that it refuses. */
  openServe(config: Json | string, options?: GatewayOptions): RawStdioHost {
    return this.#watch(openServe(this.place, config, options));
  }

  /** A host in front of `breakwater run -- COMMAND…`. */
  runGateway(
    { command, args }: Extract<ServerEntry, { readonly command: string }>,
    options?: RunOptions,
  ): RawStdioHost {
    const host = openRun(this.place, command, args, options);
    this.#left.pure.push(host);
    return this.#watch(host);
  }

  /** A host in front of any command. */
  openStdio(options: RawStdioOptions): RawStdioHost {
    return this.#watch(new RawStdioHost({ ...options, env: { ...environment(this.place), ...options.env } }));
  }

  /** A host in front of any URL. */
  openHttp(url: string, options?: RawHttpOptions): RawHttpHost {
    const host = new RawHttpHost(url, options);
    this.#left.http.push(host);
    return host;
  }

  /** A fake, ready to be configured over stdio, or started over HTTP or SSE. */
  async fake(
    name: FakeName,
    start: FakeStart & { readonly over: 'http' | 'sse' },
  ): Promise<FakeServer<{ readonly url: string }>>;
  async fake(
    name: FakeName,
    start?: FakeStart & { readonly over?: 'stdio' },
  ): Promise<FakeServer<{ readonly command: string; readonly args: readonly string[] }>>;
  async fake(name: FakeName, start?: FakeStart): Promise<FakeServer>;
  async fake(name: FakeName, start?: FakeStart): Promise<FakeServer> {
    const fake = await prepareFake(this.place, name, ++this.#fakes, start);
    if (fake.process !== undefined) this.#left.servers.push(fake.process);
    return fake;
  }

  /** The fixture server, which has all the names of the official conformance suite. */
  async fixture(over: 'stdio' | 'http'): Promise<ServerEntry> {
    const { server, process } = await prepareFixture(this.place, over);
    if (process !== undefined) this.#left.servers.push(process);
    return server;
  }

  /** A connected client of the SDK of version 1. */
  async connectV1(door: Door, abilities?: HostAbilities): Promise<Awaited<ReturnType<typeof connectV1>>> {
    const host = await connectV1(this.#marked(door), abilities);
    this.#left.sdk.push(host);
    return host;
  }

  /** A connected client of the SDK of version 2. */
  async connectV2(
    door: Door,
    options?: Parameters<typeof connectV2>[1],
  ): Promise<Awaited<ReturnType<typeof connectV2>>> {
    const host = await connectV2(this.#marked(door), options);
    this.#left.sdk.push(host);
    return host;
  }

  #watch(host: RawStdioHost): RawStdioHost {
    this.#left.stdio.push(host);
    return host;
  }

  #marked(door: Door): Door {
    return 'url' in door ? door : { ...door, env: { ...environment(this.place), ...door.env } };
  }
}

function nothing(): Leftovers {
  return { secrets: [], gateways: [], stdio: [], pure: [], http: [], sdk: [], servers: [] };
}
