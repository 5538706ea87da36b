import { Writable } from 'node:stream';
import { EventStream, Message } from '@breakwater/core';
import { VirtualClock } from '@breakwater/core/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { emptyConfig } from '../../packages/breakwater/src/config/config.ts';
import { SingleBackend } from '../../packages/breakwater/src/gateway/backend/single-backend.ts';
import { HostSession } from '../../packages/breakwater/src/gateway/host/host-session.ts';
import { createServer } from '../../packages/breakwater/src/gateway/server/create-server.ts';
import { lineTo } from '../../packages/breakwater/src/gateway/server/shared-line.ts';
import { aVoice } from '../../packages/breakwater/src/gateway/testing/host-voice.ts';
import { legacyVersion, until, useKit, type Journal } from '../kit/index.ts';

const variants = ['ping-32601', 'ping-32600', 'ping-32603', 'ping-404', 'ping-silent'];
const initialize = { protocolVersion: legacyVersion, capabilities: {}, clientInfo: { name: 'idle', version: '1' } };
const hello = { name: 'hello', arguments: {} };
const connectTimeoutMs = 10_000;
/** Half a minute, and until somebody looks. */
const idleMs = 40_000;

// The gateway's parts in this process, in front of a real server: half a minute of silence passes on a virtual clock.
describe('C69', () => {
  const kit = useKit();
  const open: HostSession[] = [];
  afterEach(() => Promise.all(open.splice(0).map((session) => session.close('shutdown'))));

  it.each([
    ...variants.map((variant) => [variant, 'http'] as const),
    ['ping-32601', 'sse'] as const,
    ['ping-silent', 'sse'] as const,
  ])('C69 an idle line to a server that does not know ping stays as it is (%s, %s)', async (variant, over) => {
    const { server, journal } = await kit.fake('optional', { over, words: [variant] });
    const { clock, ask, pingless } = aSession(server.url, over);
    await ask('initialize', initialize);
    await ask('tools/call', hello);
    // The tools are read once after the handshake.
    await heard(journal, 'tools/list', 1);
    // A message that gets a bare status stands in no journal.
    const pings = variant === 'ping-404' ? 0 : 1;
    const isSilent = variant === 'ping-silent';

    await clock.advance(idleMs);
    await heard(journal, 'ping', pings);
    if (isSilent) await clock.advance(connectTimeoutMs);
    await heard(journal, 'tools/list', isSilent ? 2 : 1);
    await until('that a ping is unknown is known', () => pingless.has('legacy'));
    expect(await ask('tools/call', hello)).toContain('hello');
    // From here on the server is asked for what it knows.
    await clock.advance(idleMs);
    await heard(journal, 'tools/list', isSilent ? 3 : 2);

    expect(await ask('tools/call', hello)).toContain('hello');
    expect([journal.received('ping').length, journal.received('initialize').length]).toEqual([pings, 1]);
  });

  it('C69 a session that the server forgot in silence is opened again before anybody calls', async () => {
    const { server, journal } = await kit.fake('sessions', { over: 'http', words: ['404'] });
    const { clock, ask } = aSession(server.url, 'http');
    await ask('initialize', initialize);
    await ask('tools/call', { name: 'find', arguments: {} });

    await clock.advance(idleMs);
    await until('another session', async () => {
      await clock.advance(1);
      return journal.received('initialize').length === 2;
    });

    expect(await ask('tools/call', { name: 'find', arguments: {} })).toContain('"result"');
    expect(journal.received('initialize')).toHaveLength(2);
  });

  function aSession(url: string, transport: 'http' | 'sse') {
    const clock = new VirtualClock({ autoAdvance: false });
    const parts = {
      clock,
      random: () => 0.5,
      events: new EventStream(() => clock.now()),
      codes: {},
      support: undefined,
    };
    const entry = { kind: 'remote', url, headers: {}, transport } as const;
    const stderr = new Writable({ write: (_chunk, _encoding, done) => done() });
    const configured = { config: emptyConfig(), secrets: [] };
    const server = createServer('fake', entry, configured, parts, { env: {}, inherit: 'clean', stderr });
    const session = new HostSession({
      port: { separatesRequests: true, send: () => {} },
      principal: { id: 'host', kind: 'local' },
      backend: (host) => new SingleBackend(lineTo(server, host)),
      voice: aVoice(),
    });
    open.push(session);
    let id = 0;
    const ask = (method: string, params: object): Promise<string> =>
      new Promise((resolve) => {
        const answer = (message: Message): void => resolve(message.text);
        session.receive(Message.request(++id, method, params), { send: () => true, answer, end: () => resolve('') });
      });
    return { clock, ask, pingless: server.pingless };
  }
});

function heard(journal: Journal, method: string, times: number): Promise<unknown> {
  return until(`${times} × ${method}`, () => journal.received(method).length >= times);
}
