import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { textOf, useKit } from '../kit/index.ts';
import { bothTransports, openDoor } from './doors.ts';

describe('C24', () => {
  const kit = useKit();

  it.each(bothTransports)(
    'C24 a server that does one thing at a time is left to it, and the gateway answers meanwhile (%s)',
    async (kind) => {
      const config = { tools: { 'fake/tick': { timeout: '300ms' } } };
      const { host, journal } = await openDoor(kit, kind, 'slow', { words: ['serial'], config });
      await host.initialize();
      const before = textOf(await host.callTool('who'));

      const busy = host.callTool('wait', { ms: 1_000, text: 'done' });
      await sleep(50);
      const start = performance.now();
      expect((await host.request('ping')).result).toEqual({});
      expect(performance.now() - start).toBeLessThan(500);
      // It waits in the server's own queue, under a limit of its own.
      const [queued, limited] = await Promise.all([
        host.callTool('fast', { text: 'next' }),
        host.callTool('tick', { everyMs: 10, times: 2 }),
      ]);
      expect(textOf(queued)).toBe('next');
      expect(textOf(limited)).toContain("'tick' on server 'fake' did not answer within 300 ms");
      expect(textOf(await busy)).toBe('done');

      // Lines through a network are probed after 30 s, and never while a call waits: idle-probe.test.ts.
      expect(textOf(await host.callTool('who'))).toBe(before);
      expect(journal.received('ping')).toEqual([]);
    },
  );
});
