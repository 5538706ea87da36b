import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openDoor, type DoorKind, type OpenDoor } from '../cases/doors.ts';
import { RawStdioHost, textOf, until, useKit, type Json, type JsonRpc } from '../kit/index.ts';

const kit = useKit();

/** When something happens: as the server hears this. */
const moments = [
  'initialize',
  'notifications/initialized',
  'logging/setLevel',
  'resources/subscribe',
  'tools/list',
  'tools/call',
] as const;

const harmless = ['asks', 'changes', 'babbles', 'repeats'];
const breaking = ['blames', 'dies', 'forgets'];

describe.each(['run', 'serve', 'http', 'sse'] as const)('a server behind %s', (kind) => {
  const rows = moments.flatMap((moment) =>
    [...harmless, ...breaking].flatMap((event) =>
      ['before', 'after']
        .filter((when) => isPossible(kind, event, when))
        .flatMap((when) =>
          // What breaks a line once is over when it is opened again.
          (breaking.includes(event) ? [1, 2] : [3]).map((times) => [moment, event, when, times] as const),
        ),
    ),
  );

  it.each(rows)('at %s %s %s its answer, %i times', async (...words) => {
    const handlers = { 'roots/list': (): Json => ({ roots: [] }) };
    const door = await openDoor(kit, kind, 'moments', { words: words.map(String), handlers });
    const isHarmless = harmless.includes(words[1]);
    const failed = [...(await open(door, isHarmless ? 1 : 6)), ...(await live(door))];
    await heard(door);
    if (kind !== 'sse') {
      await door.host.callTool('die');
      failed.push(...(await live(door)));
      await heard(door);
    }
    await works(door, 'well in the end');
    expect(isHarmless ? failed : []).toEqual([]);
    await leave(door);
  });
});

/** What is seen behind one door alone, or can happen there alone. */
function isPossible(kind: DoorKind, event: string, when: string): boolean {
  // Behind it is what is behind `run`; what a host over HTTP sees of that differs where it is asked or cut off.
  if (kind === 'serve') return event === 'asks' || event === 'dies';
  if (event === 'babbles') return kind === 'run';
  if (event === 'forgets') return kind === 'http';
  if (event === 'dies') return kind !== 'sse';
  // The stream of a request ends with its answer.
  return !(event === 'asks' && when === 'after' && kind === 'http');
}

/** Opens, with so many attempts where a failed start may be the answer; gives back what failed. */
async function open({ host }: OpenDoor, attempts: number): Promise<readonly JsonRpc[]> {
  const capabilities = { roots: { listChanged: true } };
  let answer = await host.initialize({ capabilities });
  for (let attempt = 1; answer.error !== undefined && attempt < attempts; attempt++) {
    await sleep(300);
    answer = await host.initialize({ capabilities });
  }
  if ('get' in host) await host.get().opened();
  return answer.error === undefined ? [] : [answer];
}

/** One of each kind of request; gives back those that failed, or were answered with something else. */
async function live({ host }: OpenDoor): Promise<readonly JsonRpc[]> {
  const answers = [
    await host.request('logging/setLevel', { level: 'info' }),
    await host.request('resources/subscribe', { uri: 'test://one' }),
    ...(await Promise.all(['tools/list', 'resources/list'].map((method) => host.request(method)))),
    await host.request('ping'),
  ];
  const texts = ['a', 'b'];
  const echoes = await Promise.all(texts.map((text) => host.callTool('echo', { text })));
  return [
    ...answers.filter(({ error }) => error !== undefined),
    ...echoes.filter((echo, n) => textOf(echo) !== texts[n]),
  ];
}

/** What the server has asked is answered. */
async function heard({ journal }: OpenDoor): Promise<void> {
  await until('all that was asked to be answered', () => journal.count('asked') === journal.count('heard'));
}

async function works({ host }: OpenDoor, text: string): Promise<void> {
  await until('a call that succeeds', async () => textOf(await host.callTool('echo', { text })) === text);
  await until('a list', async () => Array.isArray((await host.request('tools/list')).result?.['tools']));
}

async function leave({ host }: OpenDoor): Promise<void> {
  if (host instanceof RawStdioHost) await host.end();
  else await host.delete().finished();
}
