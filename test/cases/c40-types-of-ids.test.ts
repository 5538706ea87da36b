import { describe, expect, it } from 'vitest';
import { at, textOf, until, useKit } from '../kit/index.ts';
import { ask, bothTransports, dropped, openDoor } from './doors.ts';

describe('C40', () => {
  const kit = useKit();

  // The ledger of the kit tells an answer to 7 from one to "7".
  it.each(bothTransports)('C40 a host gets back exactly its own id, of whatever type (%s)', async (kind) => {
    const { host } = await openDoor(kit, kind, 'ids', { words: ['text'] });
    await host.initialize();
    const ids = ['init-1', '7', 7, 0, -1, '', 9_007_199_254_740_991];
    for (const id of ids)
      ask(host, id, 'tools/call', { name: 'wait', arguments: { ms: 100, text: `for ${JSON.stringify(id)}` } });
    for (const id of ids) expect(textOf(await host.inbox.answerTo(id))).toBe(`for ${JSON.stringify(id)}`);
  });

  it.each(bothTransports)(
    'C40 an answer with the text of the id is taken where nothing waits under that, and told (%s)',
    async (kind) => {
      const { host, log } = await openDoor(kit, kind, 'ids', { words: ['text'] });
      await host.initialize();
      expect(textOf(await host.callTool('odd'))).toBe('odd');
      await until('the odd id in the log', () => dropped(log(), 'unknown-id').length > 0);
    },
  );

  it.each([
    ['run', 'zero'],
    ['run', 'other'],
    ['http', 'zero'],
    ['sse', 'zero'],
  ] as const)(
    'C40 an answer under an id that nobody used is given to nobody, and the caller is told soon (%s, %s)',
    async (kind, id) => {
      const { host, log } = await openDoor(kit, kind, 'ids', { words: [id] });
      await host.initialize();
      await host.request('tools/list');
      const start = performance.now();
      const answer = await host.callTool('odd');
      expect(performance.now() - start).toBeLessThan(2_500);
      expect(at(answer, 'result', '_meta', 'dev.breakwater/fault')).toMatchObject({
        kind: 'upstream_bad_answer',
        origin: 'breakwater',
        executed: 'unknown',
        retryable: false,
      });
      expect(dropped(log(), 'unknown-id')).toHaveLength(1);
      expect(textOf(await host.callTool('wait', { text: 'mine' }))).toBe('mine');
    },
  );
});
