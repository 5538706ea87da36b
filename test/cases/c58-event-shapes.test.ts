import { describe, expect, it } from 'vitest';
import { textOf, useKit } from '../kit/index.ts';

const shapes = ['lf', 'crlf', 'cr', 'cut', 'bytes', 'pretty', 'nospace', 'comments', 'character', 'bom'];

describe('C58', () => {
  const kit = useKit();

  // Any chunking: the property test of the parser, packages/transport/src/sse/sse-parser.test.ts.
  it('C58 one answer is the same message in every legal shape of an event', async () => {
    const fakes = await Promise.all(shapes.map((shape) => kit.fake('sse-shapes', { over: 'http', words: [shape] })));
    const gateway = await kit.startGateway({
      mcpServers: Object.fromEntries(fakes.map(({ server }, index) => [`s${index}`, server])),
    });

    const texts = await Promise.all(
      shapes.map(async (_shape, index) => {
        const host = kit.openHttp(gateway.endpoint(`s${index}`));
        await host.initialize();
        return textOf(await host.callTool('shaped'));
      }),
    );
    expect(texts).toEqual(shapes.map(() => 'Grüße, 世界 — ready'));
  });
});
