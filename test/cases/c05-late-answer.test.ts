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

      const late = await host.callTool('wait', { ms: 600, text: 'stale' });
      const fault = at(late, 'result', '_meta', 'dev.breakwater/fault');
      expect(fault).toMatchObject({ kind: 'request_timeout', executed: 'unknown', retryable: false });
      expect(textOf(await host.callTool('fast', { text: 'mine' }))).toBe('mine');

      const reference = String(at(fault, 'correlationId'));
      const told = await until('the late answer in the log', () => dropped(log(), 'late-answer')[0], 3_000);
      expect(told).toMatchObject({ server: 'fake', correlationId: reference });
      expect(textOf(await host.callTool('fast', { text: 'still here' }))).toBe('still here');
      expect(JSON.stringify(host.received)).not.toContain('stale');
    },
  );
});
