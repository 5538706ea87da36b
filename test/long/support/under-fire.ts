import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '@breakwater/core';
import { RawStdioHost, until, type Journal, type Json, type JsonRpc, type RawHttpHost } from '../../kit/index.ts';

/** The tools of the counting server: a write that is not safe, one that is idempotent by configuration, and a read. */
export type CountedTool = 'send' | 'put' | 'find';

/** A call whose answer is there. */
export interface CountedCall {
  readonly tool: CountedTool;
  /** Another one for each call: what the server wrote down is found by it. */
  readonly text: string;
  readonly answer: JsonRpc;
}

/** A host of either kind. */
export type AnyHost = RawStdioHost | RawHttpHost;

/** What is called, by whom, and what happens meanwhile. */
export interface Fire {
  /** As many calls are under way as hosts stand here; one may stand here more than once. */
  readonly hosts: readonly AnyHost[];
  readonly calls: number;
  /** How often something happens, each time as one call or another goes out or just after. */
  readonly blows: number;
  /** Told when the calls are over: what it waits for may not come any more. */
  readonly blow: (over: AbortSignal) => Promise<void>;
  readonly chance: Random;
}

/** A call whose answer may never come. */
export interface AskedCall {
  readonly host: AnyHost;
  readonly tool: CountedTool;
  /** Its id, too. */
  readonly text: string;
}

const patienceMs = 90_000;

/** Makes the calls and deals the blows; resolves when every call has its answer. */
export async function callUnderFire({ hosts, calls, blows, blow, chance }: Fire): Promise<readonly CountedCall[]> {
  const over = new AbortController();
  const moments = new Map<number, number>();
  while (moments.size < blows) moments.set(whole(chance, calls), chance() * 40);
  const struck: Promise<void>[] = [];
  const counted: CountedCall[] = [];
  let next = 0;
  await Promise.all(
    hosts.map(async (host) => {
      while (next < calls) {
        const n = next++;
        const delayMs = moments.get(n);
        if (delayMs !== undefined) struck.push(sleep(delayMs).then(() => blow(over.signal)));
        const call = await callOnce(host, `call-${n}`, chance);
        counted.push(call);
        // Whoever is refused doesn't ask for the next thing at once, or all calls would be spent on one blow.
        if (!hasSucceeded(call)) await sleep(whole(chance, 2_000));
      }
    }),
  );
  over.abort();
  await Promise.all(struck);
  return counted;
}

/** Makes one call that takes a moment before the server acts and a moment after it. */
export async function callOnce(
  host: AnyHost,
  text: string,
  chance: Random,
  tool = anyTool(chance),
): Promise<CountedCall> {
  const answer = await host.request('tools/call', paramsOf(tool, text, chance), { timeoutMs: patienceMs });
  return { tool, text, answer };
}

/** Makes a dozen calls, each host its share, and waits for none of them; nobody is owed their answers. */
export function askMany(hosts: readonly AnyHost[], chance: Random): readonly AskedCall[] {
  return Array.from({ length: 12 }, (_, n) => {
    const host = hosts[n % hosts.length];
    if (host === undefined) throw new Error('There is no host that could call.');
    const tool = anyTool(chance);
    const text = `asked-${n}-${whole(chance, 2 ** 40)}`;
    const params = paramsOf(tool, text, chance);
    if (host instanceof RawStdioHost) host.ask('tools/call', params, text);
    else host.ask('tools/call', params, { id: text });
    host.inbox.ledger.forgive(text);
    return { host, tool, text };
  });
}

/** Those that were answered after all. */
export function answeredOf(asked: readonly AskedCall[]): readonly CountedCall[] {
  return asked.flatMap(({ host, tool, text }) => host.inbox.answersTo(text).map((answer) => ({ tool, text, answer })));
}

function paramsOf(tool: CountedTool, text: string, chance: Random): Json {
  return { name: tool, arguments: { text, before: whole(chance, 15), after: whole(chance, 15) } };
}

/** Calls the read until it succeeds: the server is back. */
export async function untilReadSucceeds(host: AnyHost, chance: Random): Promise<void> {
  let last: JsonRpc | undefined;
  await until(
    () => `a read that succeeds; the last answer was ${JSON.stringify(last)}`,
    async () => {
      const call = await callOnce(host, 'after the fire', chance, 'find');
      last = call.answer;
      return hasSucceeded(call);
    },
    patienceMs,
  );
}

/** Whether the answer is the tool's own and no error. */
export function hasSucceeded({ answer }: CountedCall): boolean {
  return answer.result !== undefined && answer.result['isError'] !== true;
}

/** Kills processes of the counting server, which its journal names. */
export class Killer {
  readonly #journal: Journal;
  readonly #chance: Random;
  readonly #killed = new Set<number>();

  constructor(journal: Journal, chance: Random) {
    this.#journal = journal;
    this.#chance = chance;
  }

  get kills(): number {
    return this.#killed.size;
  }

  /** Those that were started and have not been killed here; one may have ended by itself. */
  get living(): readonly number[] {
    const pids = this.#journal.entries('started').map(({ pid }) => pid);
    return pids.filter((pid) => !this.#killed.has(pid) && isThere(pid));
  }

  /** One of them. */
  any(): number | undefined {
    const { living } = this;
    return living[whole(this.#chance, living.length)];
  }

  /** Kills one of them, waiting for one that can be killed, but not longer than calls are made; whether there was one. */
  async killOne(over: AbortSignal): Promise<boolean> {
    const pid = await until(
      'a server that can be killed',
      () => this.any() ?? (over.aborted ? 'none' : undefined),
      patienceMs,
    );
    if (pid === 'none') return false;
    this.#killed.add(pid);
    process.kill(pid, 'SIGKILL');
    return true;
  }
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Stops a process for a while, as a machine that is short of memory does. */
export async function standStill(pid: number | undefined, ms: number): Promise<void> {
  if (pid === undefined) throw new Error('There is no process that could stand still.');
  process.kill(pid, 'SIGSTOP');
  await sleep(ms);
  process.kill(pid, 'SIGCONT');
}

/** An integer from 0 up to `below`. */
export function whole(chance: Random, below: number): number {
  return Math.floor(chance() * below);
}

function anyTool(chance: Random): CountedTool {
  const draw = chance();
  if (draw < 0.6) return 'send';
  return draw < 0.8 ? 'find' : 'put';
}
