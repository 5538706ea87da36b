import { expect, it } from 'vitest';
import { at, useKit } from './kit/index.ts';

const kit = useKit();

it.each([
  ['the path of a server', 'fixture', 'test_x_mcp_header'],
  ['the joined endpoint', undefined, 'fixture__test_x_mcp_header'],
])('refuses a call whose headers say another thing than its arguments, on %s', async (_what, path, tool) => {
  const gateway = await kit.startGateway({ mcpServers: { fixture: await kit.fixture('stdio') } });
  const host = kit.openHttp(gateway.endpoint(path), { era: 'modern' });
  await host.request('tools/list');
  const call = async (region: string | undefined) => {
    const params = { name: tool, arguments: { region: 'us' } };
    const { status, body } = await host
      .ask('tools/call', params, { headers: { 'mcp-param-region': region } })
      .finished();
    return [status, at(JSON.parse(body), 'error', 'code')];
  };

  expect(await call('eu')).toEqual([400, -32_020]);
  expect(await call(undefined)).toEqual([400, -32_020]);
  expect(await call('us')).toEqual([200, undefined]);
});
