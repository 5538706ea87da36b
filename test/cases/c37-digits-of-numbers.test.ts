import { describe, expect, it } from 'vitest';
import { at, RawStdioHost, useKit } from '../kit/index.ts';
import { openDoor, type OpenDoor } from './doors.ts';

const exact = '{"id":9007199254740993,"e":1e400,"f":0.1,"z":-0,"x":1.0,"d":1E+2}';
const args = '{"id":1234567890123456789,"e":1e400,"f":0.10,"list":[-0,1E+2,0.30000000000000004]}';

describe('C37', () => {
  const kit = useKit();

  it.each(['run', 'http', 'sse'] as const)('C37 numbers keep their digits both ways (%s)', async (kind) => {
    const door = await openDoor(kit, kind, 'exact', { rules: { idleTimeout: '30s' } });
    const { host, journal } = door;
    await host.initialize();

    await host.callTool('big');
    expect(textsOf(door)).toContain(`"structuredContent":${exact}`);
    await host.request('vendor/method');
    expect(textsOf(door)).toContain('{"n":12345678901234567890}');

    // With a token of the host's own to be replaced, and with none, where one of ours is put in.
    send(door, 71, `{"name":"received","arguments":${args},"_meta":{"progressToken":9007199254740993,"n":1e400}}`);
    send(door, 72, `{"name":"received","arguments":${args}}`);
    await Promise.all([host.inbox.answerTo(71), host.inbox.answerTo(72)]);
    const received = journal.received('tools/call').filter((text) => text.includes('"received"'));
    expect(received).toHaveLength(2);
    for (const text of received) expect(text).toContain(`"arguments":${args}`);
    expect(received.filter((text) => text.includes('"n":1e400'))).toHaveLength(1);
    expect(received.join()).not.toContain('9007199254740993');
  });

  it.each(['run', 'http'] as const)('C37 also in what went wrong, and in logs that are masked (%s)', async (kind) => {
    const door = await openDoor(kit, kind, 'exact', {});
    const { host } = door;
    await host.initialize();
    if ('get' in host) await host.get().opened();

    await host.callTool('says_no');
    expect(textsOf(door)).toContain(`"structuredContent":${exact}`);
    expect(textsOf(door)).toContain('"annotations":{"priority":0.10}');
    expect(textsOf(door)).toContain('"com.example/cost":1.50');
    await host.callTool('log');
    await host.inbox.waitFor('the log notification', ({ method }) => method === 'notifications/message');
    expect(textsOf(door)).toContain(`[${exact},{"password":"[redacted]"}]`);
    expect(textsOf(door)).not.toContain('rawJSON');
  });

  it.each(['run', 'http'] as const)('C37 also in the data of an error, where the server’s stand (%s)', async (kind) => {
    const door = await openDoor(kit, kind, 'exact', { rules: { errors: 'protocol' } });
    await door.host.initialize();

    const { error } = await door.host.callTool('refuses');
    expect(error?.data).toMatchObject({ retryAfter: 5, origin: 'server' });
    expect(textsOf(door)).toContain(`"of":${exact}`);
    await door.host.callTool('refuses_with_number');
    expect(textsOf(door)).toContain('"message":"No.","data":1.50');
  });

  it('C37 the numbers of a trusted server’s fault are read', async () => {
    const { host } = await openDoor(kit, 'run', 'exact', { rules: { trusted: true } });
    await host.initialize();

    const answer = await host.callTool('says_no');
    expect(at(answer, 'result', '_meta', 'dev.breakwater/fault')).toMatchObject({
      kind: 'rate_limited',
      retryAfter: 7,
      limit: 100,
    });
  });
});

/** Sends a call whose digits no JavaScript number has touched. */
function send({ host }: OpenDoor, id: number, params: string): void {
  const text = `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":${params}}`;
  if (host instanceof RawStdioHost) host.sendLine(text);
  else host.post(text);
}

/** All that the host got, as it came. */
function textsOf({ host }: OpenDoor): string {
  return host instanceof RawStdioHost ? host.texts.join('\n') : host.calls.map(({ body }) => body).join('\n');
}
