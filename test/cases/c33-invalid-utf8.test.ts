import { describe, expect, it } from 'vitest';
import { at, textOf, useKit } from '../kit/index.ts';
import { bothTransports, openDoor } from './doors.ts';

describe('C33', () => {
  const kit = useKit();

  it.each(bothTransports)(
    'C33 bytes that are no UTF-8 become U+FFFD, with a warning, and the next call works (%s)',
    async (kind) => {
      const { host } = await openDoor(kit, kind, 'encoding');
      await host.initialize();
      const damaged = await host.callTool('bad_bytes');
      expect(textOf(damaged)).toMatch(/^before \uFFFD+ after$/);
      expect(at(damaged, 'result', 'isError')).toBeUndefined();
      const warnings = at(damaged, 'result', '_meta', 'dev.breakwater/warnings');
      expect(warnings).toEqual([expect.stringContaining('UTF-8')]);

      for (const as of ['failure', 'error']) {
        const failed = await host.callTool('bad_bytes', { as });
        expect(textOf(failed)).toMatch(/before \uFFFD+ after/);
        expect(at(failed, 'result', 'isError')).toBe(true);
        expect(at(failed, 'result', '_meta', 'dev.breakwater/warnings')).toEqual(warnings);
      }

      // A replacement character that the server itself has sent is no damage.
      const whole = await host.callTool('echo', { text: 'mine: \uFFFD' });
      expect(whole.result).toEqual({ content: [{ type: 'text', text: 'mine: \uFFFD' }] });
    },
  );

  it.each(bothTransports)('C33 a character cut over three writes stays whole (%s)', async (kind) => {
    const { host } = await openDoor(kit, kind, 'encoding');
    await host.initialize();
    // What the fake writes in pieces, another answer of it must not come between.
    await host.request('tools/list');
    const answer = await host.callTool('split');
    expect(textOf(answer)).toBe('before € after');
    expect(at(answer, 'result', '_meta')).toBeUndefined();
  });
});
