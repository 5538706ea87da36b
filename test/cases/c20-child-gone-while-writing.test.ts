import { describe, expect, it } from 'vitest';
import { at, textOf, useKit } from '../kit/index.ts';

// What nobody handles would stand on stderr, where the kit looks for it.
describe('C20', () => {
  const kit = useKit();

  it('C20 a server that goes before the next write takes nobody along', async () => {
    const gone = await kit.fake('exits', { words: ['after-initialize'] });
    const deaf = await kit.fake('exits', { words: ['closes-stdin'] });
    const well = await kit.fake('slow');
    const gateway = await kit.startGateway({
      mcpServers: { gone: gone.server, deaf: deaf.server, well: well.server },
      servers: { gone: { deadline: '1s' } },
    });
    const host = kit.openHttp(gateway.endpoint());
    await host.initialize();
    const pid = await pidOfWell();

    const [ofGone, ofDeaf] = await Promise.all([
      host.callTool('gone__hello'),
      host.callTool('deaf__close_stdin').then(() => host.callTool('deaf__hello', { text: 'x'.repeat(70_000) })),
      ...Array.from({ length: 20 }, async () => expect(textOf(await host.callTool('well__fast'))).toBe('fast')),
    ]);
    expect(textOf(ofGone)).toContain('exit code 3');
    // It never reached the old process, so it may be sent to the new one.
    expect(textOf(ofDeaf)).toBe('hello');
    for (const reason of ['has closed its input', 'exit code 3']) expect(gateway.stderr).toContain(reason);
    expect(await pidOfWell()).toBe(pid);

    const readiness: unknown = await (await fetch(`${gateway.url}/readyz`)).json();
    expect(at(readiness, 'servers', 'well', 'state')).toBe('ready');

    async function pidOfWell(): Promise<unknown> {
      return at(JSON.parse(textOf(await host.callTool('well__who'))), 'pid');
    }
  });
});
