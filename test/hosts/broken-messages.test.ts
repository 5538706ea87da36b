import { describe, expect, it } from 'vitest';
import { openDoor } from '../cases/doors.ts';
import { at, RawStdioHost, textOf, useKit } from '../kit/index.ts';

// Behind so many characters a raw control character escapes a scanner that looks for ends alone.
const plain = 'a'.repeat(70);
const long = 'b'.repeat(70_000);
const broken = [
  `"method":"initialize","params":{"clientInfo":{"name":"${plain}\u0001${long}","version":"1"}}`,
  `"${plain}\u0001\\n":1,"method":"tools/call","params":{"x":"${long}"}`,
  `"method":"${plain}\u0001\\n","params":{"x":"${long}"}`,
  `"method":"tools/call","params":{"${plain}\u0001\\n":1,"name":"${long}"}`,
  `"method":"tools/call","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"${plain}\u0001\\n"},"name":"${long}"}`,
];

describe('a host that sends messages with a control character in them', () => {
  const kit = useKit();

  it.each([
    ['run', {}],
    ['run', { maxMessageBytes: 65_536 }],
    ['serve', {}],
  ] as const)('ends neither the gateway nor a session (%s, %j)', async (kind, rules) => {
    const { host } = await openDoor(kit, kind, 'slow', { rules });
    await host.initialize();
    for (const [index, members] of broken.entries()) {
      const id = `broken ${index}`;
      host.inbox.ledger.sent({ jsonrpc: '2.0', id, method: 'tools/call' });
      // It may be told that its message is no JSON, under no id.
      host.inbox.ledger.forgive(id);
      const text = `{"jsonrpc":"2.0","id":"${id}",${members}}`;
      if (host instanceof RawStdioHost) host.write(`${text}\n`);
      else await host.post(text).finished();
    }

    expect(textOf(await host.callTool('fast', { text: 'alive' }))).toBe('alive');
  });
});

describe('what is no message', () => {
  const kit = useKit();

  it.each([
    ['fake', '不是有效'],
    [undefined, 'not a valid'],
  ])('is refused in the language of the server that stands at the path alone (%s)', async (path, words) => {
    const { server } = await kit.fake('slow');
    const gateway = await kit.startGateway({ mcpServers: { fake: server }, servers: { fake: { locale: 'zh' } } });
    const host = kit.openHttp(gateway.endpoint(path));
    const { status, body } = await host.post('{"jsonrpc":"2.0","id":1}').finished();

    expect([status, at(JSON.parse(body), 'error', 'message')]).toEqual([400, expect.stringContaining(words)]);
  });
});
