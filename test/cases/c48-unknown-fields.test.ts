import { describe, expect, it } from 'vitest';
import { at, useKit, type JsonRpc } from '../kit/index.ts';
import { openDoor } from './doors.ts';

const kinds = ['run', 'serve', 'http', 'sse'] as const;

describe('C48', () => {
  const kit = useKit();

  it.each(kinds)('C48 what the gateway does not know passes as it was written (%s)', async (kind) => {
    const direct = await directly();
    const { host } = await openDoor(kit, kind, 'exact');

    const opened = await host.initialize();
    expect(opened.result).toEqual(direct.opened.result);
    const params = {
      name: 'hologram',
      arguments: { a: 1 },
      'x-param': [null, { deep: true }],
      _meta: { 'com.example/request': { kept: true } },
    };
    expect((await host.request('tools/list')).result).toEqual(direct.list.result);
    expect((await host.request('tools/call', params)).result).toEqual(direct.result.result);

    const echo = await host.request('tools/call', { ...params, name: 'received' });
    const received = JSON.parse(String(at(echo, 'result', 'content', 0, 'text'))) as JsonRpc;
    expect(received).toEqual({
      jsonrpc: '2.0',
      id: received.id,
      method: 'tools/call',
      params: { ...params, name: 'received' },
    });
  });

  it.each(['stdio', 'http'] as const)('C48 behind one endpoint for all only the name changes (%s)', async (over) => {
    const direct = await directly();
    const { server } = await kit.fake('exact', { over });
    const gateway = await kit.startGateway({ mcpServers: { exact: server } });
    const host = kit.openHttp(gateway.endpoint());
    await host.initialize();

    const own = at(direct.list, 'result', 'tools');
    const prefixed = Array.isArray(own)
      ? own.map((tool: object) => ({ ...tool, name: `exact__${String(at(tool, 'name'))}` }))
      : [];
    expect(prefixed.length).toBeGreaterThan(2);
    expect(at(await host.request('tools/list'), 'result', 'tools')).toEqual(prefixed);
    expect((await host.callTool('exact__hologram')).result).toEqual(direct.result.result);
  });

  it('C48 the text of a result is the same to the byte', async () => {
    const direct = await directly();
    const { host } = await openDoor(kit, 'run', 'exact');
    if (!('texts' in host)) throw new Error('Expected a host on stdio.');
    await host.initialize();
    for (const [id, [method, params]] of direct.requests.entries())
      await host.request(method, params, { id: `r${id}` });
    expect(host.texts.filter((text) => text.includes('"id":"r'))).toEqual(direct.texts);
  });

  /** The same without a gateway. */
  async function directly() {
    const { server } = await kit.fake('exact');
    const host = kit.openStdio(server);
    const opened = await host.initialize();
    const list = await host.request('tools/list');
    const result = await host.callTool('hologram');
    const requests = [
      ['tools/list', undefined],
      ['tools/call', { name: 'hologram' }],
      ['tools/call', { name: 'big' }],
      ['vendor/method', { any: 1 }],
    ] as const;
    for (const [id, [method, params]] of requests.entries()) await host.request(method, params, { id: `r${id}` });
    await host.end();
    return { opened, list, result, requests, texts: host.texts.filter((text) => text.includes('"id":"r')) };
  }
});
