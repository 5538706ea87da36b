import { expect, it } from 'vitest';
import { textOf, useKit } from './kit/index.ts';

const kit = useKit();

it('serves at the address that it says, whichever on loopback that is', async () => {
  const { server } = await kit.fake('names');
  const gateway = await kit.startGateway({ mcpServers: { names: server }, listen: '127.0.0.2:0' });
  const host = kit.openHttp(gateway.endpoint());

  await host.initialize();
  expect(textOf(await host.callTool('names__send'))).toContain('sent');
});

it('prints a snippet with which a host comes in: with the header that it needs where there are access tokens', async () => {
  const { server } = await kit.fake('names');
  const open = await kit.startGateway({ mcpServers: { names: server } });
  const token = 'a-token-of-some-length';
  const closed = await kit.startGateway(
    { mcpServers: { names: server }, access: { tokens: { ci: '${CI_TOKEN}' } } },
    { env: { CI_TOKEN: token } },
  );
  const snippet = ({ stdout }: { readonly stdout: string }): unknown =>
    JSON.parse(/^ {2}(\{.*\})$/m.exec(stdout)?.[1]?.replace('TOKEN', token) ?? 'null');

  expect(snippet(open)).toEqual({ breakwater: { type: 'http', url: open.endpoint() } });
  expect(snippet(closed)).toEqual({
    breakwater: { type: 'http', url: closed.endpoint(), headers: { Authorization: `Bearer ${token}` } },
  });
});
