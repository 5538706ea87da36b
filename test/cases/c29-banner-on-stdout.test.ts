import { describe, expect, it } from 'vitest';
import { at, textOf, until, useKit } from '../kit/index.ts';
import { dropped, openDoor } from './doors.ts';

describe('C29', () => {
  const kit = useKit();

  it.each(['run', 'serve'] as const)('C29 a banner on stdout is skipped and told by line (%s)', async (kind) => {
    const { host, log } = await openDoor(kit, kind, 'noise', { words: ['banner'] });
    await host.initialize();
    expect(textOf(await host.callTool('hello'))).toBe('hello');
    // An empty line is no noise.
    await until('the noise in the log', () => dropped(log(), 'noise').length >= 2);
    const samples = dropped(log(), 'noise').map((event) => at(event, 'sample'));
    expect(samples.slice(0, 2)).toEqual(['Server ready v1.2', '🚀 listening']);
  });

  it.each(['run', 'serve'] as const)(
    'C29 an answer behind other text on its line is not guessed at: the call says so, and soon (%s)',
    async (kind) => {
      const { host, log } = await openDoor(kit, kind, 'noise', { words: ['glued'] });
      await host.initialize();
      const start = performance.now();
      const answer = await host.callTool('hello');
      expect(performance.now() - start).toBeLessThan(2_000);
      expect(at(answer, 'result', '_meta', 'dev.breakwater/fault')).toMatchObject({
        kind: 'upstream_bad_answer',
        // A result has come, whatever it was.
        executed: 'yes',
        retryable: false,
      });
      expect(textOf(answer)).toContain('wrote its answer on one line with other output');
      expect(textOf(answer)).toContain('write logs to stderr');
      expect(dropped(log(), 'noise').map((event) => at(event, 'sample'))).toContainEqual(
        expect.stringContaining('[INFO] request served'),
      );
      expect((await host.request('ping')).result).toEqual({});
    },
  );
});
