import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { at, textOf, until, useKit, type JsonRpc } from '../kit/index.ts';
import { bothTransports, openDoor, respond } from './doors.ts';

const mebibyte = 1_048_576;

describe('C34', () => {
  const kit = useKit();

  it.each(bothTransports)('C34 a result of 5 MiB passes, however it is cut (%s)', async (kind) => {
    const { host } = await openDoor(kit, kind, 'huge');
    await host.initialize();
    // What the fake writes in pieces, another answer of it must not come between.
    await host.request('tools/list');
    const [whole, cut] = [
      await host.callTool('big', { bytes: 5 * mebibyte }),
      await host.callTool('big', { bytes: 5 * mebibyte, chunkBytes: 4_096 }),
    ];
    expect(textOf(whole)).toHaveLength(5 * mebibyte);
    expect(textOf(cut) === textOf(whole)).toBe(true);
  });

  it.each(bothTransports)(
    'C34 a message beyond the limit fails its own call, wherever its id stands, and the next ones work (%s)',
    async (kind) => {
      const { host } = await openDoor(kit, kind, 'huge', { rules: { maxMessageBytes: mebibyte } });
      await host.initialize();
      await host.request('tools/list');
      for (const id of ['first', 'last']) {
        expectTooLarge(await host.callTool('big', { bytes: 4 * mebibyte, id, chunkBytes: 65_536 }));
        expect(textOf(await host.callTool('hello'))).toBe('hello');
      }
      expect(textOf(await host.callTool('big', { bytes: 1_000 }))).toHaveLength(1_000);
    },
  );

  it('C34 of what a host sends, the path of a server takes as much as its rules say', async () => {
    const { server } = await kit.fake('names');
    const gateway = await kit.startGateway({
      mcpServers: { small: server, large: server },
      servers: { small: { maxMessageBytes: 65_536 } },
    });
    const statusOf = async (path: string | undefined, tool: string): Promise<number | undefined> => {
      const host = kit.openHttp(gateway.endpoint(path));
      await host.initialize();
      return host.ask('tools/call', { name: tool, arguments: { text: 'x'.repeat(100_000) } }).opened();
    };

    expect(await statusOf('small', 'send')).toBe(413);
    expect(await statusOf('large', 'send')).toBe(200);
    expect(await statusOf(undefined, 'large__send')).toBe(200);
  });

  it.each(['run', 'http'] as const)(
    'C34 an answer of the host’s beyond the limit ends its question at once, wherever its id stands (%s)',
    async (kind) => {
      const { host } = await openDoor(kit, kind, 'asks', { rules: { maxMessageBytes: 65_536 } });
      await host.initialize({ capabilities: { sampling: {} } });
      const result = { content: { type: 'text', text: 'x'.repeat(200_000) } };
      for (const isFirst of [true, false]) {
        const call = host.callTool('sample');
        const { id = null } = await until('the question', () => host.inbox.requests().at(isFirst ? 0 : 1));
        respond(host, isFirst ? { jsonrpc: '2.0', id, result } : { result, jsonrpc: '2.0', id });
        const heard = at(JSON.parse(textOf(await call)), 'heard', 'error');
        expect(heard).toMatchObject({ code: -32_008 });
        expect(at(heard, 'message')).toContain('maxMessageBytes');
      }
    },
  );

  it.each(bothTransports)(
    'C34 what no host could parse fails its call at once, whatever its size (%s)',
    async (kind) => {
      const { host } = await openDoor(kit, kind, 'huge');
      await host.initialize();
      // A raw line end is another line over stdio.
      for (const code of kind === 'run' ? [1, 8] : [1, 8, 10]) {
        for (const bytes of [1_000, 70_000, mebibyte]) {
          const answer = await host.callTool('raw', { bytes, code });
          expect(at(answer, 'result', '_meta', 'dev.breakwater/fault', 'kind')).toBe('upstream_bad_answer');
        }
      }
      expect(textOf(await host.callTool('hello'))).toBe('hello');
    },
  );

  it.each(bothTransports)('C34 a line that never ends fails its call in bounded memory (%s)', async (kind) => {
    const rules = { maxMessageBytes: 4 * mebibyte, timeout: '700ms' };
    const { host, pid } = await openDoor(kit, kind, 'huge', { rules });
    await host.initialize();
    const before = residentBytes(pid);
    const answer = await host.callTool('endless');
    // Over stdio nothing says whose line it is.
    expect(at(answer, 'result', '_meta', 'dev.breakwater/fault', 'kind')).toBe(
      kind === 'run' ? 'request_timeout' : 'message_too_large',
    );
    expect(residentBytes(pid) - before).toBeLessThan(160 * mebibyte);
  });
});

function expectTooLarge(answer: JsonRpc): void {
  expect(at(answer, 'result', '_meta', 'dev.breakwater/fault')).toMatchObject({
    kind: 'message_too_large',
    limit: mebibyte,
    retryable: false,
  });
  expect(textOf(answer)).toMatch(/the limit is 1 MiB|the 1048576 bytes that are allowed/);
}

function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024;
}
