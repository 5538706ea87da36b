import { describe, expect, it } from 'vitest';
import { at, textOf, useKit } from '../kit/index.ts';
import { openDoor } from './doors.ts';

const config = {
  // A limit that others fill in by themselves would be lower than the answer's time here as 60 s are there.
  defaults: { timeout: '1s' },
  tools: { 'fake/wait': { timeout: '1.5s' }, 'fake/count': { timeout: '300ms' } },
};

describe('C01', () => {
  const kit = useKit();

  it.each(['run', 'http', 'sse'] as const)(
    'C01 a configured timeout is the one that ends a call, named with its value and its place (%s)',
    async (kind) => {
      const { host } = await openDoor(kit, kind, 'slow', { config });
      await host.initialize();

      const [late, limited, ofDefaults] = await Promise.all([
        timed(() => host.callTool('wait', { ms: 1_200, text: 'at last' })),
        timed(() => host.callTool('count')),
        timed(() => host.callTool('tick', { everyMs: 10_000 })),
      ]);

      expect(textOf(late.answer)).toBe('at last');
      expect(late.tookMs).toBeGreaterThanOrEqual(1_190);
      expect(limited.tookMs).toBeGreaterThanOrEqual(299);
      expect(limited.tookMs).toBeLessThan(900);
      expect(textOf(limited.answer)).toContain(
        "'count' on server 'fake' did not answer within 300 ms (timeout, set for this tool).",
      );
      expect(at(limited.answer, 'result', '_meta', 'dev.breakwater/fault')).toMatchObject({
        origin: 'breakwater',
        server: 'fake',
        tool: 'count',
      });
      expect(ofDefaults.tookMs).toBeGreaterThanOrEqual(999);
      expect(textOf(ofDefaults.answer)).toContain('did not answer within 1 s (timeout, set under defaults).');
    },
  );

  it('C01 a limit of the server outranks that of the defaults', async () => {
    const { host } = await openDoor(kit, 'run', 'slow', {
      rules: { timeout: '250ms' },
      config: { defaults: { timeout: '60s' } },
    });
    await host.initialize();
    expect(textOf(await host.callTool('tick', { everyMs: 10_000 }))).toContain(
      'did not answer within 250 ms (timeout, set for this server).',
    );
  });
});

async function timed<Answer>(call: () => Promise<Answer>) {
  const start = performance.now();
  return { answer: await call(), tookMs: performance.now() - start };
}
