import { describe, expect, it } from 'vitest';
import { at, textOf, until, useKit } from '../kit/index.ts';
import { dropped, openDoor } from './doors.ts';

describe('C05', () => {
  const kit = useKit();

  it.each(['run', 'http', 'sse'] as const)(
    'C05 an answer that comes after its timeout is dropped, counted and told under its reference (%s)',
    async (kind) => {
      const { host, log } = await openDoor(kit, kind, 'slow', {
        config: { tools: { 'fake/wait': { timeout: '200ms', safety: 'unsafe' } } },
      });
      await host.initialize();
      const before = textOf(await host.callTool('who'));

      const late = await host.callTool('wait', { ms: 600, text: 'stale' });
      const fault = at(late, 'result', '_meta', 'dev.breakwater/fault');
      expect(fault).toMatchObject({ kind: 'request_timeout', executed: 'unknown', retryable: false });
      expect(textOf(await host.callTool('fast', { text: 'mine' }))).toBe('mine');
      // Two that wait as the late answer comes: by position, or as the only one, it might be taken for theirs.
      const waiting = [7, 8].map((times) => host.callTool('tick', { everyMs: 100, times }));

      const reference = String(at(fault, 'correlationId'));
      const told = await until('the late answer in the log', () => dropped(log(), 'late-answer')[0], 3_000);
      expect(told).toMatchObject({ server: 'fake', correlationId: reference });
      expect((await Promise.all(waiting)).map((answer) => textOf(answer))).toEqual(['7 steps', '8 steps']);
      expect(textOf(await host.callTool('who'))).toBe(before);
      expect(JSON.stringify(host.received)).not.toContain('stale');
    },
  );
});
