import { describe, expect, it } from 'vitest';
import { at, textOf, until, useKit, type JsonRpc } from '../kit/index.ts';

const faultKey = 'dev.breakwater/fault';

describe('C94', () => {
  const kit = useKit();

  it.each([
    ['stdio', ['alpha', 'beta']],
    ['stdio', ['beta', 'alpha']],
    ['http', ['alpha', 'beta']],
    ['http', ['beta', 'alpha']],
  ] as const)('C94 two tools of one name have two names, whatever the order (%s, %s)', async (over, order) => {
    const fakes = {
      alpha: await kit.fake('names', { over, words: ['A'] }),
      beta: await kit.fake('names', { over, words: ['B'] }),
    };
    const mcpServers = Object.fromEntries(order.map((key) => [key, fakes[key].server]));
    const gateway = await kit.startGateway({ mcpServers });
    const host = kit.openHttp(gateway.endpoint());
    await host.initialize();

    const names = namesOf(await host.request('tools/list'));
    expect(names.filter((name) => name.endsWith('send')).toSorted()).toEqual(['alpha__send', 'beta__send']);
    expect(textOf(await host.callTool('alpha__send', { text: 'x' }))).toBe('A sent x');
    expect(textOf(await host.callTool('beta__send', { text: 'x' }))).toBe('B sent x');
    // Nobody has the bare name, and neither server has the other's.
    for (const name of ['send', 'alpha__only_B', 'beta__only_A'])
      expect((await host.callTool(name)).error?.code).toBe(-32_602);
    // On its own path each keeps it.
    const own = kit.openHttp(gateway.endpoint('beta'));
    await own.initialize();
    expect(textOf(await own.callTool('send', { text: 'x' }))).toBe('B sent x');
  });

  it.each(['stdio', 'http'] as const)('C94 a rule for one `send` is not the other one’s (%s)', async (over) => {
    const [a, b] = [
      await kit.fake('commits', { over, words: ['closes', '1'] }),
      await kit.fake('commits', { over, words: ['closes', '1'] }),
    ];
    const gateway = await kit.startGateway({
      mcpServers: { beta: b.server, alpha: a.server },
      tools: { 'alpha/send': { safety: 'idempotent' } },
    });
    const host = kit.openHttp(gateway.endpoint());
    await host.initialize();
    await host.request('tools/list');

    // Each loses its connection in the middle; only the one with the rule may be sent again.
    const [allowed, forbidden] = [
      await host.callTool('alpha__send', { text: 'x' }),
      await host.callTool('beta__send', { text: 'x' }),
    ];
    expect(textOf(allowed)).toBe('send: done');
    expect(a.journal.count('attempted')).toBe(2);
    expect(at(forbidden, 'result', '_meta', faultKey)).toMatchObject({
      server: 'beta',
      tool: 'send',
      executed: 'unknown',
      retryable: false,
    });
    expect(b.journal.count('attempted')).toBe(1);
  });

  it.each(['stdio', 'http'] as const)(
    'C94 a server that goes and returns takes nothing of another’s along (%s)',
    async (over) => {
      const [a, b] = [await kit.fake('names', { words: ['A'] }), await kit.fake('names', { over, words: ['B'] })];
      const gateway = await kit.startGateway({ mcpServers: { alpha: a.server, beta: b.server } });
      const host = kit.openHttp(gateway.endpoint());
      await host.initialize();
      const before = namesOf(await host.request('tools/list'));

      const pid = Number(textOf(await host.callTool('alpha__pid')));
      process.kill(pid, 'SIGKILL');
      expect(textOf(await host.callTool('beta__send', { text: 'x' }))).toBe('B sent x');
      // While it is away its tools stay listed, and nobody else answers for it.
      expect(namesOf(await host.request('tools/list'))).toEqual(before);

      const again = await until('alpha to be back', async () => {
        const answer = textOf(await host.callTool('alpha__send', { text: 'x' }));
        return answer === 'A sent x' && answer;
      });
      expect(again).toBe('A sent x');
      expect(Number(textOf(await host.callTool('alpha__pid')))).not.toBe(pid);
      expect(namesOf(await host.request('tools/list'))).toEqual(before);
    },
  );
});

function namesOf(list: JsonRpc): readonly string[] {
  const tools = at(list, 'result', 'tools');
  return Array.isArray(tools) ? tools.map((tool) => String(at(tool, 'name'))) : [];
}
