import { describe, expect, it } from 'vitest';
import { textOf, useKit } from '../kit/index.ts';

const variants = ['202', '200-empty', '200-null', '204', '202-text', '200-id-null'];

describe('C61', () => {
  const kit = useKit();

  it('C61 whatever a server answers to a notification acknowledges it', async () => {
    const fakes = await Promise.all(variants.map((variant) => kit.fake('acks', { over: 'http', words: [variant] })));
    const gateway = await kit.startGateway({
      mcpServers: Object.fromEntries(fakes.map(({ server }, index) => [`s${index}`, server])),
    });

    for (const [index, { journal }] of fakes.entries()) {
      const host = kit.openHttp(gateway.endpoint(`s${index}`));
      expect((await host.initialize()).result).toBeDefined();
      await host.notify('notifications/roots/list_changed');
      expect(textOf(await host.callTool('hello'))).toBe('hello');
      const posts = (rpc: string): number => journal.count('http', { rpc });
      // The fake writes down what came when it is done with it, which may be after its answer.
      await expect
        .poll(() => ['initialize', 'notifications/initialized', 'notifications/roots/list_changed'].map(posts))
        .toEqual([1, 1, 1]);
    }
  });

  it('C61 our own side acknowledges with 202 and nothing else, on both wires', async () => {
    const { server } = await kit.fake('acks', { over: 'http', words: ['200-null'] });
    const gateway = await kit.startGateway({ mcpServers: { fake: server } });
    for (const url of [gateway.endpoint('fake'), gateway.endpoint()]) {
      const host = kit.openHttp(url);
      await host.initialize();
      const acks = [
        await host.notify('notifications/initialized'),
        await host.notify('notifications/cancelled', { requestId: 'nothing' }),
        await host.notify('vendor/notification', { any: 'thing' }),
        await host.post({ jsonrpc: '2.0', id: 4711, result: {} }).finished(),
        await kit
          .openHttp(url, { era: 'modern' })
          .post({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } })
          .finished(),
      ];
      for (const { status, headers, body } of acks)
        expect([status, body, headers['content-type']]).toEqual([202, '', undefined]);
    }
  });
});
