import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { textOf, useKit } from '../kit/index.ts';

const times = 300;
/** Lets the times that the HTTP library gives to a request pass 300 times as fast, and nothing of ours. */
const hastyLibrary = `data:text/javascript,${encodeURIComponent(`
  import http from 'node:http';
  import { syncBuiltinESMExports } from 'node:module';
  const real = http.createServer;
  http.createServer = ({ headersTimeout = 0, requestTimeout = 0, ...options }, listener) =>
    real(
      {
        ...options,
        headersTimeout: headersTimeout / ${times},
        requestTimeout: requestTimeout / ${times},
        connectionsCheckingInterval: 50,
      },
      listener,
    );
  syncBuiltinESMExports();
`)}`;
const env = { NODE_OPTIONS: `--import=${hastyLibrary}` };

describe('a host that takes its time with a request', () => {
  const kit = useKit();

  it.each([
    ['says nothing', '', ''],
    [
      'trickles its headers',
      'POST /mcp HTTP/1.1\r\nhost: localhost\r\n',
      'x-filler: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    ],
    [
      'trickles its body',
      'POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n',
      ' '.repeat(500),
    ],
    [
      'trickles a body that is refused',
      'POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\ncontent-length: 500\r\n\r\n',
      ' '.repeat(500),
    ],
  ])('is cut off within minutes where it %s', async (_how, head, rest) => {
    const { server } = await kit.fake('slow');
    const gateway = await kit.startGateway({ mcpServers: { fake: server } }, { env });
    const started = performance.now();
    await trickle(Number(new URL(gateway.url).port), head, rest);

    expect((performance.now() - started) * times).toBeLessThan(600_000);
  });

  it.each(['legacy', 'modern'] as const)(
    'hears the end of an answer that takes longer than any request may (%s)',
    async (era) => {
      const { server } = await kit.fake('slow', { modern: era === 'modern' });
      const gateway = await kit.startGateway({ mcpServers: { fake: server } }, { env });
      const host = kit.openHttp(gateway.endpoint('fake'), { era });
      if (era === 'legacy') await host.initialize();

      expect(textOf(await host.callTool('wait', { ms: 2_500 }))).toBe('waited 2500 ms');
    },
  );
});

/** Sends the first part at once and the other byte by byte; resolves when the connection has ended. */
function trickle(port: number, head: string, rest: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let sent = 0;
    const sending = setInterval(() => socket.write(rest.slice(sent, ++sent)), 50);
    // A connection that is cut may be so by a reset.
    socket.on('error', () => {});
    socket.resume().on('close', () => {
      clearInterval(sending);
      resolve();
    });
    socket.write(head);
  });
}
