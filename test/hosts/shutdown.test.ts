import { describe, expect, it } from 'vitest';
import { openDoor } from '../cases/doors.ts';
import { at, RawStdioHost, textOf, until, useKit } from '../kit/index.ts';

describe('a call under way when `serve` is told to end', () => {
  const kit = useKit();

  it.each(['legacy', 'modern'] as const)(
    'ends in its own time, if that is short, else with a fault (%s)',
    async (era) => {
      const { server, journal } = await kit.fake('slow', { modern: era === 'modern' });
      const gateway = await kit.startGateway({ mcpServers: { fake: server } });
      const host = kit.openHttp(gateway.endpoint('fake'), { era });
      if (era === 'legacy') await host.initialize();
      await host.callTool('fast');
      const [short, long] = [host.callTool('wait', { ms: 1_000 }), host.callTool('wait', { ms: 60_000 })];
      await until('the calls at the server', () => journal.received('tools/call').length === 3);
      const stopped = gateway.stop();

      expect(textOf(await short)).toBe('waited 1000 ms');
      expect(at(await long, 'result', '_meta', 'dev.breakwater/fault')).toMatchObject({
        kind: 'server_not_running',
        executed: 'unknown',
      });
      expect(await stopped).toEqual({ code: 0, signal: null });
    },
  );
});

describe('a call under way when `run` is told to end', () => {
  const kit = useKit();

  it('ends at once, in the words and under the number that are configured', async () => {
    const { host, journal } = await openDoor(kit, 'run', 'slow', {
      rules: { errors: 'protocol', locale: 'zh' },
      config: { codes: { server_not_running: -40_002 } },
    });
    await host.initialize();
    const call = host.callTool('wait', { ms: 60_000 });
    await until('the call at the server', () => journal.received('tools/call').length === 1);
    if (host instanceof RawStdioHost) host.kill('SIGTERM');

    expect((await call).error).toMatchObject({
      code: -40_002,
      message: expect.stringContaining('Breakwater 在请求运行期间被结束。') as unknown,
      data: { kind: 'server_not_running', executed: 'unknown' },
    });
  });
});
