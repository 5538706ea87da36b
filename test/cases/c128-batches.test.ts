import { describe, expect, it } from 'vitest';
import { at, type Json, type JsonRpc, type RawHttpHost, type RawStdioHost, until, useKit } from '../kit/index.ts';
import { openDoor } from './doors.ts';

const call = (id: number, name: string, args: Json = {}): Json => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});
const heard = { jsonrpc: '2.0', method: 'notifications/roots/list_changed' };
const batches = '2025-03-26';

describe('C128', () => {
  const kit = useKit();

  it.each(['run', 'serve', 'http'] as const)(
    'C128 each member of a batch has its own answer, in one array, and notifications none (%s)',
    async (kind) => {
      const { host } = await openDoor(kit, kind, 'odd-errors');
      await host.initialize({ protocolVersion: batches });

      const members = [
        call(101, 'typed', { count: 1 }),
        call(102, 'disk_full'),
        heard,
        { jsonrpc: '2.0', id: 103, params: {} },
        7,
        [call(104, 'typed')],
        { jsonrpc: '2.0', id: 105, method: 'initialize', params: {} },
        { jsonrpc: '2.0', id: 106, method: 'ping' },
      ];
      const answers = await answersTo(host, members);

      const byId = (id: unknown): JsonRpc | undefined => answers.find((answer) => answer.id === id);
      expect(answers).toHaveLength(7);
      expect(at(byId(101), 'result', 'content', 0, 'text')).toBe('counted');
      expect(at(byId(102), 'result', 'isError')).toBe(true);
      for (const id of [103, 105]) expect(byId(id)?.error?.code).toBe(-32_600);
      expect(answers.filter(({ id, error }) => id === null && error?.code === -32_600)).toHaveLength(2);
      expect(byId(106)?.result).toEqual({});
      // The session goes on.
      expect(at(await host.callTool('typed', { count: 2 }), 'result', 'content', 0, 'text')).toBe('counted');
    },
  );

  it.each(['run', 'http'] as const)(
    'C128 a batch waits for its slowest member and no other message does (%s)',
    async (kind) => {
      const { host } = await openDoor(kit, kind, 'slow');
      await host.initialize({ protocolVersion: batches });

      const answers = answersTo(host, [
        call(101, 'wait', { ms: 500, text: 'slow' }),
        call(102, 'fast', { text: 'quick' }),
      ]);
      expect(await host.callTool('fast', { text: 'beside' })).toMatchObject({
        result: { content: [{ text: 'beside' }] },
      });
      expect(host.received.some(({ id }) => id === 102)).toBe(false);
      expect((await answers).map((answer) => at(answer, 'result', 'content', 0, 'text'))).toEqual(['slow', 'quick']);
    },
  );

  it.each(['run', 'http'] as const)('C128 a cancelled member is left out of the array (%s)', async (kind) => {
    const { host, journal } = await openDoor(kit, kind, 'slow', { words: ['polite'] });
    await host.initialize({ protocolVersion: batches });

    const answers = answersTo(host, [call(101, 'wait', { ms: 5_000 }), call(102, 'wait', { ms: 300, text: 'done' })]);
    await until('both calls at the server', () => journal.received('tools/call').length === 2);
    await host.notify('notifications/cancelled', { requestId: 101 });
    expect((await answers).map(({ id }) => id)).toEqual([102]);
  });

  it.each(['run', 'http'] as const)('C128 an empty array gets one error (%s)', async (kind) => {
    const { host } = await openDoor(kit, kind, 'slow');
    await host.initialize({ protocolVersion: batches });
    const answers = await answersTo(host, []);
    expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([[null, -32_600]]);
  });

  it('C128 an array of notifications alone is acknowledged, an array of requests is one body', async () => {
    const { host } = await openDoor(kit, 'http', 'slow');
    // Only HTTP has a status.
    if (!('post' in host)) throw new Error('This host speaks HTTP.');
    await host.initialize({ protocolVersion: batches });
    expect((await host.post([heard, heard]).finished()).status).toBe(202);

    const requests = await host.post([call(101, 'fast'), call(102, 'fast')]).finished();
    expect(requests.status).toBe(200);
    expect(JSON.parse(requests.body)).toHaveLength(2);
    expect((await host.post([]).finished()).status).toBe(400);
  });

  it.each(
    (['run', 'http'] as const).flatMap((kind) =>
      ['2025-11-25', '2025-06-18', '2024-11-05'].map((revision) => [kind, revision] as const),
    ),
  )('C128 later revisions, and earlier ones, get one error that says so (%s, %s)', async (kind, protocolVersion) => {
    const { host, journal } = await openDoor(kit, kind, 'slow');
    await host.initialize({ protocolVersion });
    for (const members of [[call(101, 'fast'), call(102, 'fast')], [heard], []]) {
      const answers = await answersTo(host, members);
      expect(answers.map(({ id, error }) => [id, error?.code])).toEqual([[null, -32_600]]);
      expect(answers[0]?.error?.message).toMatch(/batch.*not supported/i);
    }
    expect(journal.received('tools/call')).toEqual([]);
    expect(at(await host.callTool('fast', { text: 'alive' }), 'result', 'content', 0, 'text')).toBe('alive');
  });

  it('C128 the modern wire knows no batches either', async () => {
    const { host } = await openDoor(kit, 'http', 'slow', { modern: true, era: 'modern' });
    const [answer] = await answersTo(host, [call(101, 'fast')]);
    expect([answer?.id, answer?.error?.code]).toEqual([null, -32_600]);
    expect(answer?.error?.message).toMatch(/batch.*not supported/i);

    const { host: stdio } = await openDoor(kit, 'run', 'slow', { modern: true });
    if (!('modern' in stdio)) throw new Error('This host speaks both wires.');
    await stdio.modern('server/discover');
    expect((await answersTo(stdio, [call(101, 'fast')]))[0]?.error?.message).toMatch(/batch.*not supported/i);
  });
});

/** Sends an array and waits for what comes back for it: the next line on stdio, the response over HTTP. */
async function answersTo(host: RawStdioHost | RawHttpHost, members: readonly unknown[]): Promise<readonly JsonRpc[]> {
  const text = JSON.stringify(members);
  const refused = (): void => {
    for (const id of [101, 102, 103, 104, 105]) host.inbox.ledger.forgive(id);
  };
  if ('post' in host) {
    const { messages } = await host.post(text).finished();
    refused();
    return messages;
  }
  const before = host.texts.filter(isHere).length;
  host.sendLine(text);
  await host.inbox.waitFor('the answer to a batch', () => host.texts.filter(isHere).length > before);
  refused();
  const value: unknown = JSON.parse(host.texts.filter(isHere)[before] ?? 'null');
  // Sound: a raw host has read the line as JSON-RPC, and the test looks at each member.
  return (Array.isArray(value) ? value : [value]) as readonly JsonRpc[];
}

/** Whether a line answers an array: with one, or with the error that belongs to no request. */
function isHere(line: string): boolean {
  return line.startsWith('[') || line.includes('"id":null');
}
