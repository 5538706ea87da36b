import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { textOf, useKit, type Journal } from '../kit/index.ts';

const variants = ['get-text', 'get-closes', 'get-405', 'get-retry'];
/** How long a stream of `get-retry` lives; it then asks for a pause of 5/3 of that, which is longer than our own first. */
const livesMs = 900;
const pauseMs = 1_500;

describe('C54', () => {
  const kit = useKit();

  // Growth, cap and parking over a minute: packages/transport/src/http/server-stream.test.ts, on a virtual clock.
  it('C54 a server without a stream of its own is asked for it a few times at most, and works', async () => {
    const fakes = await Promise.all(
      variants.map((variant) => kit.fake('streams', { over: 'http', words: [variant], ms: livesMs })),
    );
    const gateway = await kit.startGateway({
      mcpServers: Object.fromEntries(fakes.map(({ server }, index) => [`s${index}`, server])),
    });
    const hosts = variants.map((_variant, index) => kit.openHttp(gateway.endpoint(`s${index}`)));
    for (const host of hosts) await host.initialize();
    const hello = async (): Promise<void> => {
      expect(await Promise.all(hosts.map(async (host) => textOf(await host.callTool('hello'))))).toEqual(
        hosts.map(() => 'hello'),
      );
    };
    for (let tenth = 0; tenth < 5; tenth++) {
      await hello();
      await sleep(100);
    }
    await sleep(livesMs + pauseMs - 500);
    await hello();

    const [text, closes, none, retry] = fakes.map(({ journal }) => streamsAsked(journal));
    expect(text).toHaveLength(1);
    expect(none).toHaveLength(1);
    // After about 1 s, and 2 s after that.
    expect(closes?.length).toBeGreaterThan(1);
    expect(closes?.length).toBeLessThan(4);
    expect(retry).toHaveLength(2);
    expect((retry?.[1] ?? 0) - (retry?.[0] ?? 0)).toBeGreaterThanOrEqual(livesMs + pauseMs - 10);
    for (const { journal } of fakes) expect(journal.received('initialize')).toHaveLength(1);
  });
});

/** When the fake was asked for its stream. */
function streamsAsked(journal: Journal): readonly number[] {
  return journal
    .entries('http')
    .filter(({ method }) => method === 'GET')
    .map(({ at }) => at);
}
