import { describe, expect, it } from 'vitest';
import { at, RawStdioHost, textOf, useKit, type HttpCall } from '../kit/index.ts';
import { openDoor } from './doors.ts';

describe('C42', () => {
  const kit = useKit();

  it.each(['serve', 'http'] as const)(
    'C42 two POSTs of one session under one id each get their own result (%s)',
    async (kind) => {
      const { host } = await openDoor(kit, kind, 'slow');
      if (host instanceof RawStdioHost) throw new Error('This host speaks HTTP.');
      await host.initialize();
      const wait = (ms: number, text: string): HttpCall =>
        host.ask('tools/call', { name: 'wait', arguments: { ms, text } }, { id: 1 });
      for (const [first, second] of [
        [500, 100],
        [100, 500],
      ] as const) {
        // A host that sends 1 with every request sends it with a ping too.
        const calls = [wait(first, 'a'), wait(second, 'b'), host.ask('ping', undefined, { id: 1 })];
        const [a, b, ping] = await Promise.all(calls.map((call) => call.finished()));
        expect([textIn(a), textIn(b)]).toEqual(['a', 'b']);
        expect(ping?.messages.map(({ result }) => result)).toEqual([{}]);
        expect([a, b].map((call) => call?.messages.length)).toEqual([1, 1]);
      }
    },
  );

  it.each(['legacy', 'modern'] as const)(
    "C42 an answer under the id of another call is not that one's (%s)",
    async (era) => {
      const { host } = await openDoor(kit, 'http', 'ids', { words: ['newest'], era, modern: era === 'modern' });
      if (era === 'legacy') await host.initialize();
      const first = host.callTool('odd', { text: 'first', ms: 600 });
      const second = host.callTool('odd', { text: 'second', ms: 900 });
      expect(textOf(await second)).toBe('second');
      expect(at(await first, 'result', '_meta', 'dev.breakwater/fault')).toMatchObject({
        kind: 'upstream_bad_answer',
        executed: 'unknown',
      });
    },
  );

  it('C42 on stdio the second one is refused while the first waits, and the id is free again after that', async () => {
    const { host, journal } = await openDoor(kit, 'run', 'slow');
    if (!(host instanceof RawStdioHost)) throw new Error('This host speaks over pipes.');
    await host.initialize();
    host.ask('tools/call', { name: 'wait', arguments: { ms: 400, text: 'a' } }, 'same');
    host.ask('tools/call', { name: 'wait', arguments: { ms: 10, text: 'b' } }, 'same');
    await host.inbox.waitFor('both answers', () => host.inbox.answersTo('same').length === 2);
    const [refused, answered] = host.inbox.answersTo('same');
    expect(refused?.error?.code).toBe(-32_600);
    expect(at(answered, 'result', 'content', 0, 'text')).toBe('a');
    expect(journal.received('tools/call')).toHaveLength(1);

    host.ask('tools/call', { name: 'fast', arguments: { text: 'c' } }, 'same');
    await host.inbox.waitFor('the third answer', () => host.inbox.answersTo('same').length === 3);
    expect(textOf(host.inbox.answersTo('same')[2] ?? {})).toBe('c');
  });
});

function textIn(call: HttpCall | undefined): string {
  return textOf(call?.messages.at(-1) ?? {});
}
