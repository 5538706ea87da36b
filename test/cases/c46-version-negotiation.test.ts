import { describe, expect, it } from 'vitest';
import { at, legacyVersion, textOf, useKit, type Journal } from '../kit/index.ts';
import { bothTransports, openDoor } from './doors.ts';

describe('C46', () => {
  const kit = useKit();

  it.each([
    ...bothTransports.flatMap((kind) => [[kind, 'refuses-text'] as const, [kind, 'refuses-data'] as const]),
    ['http', 'refuses-plain'] as const,
  ])(
    'C46 a server that refuses the newest version is asked once more for the best it names (%s, %s)',
    async (kind, variant) => {
      const { host, journal } = await openDoor(kit, kind, 'handshake', { words: [variant] });

      const opened = await host.initialize();
      expect(opened.result).toMatchObject({ protocolVersion: '2025-06-18' });
      expect(textOf(await host.callTool('hello'))).toBe('hello');
      expect(versionsAsked(journal)).toEqual([legacyVersion, '2025-06-18']);
    },
  );

  it.each(['refuses-text', 'refuses-data', 'older'])(
    'C46 what was agreed stands in every later header, and is known to the next session (%s)',
    async (variant) => {
      const { host, journal, another } = await openDoor(kit, 'http', 'handshake', { words: [variant] });
      await host.initialize();
      await host.callTool('hello');
      const agreed = variant === 'older' ? '2025-03-26' : '2025-06-18';
      const headers = journal
        .entries('http')
        .filter((entry) => entry['rpc'] !== 'initialize' && entry['rpc'] !== 'server/discover');
      expect(headers.map((entry) => at(entry['headers'], 'mcp-protocol-version'))).toEqual(headers.map(() => agreed));
      expect(headers.length).toBeGreaterThan(2);

      const asked = versionsAsked(journal).length;
      const second = another();
      expect((await second.initialize()).result).toMatchObject({ protocolVersion: agreed });
      expect(versionsAsked(journal).slice(asked)).toEqual([variant === 'older' ? legacyVersion : agreed]);
      // A host that asks for less gets what it asks for.
      expect((await another().initialize({ protocolVersion: '2025-03-26' })).result).toMatchObject({
        protocolVersion: '2025-03-26',
      });
    },
  );

  it.each(['run', 'serve', 'http'] as const)(
    'C46 a version that nobody knows is refused in words, without a loop (%s)',
    async (kind) => {
      const { host, journal } = await openDoor(kit, kind, 'handshake', { words: ['future'] });

      const { error } = await host.initialize();
      expect(error).toMatchObject({
        code: -32602,
        data: { kind: 'unsupported_protocol_version', server: 'fake', retryable: false, received: '2099-01-01' },
      });
      expect(error?.message).toContain('2099-01-01');
      expect(versionsAsked(journal)).toEqual([legacyVersion]);
    },
  );

  it('C46 a server that nobody can talk to leaves the others alone', async () => {
    const [future, good] = await Promise.all([
      kit.fake('handshake', { over: 'http', words: ['future'] }),
      kit.fake('handshake', { words: ['older'] }),
    ]);
    const gateway = await kit.startGateway({ mcpServers: { future: future.server, good: good.server } });
    const host = kit.openHttp(gateway.endpoint());
    await host.initialize();
    expect(textOf(await host.callTool('good__hello'))).toBe('hello');
    expect(textOf(await host.callTool('future__hello'))).toContain('2099-01-01');
    expect(gateway.stderr).toContain('2099-01-01');
  });
});

/** The versions that the server was asked for, in order. */
function versionsAsked(journal: Journal): readonly unknown[] {
  return journal.received('initialize').map((text) => at(JSON.parse(text), 'params', 'protocolVersion'));
}
