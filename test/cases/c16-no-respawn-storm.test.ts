import { describe, expect, it } from 'vitest';
import { descendantsOf, textOf, useKit } from '../kit/index.ts';
import { openDoor, type OpenDoor } from './doors.ts';

// The pauses between starts are random up to 1, 2, 4 … s; how they grow is tested on a virtual clock, beside the supervisor.
describe('C16', () => {
  const kit = useKit();

  it('C16 fifty sessions start a server that exits at once a few times, one at a time', async () => {
    const door = await openDoor(kit, 'serve', 'exits', { config: { defaults: { deadline: '1s' } } });
    const watched = watchChildren(door);
    const answers = await Promise.all(Array.from({ length: 50 }, () => door.another().initialize()));

    for (const { error } of answers) expect(error?.message).toMatch(/exit code 1.*cannot find module "left-pad"/);
    expect(door.journal.count('started')).toBeLessThanOrEqual(5);
    expect(watched.most()).toBe(1);
  });

  it('C16 so do fifty calls of one session', async () => {
    const door = await openDoor(kit, 'run', 'exits', { config: { defaults: { deadline: '1s' } } });
    const watched = watchChildren(door);
    await door.host.initialize();
    // Each calls again as soon as it is answered, for as long as ten starts and more would take without a pause.
    const until = performance.now() + 4_000;
    const calls = Array.from({ length: 50 }, async () => {
      do expect(textOf(await door.host.callTool('hello'))).toMatch(/exit code 1.*cannot find module "left-pad"/);
      while (performance.now() < until);
    });
    await Promise.all(calls);
    expect(door.journal.count('started')).toBeLessThanOrEqual(5);
    expect(watched.most()).toBe(1);
  });

  it('C16 fifty calls during a slow start wait for the one process that starts (run)', async () => {
    const door = await openDoor(kit, 'run', 'exits', { words: ['starts-late'], ms: 600 });
    const watched = watchChildren(door);
    const opening = door.host.initialize();
    const calls = Array.from({ length: 50 }, () => door.host.callTool('hello').then(textOf));
    await opening;
    expect(new Set(await Promise.all(calls))).toEqual(new Set(['hello']));
    expect(door.journal.count('started')).toBe(1);
    expect(watched.most()).toBe(1);
  });
});

/** The most children that the gateway has had at any moment. */
function watchChildren({ pid }: OpenDoor): { readonly most: () => number } {
  let most = 0;
  const timer = setInterval(() => (most = Math.max(most, descendantsOf(pid).length)), 15);
  timer.unref();
  return {
    most: () => {
      clearInterval(timer);
      return most;
    },
  };
}
