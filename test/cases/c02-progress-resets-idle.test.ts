import { describe, expect, it } from 'vitest';
import { at, textOf, useKit } from '../kit/index.ts';
import { bothTransports, openDoor } from './doors.ts';

// 10 × 1 s against 3 s of silence, a third of it.
const steps = { everyMs: 120, times: 10 };
const rules = { idleTimeout: '600ms' };

describe('C02', () => {
  const kit = useKit();

  it.each(bothTransports)('C02 progress keeps a call alive, also where the host asked for none (%s)', async (kind) => {
    const { host, journal } = await openDoor(kit, kind, 'slow', { rules });
    await host.initialize();

    const [mute, heard, silent] = await Promise.all([
      host.callTool('tick', steps),
      host.callTool('tick', steps, { progressToken: 'mine' }),
      host.callTool('count'),
    ]);

    expect(textOf(mute)).toBe('10 steps');
    expect(textOf(heard)).toBe('10 steps');
    expect(textOf(silent)).toContain('gave no sign of life for 600 ms (idleTimeout, set for this server).');
    const progress = host.inbox.notifications('notifications/progress');
    expect(progress.map(({ params }) => at(params, 'progressToken'))).toEqual(Array(10).fill('mine'));
    expect(journal.received('tools/call').every((text) => text.includes('"progressToken":'))).toBe(true);
  });

  it('C02 a server is asked for no progress where nobody needs it', async () => {
    const { host, journal } = await openDoor(kit, 'run', 'slow');
    await host.initialize();
    await host.callTool('fast');
    expect(journal.received('tools/call').join()).not.toContain('progressToken');
  });
});
