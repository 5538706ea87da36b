import { describe, expect, it } from 'vitest';
import { at, textOf, useKit, type RawHttpHost } from '../kit/index.ts';
import { openDoor } from './doors.ts';

describe('C13', () => {
  const kit = useKit();

  // On the modern wire all hosts share one line to the server; on the legacy one each has its own.
  it.each([
    ['serve', 'legacy'],
    ['serve', 'modern'],
    ['http', 'legacy'],
    ['http', 'modern'],
  ] as const)('C13 two hosts with one progress token each get their own progress (%s, %s wire)', async (kind, era) => {
    const door = await openDoor(kit, kind, 'slow', { era, modern: era === 'modern' });
    const [a, b] = [door.another(), door.another()];
    if (era === 'legacy') await Promise.all([a.initialize(), b.initialize()]);

    const [longer, shorter] = await Promise.all([
      a.callTool('tick', { everyMs: 100, times: 6 }, { progressToken: 1 }),
      b.callTool('tick', { everyMs: 60, times: 3 }, { progressToken: 1 }),
    ]);
    expect([textOf(longer), textOf(shorter)]).toEqual(['6 steps', '3 steps']);
    expect(progressOf(a)).toEqual([1, 2, 3, 4, 5, 6].map((step) => [1, step]));
    expect(progressOf(b)).toEqual([1, 2, 3].map((step) => [1, step]));

    const sent = door.journal
      .received('tools/call')
      .map((text): unknown => at(JSON.parse(text), 'params', '_meta', 'progressToken'));
    // On a line of their own they may be equal.
    expect(era === 'legacy' || new Set(sent).size === 2).toBe(true);
  });

  it('C13 the tokens 7 and "7" stay apart and keep their types', async () => {
    const { host } = await openDoor(kit, 'run', 'slow');
    await host.initialize();
    await Promise.all([
      host.callTool('tick', { everyMs: 60, times: 3 }, { progressToken: 7 }),
      host.callTool('tick', { everyMs: 40, times: 2 }, { progressToken: '7' }),
    ]);
    const seen = progressOf(host);
    expect(seen.filter(([token]) => token === 7)).toEqual([1, 2, 3].map((step) => [7, step]));
    expect(seen.filter(([token]) => token === '7')).toEqual([1, 2].map((step) => ['7', step]));
    expect(seen).toHaveLength(5);
  });
});

/** Token and step of all progress that a host got, in order. */
function progressOf({ inbox }: Pick<RawHttpHost, 'inbox'>): readonly (readonly [token: unknown, step: unknown])[] {
  return inbox
    .notifications('notifications/progress')
    .map(({ params }) => [params?.['progressToken'], params?.['progress']]);
}
