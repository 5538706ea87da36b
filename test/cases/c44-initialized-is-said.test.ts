import { describe, expect, it } from 'vitest';
import {
  at,
  legacyVersion,
  RawStdioHost,
  textOf,
  useKit,
  type Json,
  type JsonRpc,
  type RawHttpHost,
} from '../kit/index.ts';
import { bothTransports, openDoor } from './doors.ts';

describe('C44', () => {
  const kit = useKit();

  it.each(bothTransports.flatMap((kind) => (['gated', 'deaf'] as const).map((how) => [kind, how] as const)))(
    'C44 a server hears notifications/initialized once, before the first list, also from a host that forgets it (%s, %s)',
    async (kind, how) => {
      const { host, journal } = await openDoor(kit, kind, 'handshake', { words: [how] });
      // Only the first half of the opening.
      const clientInfo = { name: 'forgetful', version: '1' };
      const opened = await openHalfway(host, { protocolVersion: legacyVersion, capabilities: {}, clientInfo });
      expect(opened.result).toBeDefined();
      const list = await host.request('tools/list');
      expect(at(list, 'result', 'tools', 0, 'name')).toBe('hello');
      expect(textOf(await host.callTool('hello'))).toBe('hello');
      await host.notify('notifications/initialized');
      expect((await host.callTool('hello')).result).toBeDefined();
      expect(journal.count('initialized')).toBe(1);
    },
  );

  it.each(bothTransports)('C44 on the modern wire nothing of the kind is said (%s)', async (kind) => {
    const { host, journal } = await openDoor(kit, kind, 'slow', { modern: true, era: 'modern' });
    const answer =
      'modern' in host ? await host.modern('tools/call', { name: 'fast', arguments: {} }) : await host.callTool('fast');
    expect(textOf(answer)).toBe('fast');
    expect(journal.received('initialize')).toEqual([]);
    expect(journal.received('notifications/initialized')).toEqual([]);
  });
});

/** `initialize` alone. */
async function openHalfway(host: RawStdioHost | RawHttpHost, params: Json): Promise<JsonRpc> {
  if (host instanceof RawStdioHost) return host.request('initialize', params);
  const call = host.ask('initialize', params, { id: 'opening' });
  const answer = await host.inbox.answerTo('opening');
  host.sessionId = String(call.headers['mcp-session-id']);
  return answer;
}
