import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { textOf, useKit } from '../kit/index.ts';
import { ask, bothTransports, openDoor } from './doors.ts';

describe('C08', () => {
  const kit = useKit();

  it.each(bothTransports)('C08 a call that is cancelled takes nothing but itself along (%s)', async (kind) => {
    const { host, journal } = await openDoor(kit, kind, 'slow');
    await host.initialize();
    const before = textOf(await host.callTool('who'));

    ask(host, 'long', 'tools/call', { name: 'wait', arguments: { ms: 30_000 } });
    await sleep(100);
    await host.notify('notifications/cancelled', { requestId: 'long' });
    const start = performance.now();
    expect(textOf(await host.callTool('fast', { text: 'at once' }))).toBe('at once');
    expect(performance.now() - start).toBeLessThan(1_000);

    expect(textOf(await host.callTool('who'))).toBe(before);
    expect(before).toContain('"pid":');
    expect(journal.count('cancelled')).toBe(1);
    expect(host.inbox.answersTo('long')).toEqual([]);
    // Nobody asked for it again.
    expect(journal.received('tools/call').filter((text) => text.includes('30000'))).toHaveLength(1);
  });
});
