import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { seeded } from '@breakwater/core/testing';
import { descendantsOf, isAlive, until, useKit } from '../kit/index.ts';
import { accountFor } from './support/account.ts';
import { openLine, type CountingDoor, type CountingLine } from './support/counting-doors.ts';
import { backTo, handlesOf } from './support/handles.ts';
import {
  answeredOf,
  askMany,
  callUnderFire,
  standStill,
  untilReadSucceeds,
  type AnyHost,
} from './support/under-fire.ts';

const seed = Number(process.env['CHAOS_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
process.stdout.write(`Chaos with CHAOS_SEED=${seed}.\n`);

const kit = useKit();

/** Five short lives in a row make a server count as failed: four are chaos that it recovers from, seven are a storm. */
const rounds = [4, 4, 4, 7];
const callsEach = 125;
const callers = 8;

describe('500 calls to a counting server that is killed again and again', () => {
  const doors: readonly CountingDoor[] = ['run', 'serve', 'serve, modern', 'serve, HTTP upstream'];

  it.each(doors)('%s: nothing runs twice, and what may have run is said to', { timeout: 240_000 }, async (door) => {
    const chance = seeded(seed);
    const lines = [];
    for (const blows of rounds)
      lines.push({ blows, line: await openLine(kit, door, `${door}-${lines.length}`, chance) });

    const accounts = await Promise.all(
      lines.map(async ({ blows, line }) => {
        const { hosts, journal, killer, pid, strike, end } = line;
        for (const host of hosts) await untilReadSucceeds(host, chance);
        const handles = handlesOf(pid);
        const children = descendantsOf(pid).length;

        const calls = await callUnderFire({ hosts: eightOf(line), calls: callsEach, blows, blow: strike, chance });
        expect(killer.kills).toBeGreaterThanOrEqual(3);

        for (const host of hosts) await untilReadSucceeds(host, chance);
        await backTo(handles, pid);
        await until('as many children as before', () => descendantsOf(pid).length === children);
        await end();
        return { ...accountFor(calls, journal), mostLost: killer.kills * callers };
      }),
    );

    process.stdout.write(
      `${door}: ${accounts.map(({ succeeded, unknown, notExecuted }) => `${succeeded} done, ${unknown} unknown, ${notExecuted} not executed`).join('; ')}.\n`,
    );
    expect(accounts.flatMap(({ contradictions }) => contradictions)).toEqual([]);
    // Enough of everything to mean something, and no more called unknown than was under way as a server died. Over HTTP
    // a server that is away is no child that calls wait for: most that come meanwhile are told that it is not running.
    expect(accounts.reduce((sum, { succeeded }) => sum + succeeded, 0)).toBeGreaterThan(
      door === 'serve, HTTP upstream' ? 50 : 250,
    );
    expect(accounts.reduce((sum, { unknown }) => sum + unknown, 0)).toBeGreaterThan(0);
    for (const { unknown, mostLost } of accounts) expect(unknown).toBeLessThanOrEqual(mostLost);
  });
});

describe('a counting server that stands still', () => {
  it.each(['run', 'serve, HTTP upstream'] as const)(
    '%s: calls wait for it, and run once',
    { timeout: 60_000 },
    async (door) => {
      const chance = seeded(seed);
      const line = await openLine(kit, door, 'still', chance);
      const blow = (): Promise<void> => standStill(line.killer.any(), 2_000);
      const calls = await callUnderFire({ hosts: eightOf(line), calls: 60, blows: 2, blow, chance });
      await line.end();
      expect(accountFor(calls, line.journal)).toEqual({
        succeeded: 60,
        notExecuted: 0,
        unknown: 0,
        contradictions: [],
      });
    },
  );

  it.each(['run', 'serve', 'serve, HTTP upstream'] as const)(
    '%s: what may have run when a time limit came is said to',
    { timeout: 90_000 },
    async (door) => {
      const chance = seeded(seed);
      const line = await openLine(kit, door, 'limited', chance, { config: { defaults: { timeout: '400ms' } } });
      const blow = (): Promise<void> => standStill(line.killer.any(), 3_000);
      const calls = await callUnderFire({ hosts: eightOf(line), calls: 60, blows: 2, blow, chance });
      for (const host of line.hosts) await untilReadSucceeds(host, chance);
      await line.end();
      const { contradictions, unknown } = accountFor(calls, line.journal);
      expect(contradictions).toEqual([]);
      expect(unknown).toBeGreaterThan(0);
    },
  );

  it.each(['run', 'serve'] as const)('%s: a gateway that ends takes it along', { timeout: 60_000 }, async (door) => {
    const chance = seeded(seed);
    const line = await openLine(kit, door, 'ended', chance);
    for (const { pid } of descendantsOf(line.pid)) process.kill(pid, 'SIGSTOP');
    const asked = askMany(line.hosts, chance);
    await sleep(100);
    await line.end();
    expect(accountFor(answeredOf(asked), line.journal).contradictions).toEqual([]);
  });
});

describe('a gateway in the middle of calls', () => {
  it.each(['run', 'serve', 'serve, HTTP upstream'] as const)(
    '%s: stands still for a while, and each call runs once',
    { timeout: 60_000 },
    async (door) => {
      const chance = seeded(seed);
      const line = await openLine(kit, door, 'gateway', chance);
      const blow = (): Promise<void> => standStill(line.pid, 2_000);
      const calls = await callUnderFire({ hosts: eightOf(line), calls: 60, blows: 2, blow, chance });
      await line.end();
      expect(accountFor(calls, line.journal)).toEqual({
        succeeded: 60,
        notExecuted: 0,
        unknown: 0,
        contradictions: [],
      });
    },
  );

  it.each(['run', 'serve', 'serve, modern', 'serve, HTTP upstream'] as const)(
    '%s: ends in order when its host leaves or a signal comes',
    { timeout: 90_000 },
    async (door) => {
      const chance = seeded(seed);
      for (const stays of [false, true, false]) {
        const line = await openLine(kit, door, `ended-${chance()}`, chance, { stays });
        const asked = askMany(line.hosts, chance);
        await sleep(chance() * 40);
        await line.end();
        expect(accountFor(answeredOf(asked), line.journal).contradictions).toEqual([]);
        expect(recordsOfChildren()).toEqual([]);
      }
    },
  );

  it.each(['run', 'serve'] as const)(
    '%s: is killed, and the next one ends what it has left',
    { timeout: 90_000 },
    async (door) => {
      const chance = seeded(seed);
      for (let round = 0; round < 2; round++) {
        const line = await openLine(kit, door, `killed-${round}`, chance, { stays: true });
        const left = descendantsOf(line.pid);
        const asked = askMany(line.hosts, chance);
        await sleep(chance() * 40);
        process.kill(line.pid, 'SIGKILL');
        await sleep(100);
        // They heed neither the end of their stdin nor SIGTERM.
        expect(left.filter(isAlive).length).toBeGreaterThan(0);
        expect(left.filter(isAlive)).toHaveLength(left.length);

        const next = await openLine(kit, door, `next-${round}`, chance);
        await until('the end of what was left', () => !left.some(isAlive));
        for (const host of next.hosts) await untilReadSucceeds(host, chance);
        await until('the record of the killed one to go', () => recordsOfChildren().length === 1);
        await next.end();
        expect(accountFor(answeredOf(asked), line.journal).contradictions).toEqual([]);
        expect(recordsOfChildren()).toEqual([]);
      }
    },
  );
});

describe('hosts that come and go in the middle of calls', () => {
  it('serve: leave nothing behind, however they leave', { timeout: 120_000 }, async () => {
    const chance = seeded(seed);
    const line = await openLine(kit, 'serve', 'come-and-go', chance);
    for (const host of line.hosts) await untilReadSucceeds(host, chance);
    const handles = handlesOf(line.pid);
    const children = descendantsOf(line.pid).length;

    const visits = Array.from({ length: 6 }, async () => {
      const asked = [];
      for (let visit = 0; visit < 6; visit++) {
        const host = line.another();
        await host.initialize();
        asked.push(...askMany([host], chance));
        await sleep(chance() * 40);
        // Some break every connection first, and some end the session below their own calls.
        if (chance() < 0.5) host.close();
        expect((await host.delete().finished()).status).toBe(204);
      }
      return asked;
    });
    const asked = (await Promise.all(visits)).flat();
    await until('as many children as before', () => descendantsOf(line.pid).length === children);
    await backTo(handles, line.pid);
    for (const host of line.hosts) await untilReadSucceeds(host, chance);
    await line.end();
    expect(accountFor(answeredOf(asked), line.journal).contradictions).toEqual([]);
  });
});

/** Its hosts, each as often as it takes for eight calls at a time. */
function eightOf({ hosts }: CountingLine): readonly AnyHost[] {
  return Array.from({ length: callers / hosts.length }, () => hosts).flat();
}

/** What gateways have written down about children, here and where `run` keeps it. */
function recordsOfChildren(): readonly string[] {
  const state = join(kit.place.directory, 'state');
  return [state, join(state, 'breakwater')].flatMap((directory) =>
    existsSync(directory) ? readdirSync(directory).filter((name) => name.startsWith('children-')) : [],
  );
}
