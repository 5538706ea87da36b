import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { descendantsOf, isAlive, textOf, until, useKit } from '../kit/index.ts';
import { openDoor } from './doors.ts';

const variants = ['', 'term', 'grandchild', 'wrapper'] as const;

// The kit ends each test with a look for processes that are still alive.
describe('C18', () => {
  const kit = useKit();

  // All at once, since each of them may take the 2 + 2 s that a child has before it is killed.
  it('C18 a server that ignores the end of its stdin, and perhaps SIGTERM, goes with the host that leaves', async () => {
    const hosts = await openAll();
    const below = hosts.flatMap(({ pid }) => descendantsOf(pid));
    // Two of them have a process of their own.
    expect(below).toHaveLength(variants.length + 2);
    const start = performance.now();
    const exits = await Promise.all(hosts.map((host) => host.end()));
    expect(exits).toEqual(variants.map(() => ({ code: 0, signal: null })));
    expect(performance.now() - start).toBeLessThan(8_000);
    expect(below.filter(isAlive)).toEqual([]);
  });

  // The waits are those of the official SDKs, of hosts that don't wait for the first, and of one whose pipe closes late.
  it.each([2_000, 0, -50])(
    'C18 a host that closes stdin, sends SIGTERM %i ms later and then SIGKILL finds nothing left to kill',
    async (patienceMs) => {
      const hosts = await openAll();
      const below = hosts.flatMap(({ pid }) => descendantsOf(pid));
      const exits = await Promise.all(
        hosts.map(async (host) => {
          void host.callTool('hang');
          await sleep(300);
          const isLate = patienceMs < 0;
          if (isLate) host.kill('SIGTERM');
          if (isLate) await sleep(-patienceMs);
          const end = host.end();
          if (patienceMs > 0) await sleep(patienceMs);
          if (!isLate) host.kill('SIGTERM');
          await Promise.race([end, sleep(2_000)]);
          host.kill('SIGKILL');
          return end;
        }),
      );
      expect(exits).toEqual(variants.map(() => ({ code: 0, signal: null })));
      expect(below.filter(isAlive)).toEqual([]);
    },
  );

  it('C18 what a killed gateway leaves behind is ended by the next one', async () => {
    const hosts = await openAll();
    const left = hosts.flatMap(({ pid }) => descendantsOf(pid));
    for (const host of hosts) host.kill('SIGKILL');
    await Promise.all(hosts.map((host) => host.exited));
    expect(left.filter(isAlive).length).toBeGreaterThanOrEqual(variants.length);

    const next = kit.runGateway((await kit.fake('slow')).server);
    await next.initialize();
    await until(
      () =>
        `the end of ${left
          .filter(isAlive)
          .map(({ commandLine }) => commandLine)
          .join()}`,
      () => !left.some(isAlive),
    );
    expect(textOf(await next.callTool('fast'))).toBe('fast');
  });

  it('C18 after each reconnect there is one child, also where the old one closed its output and lived on', async () => {
    const { host, pid, journal } = await openDoor(kit, 'run', 'stubborn', { words: ['term'] });
    await host.initialize();
    for (let n = 1; n <= 3; n++) {
      const child = Number(textOf(await host.callTool('who')));
      if (n === 1) process.kill(child, 'SIGKILL');
      else await host.callTool('mute');
      await journal.waitFor('started', n + 1, 10_000);
      expect(descendantsOf(pid)).toHaveLength(1);
      await until('the new child', async () => textOf(await host.callTool('who')) !== String(child));
    }
  });

  /** Every stubborn server behind a `run` of its own. */
  async function openAll() {
    const fakes = await Promise.all(variants.map((variant) => kit.fake('stubborn', { words: [variant] })));
    const hosts = fakes.map(({ server }) => kit.runGateway(server));
    await Promise.all(hosts.map((host) => host.initialize()));
    await Promise.all(fakes.slice(2).map(({ journal }) => journal.waitFor('grandchild')));
    return hosts;
  }
});
