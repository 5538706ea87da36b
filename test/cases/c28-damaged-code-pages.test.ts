import { describe, expect, it } from 'vitest';
import { at, textOf, useKit } from '../kit/index.ts';
import { bothTransports, openDoor } from './doors.ts';

describe('C28', () => {
  const kit = useKit();

  it.each(['run', 'serve'] as const)('C28 a child is told to use UTF-8 (%s)', async (kind) => {
    const { host } = await openDoor(kit, kind, 'encoding');
    await host.initialize();
    expect(textOf(await host.callTool('env', { name: 'PYTHONUTF8' }))).toBe('"1"');
  });

  it.each(bothTransports)(
    'C28 a byte of another code page becomes U+FFFD and nothing else is lost (%s)',
    async (kind) => {
      const { host } = await openDoor(kit, kind, 'encoding');
      await host.initialize();
      expect(textOf(await host.callTool('bad_bytes', { bytes: 'latin' }))).toBe('before \uFFFD after');
      expect(textOf(await host.callTool('echo', { text: 'Đ — ✓' }))).toBe('Đ — ✓');
    },
  );

  it('C28 a server that dies of a character is reported as one that has ended', async () => {
    const { host } = await openDoor(kit, 'run', 'encoding', {
      words: ['exits'],
      config: { tools: { 'fake/*': { safety: 'unsafe' } } },
    });
    await host.initialize();
    const answer = await host.callTool('echo', { text: 'Đ' });
    expect(at(answer, 'result', '_meta', 'dev.breakwater/fault')).toMatchObject({
      kind: 'server_crashed',
      executed: 'unknown',
    });
    expect(textOf(answer)).toContain('exit code 1');
  });

  it.each(bothTransports)(
    'C28 a request that was swallowed makes a timeout that mentions the encoding (%s)',
    async (kind) => {
      const { host } = await openDoor(kit, kind, 'encoding', {
        words: ['swallows'],
        rules: { timeout: '300ms' },
        config: { tools: { 'fake/echo': { safety: 'unsafe' } } },
      });
      await host.initialize();
      expect(textOf(await host.callTool('echo', { text: 'Đ' }))).toMatch(/did not answer within 300 ms.*UTF-8/s);
      // What was plain cannot have been the trouble.
      const plain = textOf(await host.callTool('silent', { text: 'D' }));
      expect(plain).toMatch(/did not answer within 300 ms/);
      expect(plain).not.toContain('UTF-8');
    },
  );
});
