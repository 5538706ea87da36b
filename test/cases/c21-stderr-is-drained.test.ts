import { describe, expect, it } from 'vitest';
import { textOf, useKit } from '../kit/index.ts';
import { openDoor } from './doors.ts';

describe('C21', () => {
  const kit = useKit();

  // That no more than the end of it is kept, is tested beside the tail itself.
  it('C21 a server that floods its stderr still answers', async () => {
    const { host, journal } = await openDoor(kit, 'run', 'noise');
    await host.initialize();
    const start = performance.now();
    expect(textOf(await host.callTool('flood', { bytes: 256 * 1024 }))).toBe('flooded');
    expect(performance.now() - start).toBeLessThan(2_000);
    expect(textOf(await host.callTool('flood', { bytes: 1024 * 1024 }))).toBe('flooded');
    expect(journal.count('flooded')).toBe(2);
  });

  it('C21 the last words on stderr stand in the errors of later calls, redacted', async () => {
    const secret = kit.plantSecret('sk-proj-4f8a1c77d2e94b0b9c3e5d6f');
    const { server } = await kit.fake('leaks', { words: ['dies'] });
    // The endpoint of all servers opens whatever becomes of one of them.
    const gateway = await kit.startGateway({
      mcpServers: { fake: { ...server, env: { API_KEY: secret } } },
      defaults: { deadline: '1s' },
    });
    const host = kit.openHttp(gateway.endpoint());
    await host.initialize();
    expect(textOf(await host.callTool('fake__result'))).toMatch(/exit code 1.*Its last words on stderr: .*=/s);
  });

  it('C21 so do they where it dies in the middle of a call', async () => {
    const { host } = await openDoor(kit, 'run', 'exits', { words: ['during-call'] });
    await host.initialize();
    expect(textOf(await host.callTool('die'))).toMatch(/has ended \(exit code 1\).*fatal: out of memory/s);
  });
});
