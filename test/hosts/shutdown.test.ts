import { describe, expect, it } from 'vitest';
import { at, textOf, until, useKit } from '../kit/index.ts';

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
