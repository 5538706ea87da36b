import { faultMetaKey, Message } from '@breakwater/core';
import { VirtualClock } from '@breakwater/core/testing';
import { describe, expect, it } from 'vitest';
import { lineTo } from '../server/shared-line.ts';
import { FakeHost } from '../testing/fake-host.ts';
import { FakeSource } from '../testing/fake-source.ts';
import { serverOf } from '../testing/server-of.ts';
import { SingleBackend } from './single-backend.ts';

/** A tool whose arguments are called as members of lists are. */
const paging = '{"name":"page","inputSchema":{"type":"object","properties":{"nextCursor":{"type":"string"}}}}';
const listChanged = 'notifications/tools/list_changed';

/** Hosts of one server, each with a line of its own. */
function someHosts() {
  const clock = new VirtualClock({ autoAdvance: false });
  const source = new FakeSource();
  const server = serverOf('files', source, { clock });
  /** In small steps, so that an answer is heard before more time has passed. */
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 5) await clock.advance(5);
  };
  const open = async (...tools: readonly string[]) => {
    if (tools.length > 0) source.tools = tools;
    const host = new FakeHost();
    host.backend = new SingleBackend(lineTo(server, host));
    void host.initialize();
    await pass(200);
    return { host, line: source.line };
  };
  const send = async (host: FakeHost, method: string, params?: object): Promise<Message | undefined> => {
    const answer = host.request(method, params);
    await pass(2_500);
    return answer;
  };
  const call = async (host: FakeHost, name: string): Promise<string> =>
    (await send(host, 'tools/call', { name, arguments: {} }))?.text ?? '';
  return { source, server, open, send, call, pass };
}

describe('a list', () => {
  it('says that it is not whole when the server is gone behind its first page', async () => {
    const { server, open, send } = someHosts();
    const { host, line } = await open();
    line.answers['tools/list'] = (request) => {
      line.say(Message.result(request.id ?? '', { tools: [{ name: 'first' }], nextCursor: 'second' }));
      line.die();
      return undefined;
    };
    const list = await send(host, 'tools/list');

    expect(list?.result).toMatchObject({
      tools: [{ name: 'first' }],
      _meta: { [faultMetaKey]: { kind: 'connection_lost', server: 'files', retryable: true } },
    });
    expect(list?.result).not.toHaveProperty('nextCursor');
    expect(server.catalog.get('first')).toBeUndefined();
  });

  it('that was not whole is told again as soon as the server is back', async () => {
    const { open, send, pass } = someHosts();
    const { host, line } = await open();
    line.answers['tools/list'] = (request) => {
      line.say(Message.result(request.id ?? '', { tools: [], nextCursor: 'second' }));
      line.die();
      return undefined;
    };
    await send(host, 'tools/list');
    await pass(2_000);

    expect(host.notifications).toContain(listChanged);
  });
});

it.each([
  ['in escapes, behind a tool that names the same', String.raw`"tools":[${paging}],"next\u0043ursor":""`],
  ['twice', String.raw`"nextCursor":"","tools":[${paging}],"nextCursor":null`],
  ['first', String.raw`"nextCursor" : "" , "tools":[${paging}]`],
])('loses nothing but the cursor, wherever that stands (%s)', async (_where, result) => {
  const { open, send } = someHosts();
  const { host, line } = await open();
  line.answers['tools/list'] = () => Message.read(`{"jsonrpc":"2.0","id":1,"result":{${result}}}`);

  expect((await send(host, 'tools/list'))?.result).toEqual({ tools: [JSON.parse(paging)] });
});

describe('after a restart', () => {
  it('each host hears of other tools, whoever of them lists first', async () => {
    const { source, open, send, pass } = someHosts();
    const a = await open();
    const b = await open();
    for (const { host } of [a, b]) await send(host, 'tools/list');
    source.tools = ['echo', 'added'];
    a.line.die();
    await pass(2_000);
    await send(a.host, 'tools/list');
    b.line.die();
    await pass(2_000);

    expect(
      [a.host, b.host].map(({ notifications }) => notifications.filter((method) => method === listChanged)),
    ).toEqual([[listChanged], [listChanged]]);
  });

  it('a host hears of other tools also where a call of it has found them first', async () => {
    const { source, open, send, call, pass } = someHosts();
    const { host, line } = await open();
    await send(host, 'tools/list');
    source.tools = ['echo', 'added'];
    line.die();
    while (source.lines.length === 1) await pass(5);
    await pass(20);
    expect(await call(host, 'added')).toContain('done');

    expect(host.notifications).toContain(listChanged);
  });

  it('a host hears of it where the tools could not be read', async () => {
    const { source, open, send, pass } = someHosts();
    const { host, line } = await open();
    await send(host, 'tools/list');
    source.answers['tools/list'] = () => Message.error('1', { code: -32_603, message: 'not yet' });
    line.die();
    await pass(2_000);

    expect(host.notifications).toContain(listChanged);
  });

  it('a host hears nothing of the tools that it knows', async () => {
    const { open, send, pass } = someHosts();
    const { host, line } = await open();
    await send(host, 'tools/list');
    line.die();
    await pass(2_000);

    expect(host.notifications).not.toContain(listChanged);
  });
});

describe('tools that a server lists for one session alone', () => {
  it('can be called in it, whatever others list', async () => {
    const { open, send, call, pass } = someHosts();
    const a = await open('common', 'x');
    const b = await open('common', 'y');
    for (const { host } of [a, b]) await send(host, 'tools/list');
    const answers = [a.host, b.host, a.host].map((host, index) =>
      host.request('tools/call', { name: index === 1 ? 'y' : 'x', arguments: {} }),
    );
    await pass(50);

    for (const answer of answers) expect((await answer)?.text).toContain('done');
    expect(await call(a.host, 'y')).toContain('unknown_tool');
    expect(await call(b.host, 'x')).toContain('unknown_tool');
    expect([a.line.count('tools/call'), b.line.count('tools/call')]).toEqual([2, 1]);
  });
});

it('lets the server judge a name that its list does not show, where that can not be read anew', async () => {
  const { open, send, call } = someHosts();
  const { host, line } = await open();
  await send(host, 'tools/list');
  line.answers['tools/list'] = () => Message.error('1', { code: -32_603, message: 'busy' });

  expect(await call(host, 'new')).toContain('done');
});
