import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { residentMb } from '../../bench/src/process-figures.ts';
import { at, descendantsOf, textOf, until, useKit, type JsonRpc } from '../kit/index.ts';
import { backTo, handlesOf } from './support/handles.ts';
import { Inside, type Held } from './support/inside.ts';
import { LeanHost } from './support/lean-host.ts';

const calls = 50_000;
const sessions = 200;
const failures = 2_000;
const callers = 32;
/** What the last third of the work may leave on the heap: a leak of 64 bytes a call is as much. */
const mostGrowthMb = 1;

/** How often each tool was called, and how many sessions came and went. */
const called: Record<string, number> = {};
let visits = 0;

const kit = useKit();
const program = fileURLToPath(new URL('support/soak-server.ts', import.meta.url));

describe('50,000 calls, 200 sessions and 2,000 failures through `serve`', () => {
  it('leave nothing behind, and each call reaches the server once', { timeout: 600_000 }, async () => {
    const counts = join(kit.directory('counts'), 'counts.jsonl');
    const server = { command: process.execPath, args: [program, counts] };
    const gateway = await kit.startGateway(
      { mcpServers: { soak: server } },
      { env: { NODE_OPTIONS: '--inspect-port=0' } },
    );
    const agent = new Agent({ keepAlive: true, maxSockets: callers });
    const open = async (): Promise<LeanHost> => {
      const host = new LeanHost(gateway.endpoint('soak'), agent);
      await host.open();
      return host;
    };
    // What is left then is the one child of the session that is never deleted, and no connection.
    const quiet = async (): Promise<void> => {
      agent.destroy();
      await until('the children of all other sessions to end', () => descendantsOf(gateway.pid).length === 1);
    };
    const inside = await Inside.open(gateway.pid, () => gateway.stderr);
    const said = gateway.stderr;

    try {
      // Warm: every path has been taken once, every connection is there.
      const host = await open();
      await echo(host, 2_000);
      await fail(host, 200);
      await visit(open, 8);
      await quiet();
      const before = await quietly(inside);
      const handles = handlesOf(gateway.pid);

      const held: Held[] = [];
      for (let third = 1; third <= 3; third++) {
        await echo(host, Math.ceil(calls / 3));
        await visit(open, Math.ceil(sessions / 3));
        await fail(host, Math.ceil(failures / 3));
        await quiet();
        held.push(await quietly(inside));
      }
      const resident = residentMb(gateway.pid) ?? 0;
      await backTo(handles, gateway.pid);
      const [, second, last] = held;
      process.stdout.write(
        `Heap ${[before, ...held].map(({ heapMb }) => heapMb.toFixed(1)).join(', ')} MB; resident ${resident.toFixed(0)} MB.\n`,
      );
      expect((last?.heapMb ?? Number.NaN) - (second?.heapMb ?? 0)).toBeLessThan(mostGrowthMb);
      expect(resident).toBeLessThan(200);
      expect(last?.resources).toEqual(before.resources);
    } finally {
      // A process waits for whoever looks into it before it ends.
      inside.close();
    }

    expect(await gateway.stop()).toEqual({ code: 0, signal: null });

    const { 'tools/list': lists, 'server/discover': discovered, ...each } = counted(counts);
    const { unheard_of: unheard = 0, ...made } = called;
    const opened = visits + 1;
    expect(each).toEqual({ ...made, initialize: opened, 'notifications/initialized': opened });
    // Once a process at the start; and a name that no list has shown is looked for once more.
    expect(discovered).toBe(1);
    expect(lists).toBeLessThanOrEqual(1 + unheard);
    // Those that a server has failed are told of, attempt and call; what a tool itself says is no trouble.
    const failed = (made['breaks'] ?? 0) + (made['refuses'] ?? 0);
    const logged = linesByType(gateway.stderr.slice(said.length));
    const states = logged['server-state'] ?? 0;
    expect(logged).toEqual({
      'server-state': states,
      'attempt-ended': failed,
      'call-ended': failed,
    });
    expect(states).toBeLessThanOrEqual(2 * (opened + 1));
  });
});

/** What it holds once the connections that its hosts have given up are gone, and it is in the middle of nothing. */
function quietly(inside: Inside): Promise<Held> {
  return until('all connections to be let go', async () => {
    const held = await inside.held();
    const { TCPSocketWrap: connections, Immediate: turns } = held.resources;
    return connections === undefined && turns === undefined && held;
  });
}

/** Calls that succeed, by so many callers at a time; each has a text of its own, and gets it back. */
function echo(host: LeanHost, howOften: number): Promise<void> {
  return atOnce(howOften, async (n) => {
    const text = `${n} `.padEnd(64, 'x');
    expect(textOf(await call(host, 'echo', text))).toBe(text);
  });
}

/** Calls that fail in one way after the other. */
function fail(host: LeanHost, howOften: number): Promise<void> {
  const tools = ['says_no', 'breaks', 'refuses', 'unheard_of'];
  return atOnce(howOften, async (n) => {
    const answer = await call(host, tools[n % tools.length] ?? '', `text-${n}`);
    expect(at(answer, 'result', 'isError') ?? at(answer, 'error', 'code')).toBeDefined();
  });
}

/** Sessions that are opened, used and deleted, each with a child of its own. */
async function visit(open: () => Promise<LeanHost>, howOften: number): Promise<void> {
  await atOnce(
    howOften,
    async (n) => {
      const host = await open();
      expect(textOf(await call(host, 'echo', `visit-${n}`))).toBe(`visit-${n}`);
      await host.delete();
      visits += 1;
    },
    4,
  );
}

function call(host: LeanHost, tool: string, text: string): Promise<JsonRpc> {
  called[tool] = (called[tool] ?? 0) + 1;
  return host.callTool(tool, text);
}

async function atOnce(howOften: number, act: (n: number) => Promise<void>, width = callers): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (next < howOften) await act(next++);
    }),
  );
}

/** What all the server's processes have counted. */
function counted(file: string): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    // What the server writes.
    const each = JSON.parse(line) as Readonly<Record<string, number>>;
    for (const [key, count] of Object.entries(each)) sums[key] = (sums[key] ?? 0) + count;
  }
  return sums;
}

/** How many lines of each type were logged; what is no event of ours stands there as it is. */
function linesByType(log: string): Readonly<Record<string, number>> {
  const found: Record<string, number> = {};
  // The inspector that the test itself has opened says so.
  const lines = log.split('\n').filter((line) => line !== '' && !/^(Debugger|For help, see:)/.test(line));
  for (const line of lines) {
    const type = line.startsWith('{') ? String(at(JSON.parse(line), 'type')) : line;
    found[type] = (found[type] ?? 0) + 1;
  }
  return found;
}
