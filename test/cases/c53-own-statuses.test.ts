import { describe, expect, it } from 'vitest';
import { at, legacyVersion, modernVersion, useKit, type HttpCall } from '../kit/index.ts';

describe('C53', () => {
  const kit = useKit();

  it('C53 after a restart an old session is answered so that a host opens a new one', async () => {
    const { server } = await kit.fake('names', { words: ['A'] });
    const first = await kit.startGateway({ mcpServers: { fake: server } });
    const host = kit.openHttp(first.endpoint('fake'));
    await host.initialize();
    const old = host.sessionId ?? '';
    await first.stop();
    const again = await kit.startGateway({ mcpServers: { fake: server }, listen: new URL(first.url).host });
    expect(again.url).toBe(first.url);

    for (const url of [again.endpoint('fake'), again.endpoint()]) {
      const back = kit.openHttp(url);
      back.sessionId = old;
      back.protocolVersion = legacyVersion;
      const call = await back.ask('tools/call', { name: 'send', arguments: {} }, { id: 'mine' }).finished();
      expect(statusAndError(call)).toEqual([404, 'mine']);
      expect(statusAndError(await back.get().finished())).toEqual([404, null]);
      expect(statusAndError(await back.delete().finished())).toEqual([404, null]);
      expect(
        statusAndError(await back.post({ jsonrpc: '2.0', method: 'notifications/roots/list_changed' }).finished()),
      ).toEqual([404, null]);

      const params = { protocolVersion: legacyVersion, capabilities: {}, clientInfo: { name: 'back', version: '1' } };
      const opened = await back.ask('initialize', params).finished();
      expect(opened.status).toBe(200);
      expect(opened.headers['mcp-session-id']).toMatch(/^[0-9a-f]{32}$/);
      expect(opened.headers['mcp-session-id']).not.toBe(old);
    }
  });

  it('C53 without a session there is no stream to open and none to end', async () => {
    const { server } = await kit.fake('names', { words: ['A'] });
    const gateway = await kit.startGateway({ mcpServers: { fake: server } });
    const host = kit.openHttp(gateway.endpoint('fake'));

    const modern = { 'mcp-protocol-version': modernVersion };
    // What the modern wire has dropped is ignored there.
    const dropped = { ...modern, 'mcp-session-id': 'any', 'last-event-id': '7' };
    for (const call of [
      host.get(),
      host.delete(),
      host.get({ headers: modern }),
      host.delete({ headers: modern }),
      host.get({ headers: dropped }),
    ]) {
      await call.finished();
      expect(statusAndError(call)).toEqual([405, null]);
      expect(call.headers.allow).toBe('POST');
    }
    expect(statusAndError(await host.ask('tools/list', {}, { id: 8 }).finished())).toEqual([400, 8]);
  });

  it('C53 a version that there is not is refused in every request of a session', async () => {
    const { server } = await kit.fake('names', { words: ['A'] });
    const gateway = await kit.startGateway({ mcpServers: { fake: server } });
    const host = kit.openHttp(gateway.endpoint('fake'));
    await host.initialize();
    const headers = { 'mcp-protocol-version': '1999-01-01' };

    expect(statusAndError(await host.get({ headers }).finished())).toEqual([400, null]);
    expect(statusAndError(await host.delete({ headers }).finished())).toEqual([400, null]);
    expect(statusAndError(await host.ask('ping', {}, { headers, id: 7 }).finished())).toEqual([400, 7]);
    // It is still there, and who opens one says its version in the body.
    expect((await host.request('ping')).result).toEqual({});
    const params = { protocolVersion: legacyVersion, capabilities: {}, clientInfo: { name: 'new', version: '1' } };
    const opened = await host
      .ask('initialize', params, { headers: { ...headers, 'mcp-session-id': undefined } })
      .finished();
    expect(opened.status).toBe(200);
  });

  it('C53 an ended session is as unknown as one that never was', async () => {
    const { server } = await kit.fake('names', { words: ['A'] });
    const gateway = await kit.startGateway({ mcpServers: { fake: server } });
    const host = kit.openHttp(gateway.endpoint('fake'));
    await host.initialize();
    expect((await host.delete().finished()).status).toBe(204);
    expect(statusAndError(await host.delete().finished())).toEqual([404, null]);
    expect(statusAndError(await host.ask('tools/list').finished())[0]).toBe(404);
  });
});

/** The status, and the id of the JSON-RPC error that must be the body. */
function statusAndError(call: HttpCall): readonly [number | undefined, unknown] {
  const body: unknown = JSON.parse(call.body);
  expect(at(body, 'jsonrpc')).toBe('2.0');
  expect(at(body, 'error', 'code')).toBeTypeOf('number');
  expect(at(body, 'error', 'message')).toBeTypeOf('string');
  return [call.status, at(body, 'id')];
}
