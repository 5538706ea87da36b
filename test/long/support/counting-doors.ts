import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { Random } from '@breakwater/core';
import {
  descendantsOf,
  isAlive,
  Journal,
  until,
  type Json,
  type Kit,
  type RawHttpHost,
  type RawStdioHost,
} from '../../kit/index.ts';
import { Killer, type AnyHost } from './under-fire.ts';

/** The ways to the counting server: below a `run`, below a `serve` on either wire, and over HTTP behind a `serve`. */
export type CountingDoor = 'run' | 'serve' | 'serve, modern' | 'serve, HTTP upstream';

/** The opened way to a counting server. */
export interface CountingLine {
  /** Opened hosts, one a session; more than one where the door takes more. */
  readonly hosts: readonly AnyHost[];
  readonly journal: Journal;
  readonly killer: Killer;
  /** The process of the gateway. */
  readonly pid: number;
  /** Kills a server, and starts it again where nobody else does. */
  readonly strike: (over: AbortSignal) => Promise<void>;
  /** One more host, not yet opened; below a `serve` only. */
  readonly another: () => RawHttpHost;
  /** Ends the gateway in order, and sees that it takes all its children along. */
  readonly end: () => Promise<void>;
}

/** What differs from a plain start. */
export interface LineOptions {
  readonly config?: Json;
  /** Lives on when its stdin is closed and when it is asked to go. */
  readonly stays?: boolean;
}

const sessions = 4;
const rules = { tools: { 'counting/put': { safety: 'idempotent' } } };
const program = fileURLToPath(new URL('counting-server.ts', import.meta.url));

/** Opens one; the name is the journal's. Not for several at once, since they share the place of the configuration. */
export async function openLine(
  kit: Kit,
  door: CountingDoor,
  name: string,
  chance: Random,
  { config = {}, stays = false }: LineOptions = {},
): Promise<CountingLine> {
  const journal = new Journal(join(kit.directory('journals'), `${name}.journal`));
  const killer = new Killer(journal, chance);
  const strike = async (over: AbortSignal): Promise<void> => void (await killer.killOne(over));
  const modern = door === 'serve, modern';
  const args = [program, ...(stays ? ['stays'] : []), ...(modern ? ['--modern'] : []), '--journal', journal.path];
  const command = { command: process.execPath, args };
  const all = { ...rules, ...config };

  if (door === 'run') {
    const file = join(kit.directory('rules'), `${name}.json`);
    writeFileSync(file, JSON.stringify(all));
    const host = kit.runGateway(command, { flags: ['--config', file, '--name', 'counting'] });
    await openHost(host);
    const end = async (): Promise<void> => {
      const below = descendantsOf(host.pid);
      expect(await host.end()).toEqual({ code: 0, signal: null });
      expect(below.filter(isAlive)).toEqual([]);
    };
    return { hosts: [host], journal, killer, pid: host.pid, strike, another: noOther, end };
  }

  const remote = door === 'serve, HTTP upstream' ? await RemoteServer.start(kit, args) : undefined;
  const entry = remote === undefined ? command : { url: remote.url };
  const gateway = await kit.startGateway({ ...all, mcpServers: { counting: entry } });
  const era = modern ? 'modern' : 'legacy';
  const another = (): RawHttpHost => kit.openHttp(gateway.endpoint('counting'), { era });
  const hosts = Array.from({ length: sessions }, another);
  for (const host of hosts) {
    if (modern) await host.request('tools/list');
    else await openHost(host);
  }
  return {
    hosts,
    journal,
    killer,
    pid: gateway.pid,
    strike: async (over) => {
      if ((await killer.killOne(over)) && remote !== undefined) await remote.startAgain(chance() * 600);
    },
    another,
    end: async () => {
      expect(await gateway.stop()).toEqual({ code: 0, signal: null });
      remote?.kill();
    },
  };
}

function noOther(): never {
  throw new Error('There is one host in front of `run`.');
}

async function openHost(host: AnyHost): Promise<void> {
  await host.initialize();
  // The gateway has read the tools and their annotations once this is answered.
  await host.request('tools/list');
}

/** A counting server over HTTP, which the test itself starts again at the same address. */
class RemoteServer {
  readonly url: string;
  readonly #kit: Kit;
  readonly #args: readonly string[];
  #process: RawStdioHost;

  static async start(kit: Kit, args: readonly string[]): Promise<RemoteServer> {
    const process = open(kit, args, '0');
    const url = await until('the URL of the server', () => process.texts[0]);
    return new RemoteServer(kit, args, process, url);
  }

  private constructor(kit: Kit, args: readonly string[], process: RawStdioHost, url: string) {
    this.#kit = kit;
    this.#args = args;
    this.#process = process;
    this.url = url;
  }

  async startAgain(afterMs: number): Promise<void> {
    await this.#process.exited;
    await sleep(afterMs);
    this.#process = open(this.#kit, this.#args, new URL(this.url).port);
  }

  kill(): void {
    this.#process.kill('SIGKILL');
  }
}

function open(kit: Kit, args: readonly string[], port: string): RawStdioHost {
  return kit.openStdio({ command: process.execPath, args: [...args, '--http', '--port', port] });
}
