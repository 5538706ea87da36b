import { describe, expect, it } from 'vitest';
import { textOf, until, useKit } from '../kit/index.ts';
import { bothTransports, dropped, openDoor } from './doors.ts';

describe('C12', () => {
  const kit = useKit();

  it.each(bothTransports)('C12 progress behind the answer does not reach the host (%s)', async (kind) => {
    const { host, journal, log } = await openDoor(kit, kind, 'slow');
    await host.initialize();
    if ('get' in host) await host.get().opened();
    expect(textOf(await host.callTool('late_progress', { everyMs: 100 }, { progressToken: 'mine' }))).toBe('done');
    await journal.waitFor('late-progress-sent');
    // Over HTTP a server can only send them on the stream that all requests share.
    await until('the late progress in the log', () => dropped(log(), 'late-progress').length === 3);
    expect(textOf(await host.callTool('fast', { text: 'well' }))).toBe('well');
    expect(host.inbox.notifications('notifications/progress')).toEqual([]);
  });
});
