import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { at, textOf, until, useKit, type JsonRpc } from '../kit/index.ts';

const listChanged = 'notifications/tools/list_changed';

describe('C126', () => {
  const kit = useKit();

  // The five seconds that a list may take pass for real: they are what is promised.
  it(
    'C126 the tools of the healthy are there, and what ails the others is said by name',
    { timeout: 30_000 },
    async () => {
      const healthy = [
        await kit.fake('names', { words: ['A'] }),
        await kit.fake('names', { words: ['B'], over: 'http' }),
      ];
      const hangs = await kit.fake('hangs', { words: ['tools/list'] });
      const locked = await kit.fake('broken-http', { over: 'http', words: ['401', 'initialize', 'server/discover'] });
      const gateway = await kit.startGateway({
        mcpServers: {
          one: healthy[0]?.server,
          missing: { command: 'no-such-program-here', args: [] },
          hangs: hangs.server,
          locked: locked.server,
          two: healthy[1]?.server,
        },
      });
      const host = kit.openHttp(gateway.endpoint());

      const start = performance.now();
      await host.initialize();
      const names = namesOf(await host.request('tools/list'));
      // One such wait, not one for the opening and another for the list.
      expect(performance.now() - start).toBeLessThan(9_000);
      expect(names).toEqual(expect.arrayContaining(['one__send', 'two__send']));
      expect(names.filter((name) => /^(?:missing|locked|hangs)__/.test(name))).toEqual([]);
      // Whoever asks again doesn't wait for the one that hangs a second time.
      const again = performance.now();
      expect(namesOf(await host.request('tools/list'))).toEqual(names);
      expect(performance.now() - again).toBeLessThan(1_000);
      expect(textOf(await host.callTool('two__send', { text: 'x' }))).toBe('B sent x');
      // A list that can't be had is no reason not to call.
      expect(textOf(await host.callTool('hangs__hello'))).toBe('hello');

      const ready = await readiness(gateway.url);
      expect(['one', 'two', 'hangs'].filter((key) => at(ready, 'servers', key, 'state') !== 'ready')).toEqual([]);
      expect(at(ready, 'servers', 'missing', 'state')).not.toBe('ready');
      expect(at(ready, 'servers', 'missing', 'reason')).toMatch(/no-such-program-here|not found|ENOENT/);
      expect(at(ready, 'servers', 'locked', 'reason')).toMatch(/sign|authori[sz]|credential|401/i);
      expect(at(ready, 'servers', 'hangs', 'reason')).toBe(
        "The tools of server 'hangs' could not be listed; the log says why.",
      );
      for (const key of ['missing', 'locked', 'hangs'])
        expect(gateway.stderr).toMatch(new RegExp(`"server":"${key}".*"reason":`));
      // Nobody is started or asked again because of a neighbour: one process for the question which wire, one for the session.
      expect(healthy[0]?.journal.count('started')).toBeLessThanOrEqual(2);
      expect(locked.journal.entries('http').length).toBeLessThan(12);
    },
  );

  it.each(['stdio', 'http'] as const)('C126 one that refuses the opening is named, too (%s)', async (over) => {
    const one = await kit.fake('names', { words: ['A'] });
    const picky = await kit.fake('handshake', { words: ['picky'], over });
    const gateway = await kit.startGateway({ mcpServers: { one: one.server, picky: picky.server } });
    const host = kit.openHttp(gateway.endpoint());
    await host.initialize({ protocolVersion: '2024-11-05' });
    expect(namesOf(await host.request('tools/list'))).toContain('one__send');
    expect(at(await readiness(gateway.url), 'servers', 'picky')).toEqual({
      state: 'idle',
      reason: "Server 'picky' has refused its last opening; the log says why.",
    });
    expect(gateway.stderr).toMatch(/"server":"picky".*"reason":"[^"]*licence/);
  });

  it.each(['stdio', 'http'] as const)(
    'C126 a server that recovers comes back with a change of the list (%s)',
    async (over) => {
      const one = await kit.fake('names', { words: ['A'] });
      const late = over === 'stdio' ? await kit.fake('exits', { words: ['first', '2'] }) : undefined;
      const port = await freePort();
      const gateway = await kit.startGateway({
        mcpServers: { one: one.server, late: late?.server ?? { url: `http://127.0.0.1:${port}/mcp` } },
      });
      const host = kit.openHttp(gateway.endpoint());
      await host.initialize();
      await host.get().opened();
      if (late === undefined) await kit.fake('names', { over: 'http', words: ['B'], port });

      // Nobody asks for it meanwhile.
      await host.inbox.waitFor('the change', ({ method }) => method === listChanged);
      const names = namesOf(await host.request('tools/list'));
      expect(names.some((name) => name.startsWith('late__'))).toBe(true);
      expect(names).toContain('one__send');
      expect(at(await readiness(gateway.url), 'servers', 'late', 'state')).toBe('ready');
    },
  );

  it('C126 on the modern wire, too, nobody waits for long for a server that is late, and hears of it', async () => {
    const one = await kit.fake('names', { words: ['A'], modern: true });
    const late = await kit.fake('exits', { words: ['starts-late'], ms: 7_000, modern: true });
    const gateway = await kit.startGateway({ mcpServers: { one: one.server, late: late.server } });
    const host = kit.openHttp(gateway.endpoint(), { era: 'modern' });
    const names = namesOf(await host.request('tools/list'));
    expect([names.includes('one__send'), names.some(isLate)]).toEqual([true, false]);

    // Nobody asks for it meanwhile.
    const listening = host.ask('subscriptions/listen', { notifications: { toolsListChanged: true } });
    await host.inbox.waitFor('the change', ({ method }) => method === listChanged);
    expect(namesOf(await host.request('tools/list')).some(isLate)).toBe(true);
    listening.abort();
    await listening.finished();
  });

  it('C126 one that hangs at its end does not keep the others', async () => {
    const stubborn = await kit.fake('stubborn', { words: ['term'] });
    const one = await kit.fake('names', { words: ['A'] });
    const gateway = await kit.startGateway({ mcpServers: { stubborn: stubborn.server, one: one.server } });
    const host = kit.openHttp(gateway.endpoint());
    await host.initialize();
    const pid = Number(textOf(await host.callTool('one__pid')));

    const ended = gateway.stop();
    await until('the end of the healthy one', () => !isRunning(pid), 1_500);
    expect((await ended).code).toBe(0);
  });
});

function isLate(name: string): boolean {
  return name.startsWith('late__');
}

/** A port of loopback that nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function readiness(url: string): Promise<unknown> {
  return (await fetch(`${url}/readyz`)).json();
}

function namesOf(list: JsonRpc): readonly string[] {
  const tools = at(list, 'result', 'tools');
  return Array.isArray(tools) ? tools.map((tool) => String(at(tool, 'name'))) : [];
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
