import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { useKit } from '../kit/index.ts';
import { ask, bothTransports, openDoor } from './doors.ts';

describe('C06', () => {
  const kit = useKit();

  // The ledger of the kit sees a second answer to any id.
  it.each(bothTransports)('C06 a cancel may come at the very moment of the answer, 200 times (%s)', async (kind) => {
    const { host } = await openDoor(kit, kind, 'slow');
    await host.initialize();

    const rounds = Array.from({ length: 200 }, (_, round) => `round-${round}`);
    await Promise.all(
      rounds.map(async (id, round) => {
        await sleep(round * 4);
        ask(host, id, 'tools/call', { name: 'wait', arguments: { ms: 5 } });
        // Around the time that the answer takes on its way.
        await sleep(Math.random() * 16);
        await host.notify('notifications/cancelled', { requestId: id, reason: 'no longer needed' });
      }),
    );

    expect((await host.request('ping')).result).toEqual({});
    expect((await host.callTool('fast')).result).toMatchObject({ content: [{ text: 'fast' }] });
    const answered = rounds.map((id) => host.inbox.answersTo(id).length);
    expect(Math.max(...answered)).toBe(1);
  });
});
