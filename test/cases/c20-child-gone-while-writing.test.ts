import { describe, expect, it } from 'vitest';
import { at, textOf, until, useKit } from '../kit/index.ts';

// What nobody handles would stand on stderr, where the kit looks for it.
describe('C20', () => {
  const kit = useKit();

  it('C20 a server that goes before the next write takes nobody along', async () => {
    const fakes = {
      gone: await kit.fake('exits', { words: ['after-initialize'] }),
      deaf: await kit.fake('exits', { words: ['closes-stdin'] }),
      well: await kit.fake('slow'),
    };
    const gateway = await kit.startGateway({
      mcpServers: { gone: fakes.gone.server, deaf: fakes.deaf.server, well: fakes.well.server },
      servers: { gone: { deadline: '1s' } },
    });
    const [gone, deaf, well] = [open('gone'), open('deaf'), open('well')];
    await Promise.all([gone, deaf, well].map((host) => host.initialize()));

    const [ofGone, ofDeaf] = await Promise.all([
      gone.callTool('hello'),
      deaf.callTool('close_stdin').then(() => deaf.callTool('hello', { text: 'x'.repeat(70_000) })),
      ...Array.from({ length: 20 }, async () => expect(textOf(await well.callTool('fast'))).toBe('fast')),
    ]);
    expect(textOf(ofGone)).toContain('exit code 3');
    // It never reached the old process, so it may be sent to the new one.
    expect(textOf(ofDeaf)).toBe('hello');
    expect(gateway.stderr).toContain('has closed its input');
    expect(textOf(await well.callTool('fast', { text: 'all is well' }))).toBe('all is well');
    expect(fakes.well.journal.entries('started').map(({ pid }) => pid)).toContain(await pidOf(well));
    await until('the trouble of each in /readyz', async () => {
      const response = await fetch(`${gateway.url}/readyz`);
      const { servers } = (await response.json()) as { readonly servers: unknown };
      return at(servers, 'gone', 'state') !== 'ready' && at(servers, 'well', 'state') === 'ready';
    });

    function open(server: string) {
      return kit.openHttp(gateway.endpoint(server));
    }
  });
});

async function pidOf(host: { callTool(name: string): Promise<Parameters<typeof textOf>[0]> }): Promise<unknown> {
  return at(JSON.parse(textOf(await host.callTool('who'))), 'pid');
}
