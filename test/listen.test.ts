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
