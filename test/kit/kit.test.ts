import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { Kit, livingProcesses, textOf, until, useKit } from './index.ts';
import { Ledger } from './ledger.ts';
import { EventLines } from './event-lines.ts';
import { environment } from './gateway.ts';

describe('the checks at the end of a test', () => {
  it('find nothing where everything was answered and ended', async () => {
    expect(
      await problemsOf(async (kit) => {
        const host = kit.openStdio((await kit.fake('slow')).server);
        await host.initialize();
        await host.callTool('fast');
      }),
    ).toEqual([]);
  });

  it('report a request without an answer', async () => {
    const [problem] = await problemsOf(async (kit) => {
      const host = kit.openStdio((await kit.fake('hangs', { words: ['tools/call'] })).server);
      await host.initialize();
      host.ask('tools/call', { name: 'hello' }, 'lost');
    });
    expect(problem).toBe('the request "lost" was never answered');
  });

  it('let a request go that the host has cancelled', async () => {
    expect(
      await problemsOf(async (kit) => {
        const host = kit.openStdio((await kit.fake('hangs', { words: ['tools/call'] })).server);
        await host.initialize();
        const requestId = host.ask('tools/call', { name: 'hello' });
        host.notify('notifications/cancelled', { requestId });
      }),
    ).toEqual([]);
  });

  it('report an answer that came twice', async () => {
    const [problem] = await problemsOf(async (kit) => {
      const host = kit.openStdio((await kit.fake('ids', { words: ['twice'] })).server);
      await host.initialize();
      await host.callTool('odd');
      await host.callTool('wait');
    });
    expect(problem).toBe('the request 2 was asked 1 times and answered 2 times');
  });

  it('report an answer to an id that nobody used, by its type', async () => {
    const problems = await problemsOf(async (kit) => {
      const host = kit.openStdio((await kit.fake('ids', { words: ['text'] })).server);
      await host.initialize();
      host.ask('tools/call', { name: 'odd' }, 7);
    });
    expect(problems).toContain('the request "7" was asked 0 times and answered 1 times');
    expect(problems).toContain('the request 7 was never answered');
  });

  it('report and end a process that outlives its test', async () => {
    let orphan = 0;
    const problems = await problemsOf(async (kit) => {
      const child = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1e6)'], {
        env: environment(kit.place),
        stdio: 'ignore',
        detached: true,
      });
      child.unref();
      orphan = child.pid ?? 0;
      await until('the orphan', () => livingProcesses().some(({ pid }) => pid === orphan));
    });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`process ${orphan} is still alive`);
    await until('its end', () => !livingProcesses().some(({ pid }) => pid === orphan));
  });

  it('report a planted secret in what a host got', async () => {
    const problems = await problemsOf(async (kit) => {
      const secret = kit.plantSecret('abc12345-planted');
      const leaks = await kit.fake('leaks');
      const host = kit.openStdio({ ...leaks.server, env: { SECRET: secret } });
      await host.initialize();
      await host.callTool('result');
      await host.callTool('stderr');
    });
    expect(problems).toEqual([
      'the secret abc12345-planted stood in the stdout of a command',
      'the secret abc12345-planted stood in its stderr',
    ]);
  });

  it('report what nobody handled', async () => {
    const problems = await problemsOf(async (kit) => {
      await kit.openStdio({ command: process.execPath, args: ['-e', 'Promise.reject(new Error("lost"))'] }).exited;
    });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/stderr has Node\.js v/);
  });
});

describe('a raw host', () => {
  const kit = useKit();

  it.each(['stdio', 'http'] as const)('reaches a fake over %s', async (over) => {
    const { server } = await kit.fake('slow', { over });
    const host = 'url' in server ? kit.openHttp(server.url) : kit.openStdio(server);
    await host.initialize();
    expect(textOf(await host.callTool('fast', { text: 'hi' }))).toBe('hi');
  });

  it.each(['stdio', 'http'] as const)('speaks the modern wire over %s', async (over) => {
    const { server } = await kit.fake('slow', { over, modern: true });
    const host = 'url' in server ? kit.openHttp(server.url, { era: 'modern' }) : kit.openStdio(server);
    const send = 'modern' in host ? host.modern.bind(host) : host.request.bind(host);
    expect((await send('server/discover')).result?.['supportedVersions']).toEqual(['2026-07-28']);
    expect((await send('tools/list')).result).toMatchObject({
      resultType: 'complete',
      ttlMs: 0,
      cacheScope: 'private',
    });
  });

  it.each(['stdio', 'http'] as const)('answers what it is asked over %s', async (over) => {
    const { server } = await kit.fake('asks', { over });
    const handlers = { ping: () => ({}), 'elicitation/create': () => ({ action: 'accept', content: {} }) };
    const host = 'url' in server ? kit.openHttp(server.url, { handlers }) : kit.openStdio({ ...server, handlers });
    await host.initialize({ capabilities: { elicitation: {} } });
    expect(JSON.parse(textOf(await host.callTool('elicit')))).toMatchObject({
      pong: { result: {} },
      heard: { result: { action: 'accept' } },
    });
    expect(host.inbox.requests('elicitation/create')).toHaveLength(1);
  });

  it('keeps what came exact to the byte', async () => {
    const host = kit.openStdio((await kit.fake('exact')).server);
    await host.initialize();
    await host.callTool('big');
    expect(host.texts.at(-1)).toContain('{"id":9007199254740993,"e":1e400,"f":0.1,"z":-0,"x":1.0,"d":1E+2}');
  });

  it('says what ended instead of waiting for an answer that cannot come', async () => {
    const fake = await kit.fake('broken-http', { over: 'http', words: ['empty'] });
    const host = kit.openHttp(fake.server.url);
    await host.initialize();
    await expect(host.callTool('hello')).rejects.toThrow('The response ended (whole, status 200) without the answer');
    host.inbox.ledger.forgiveAll();
  });
});

describe('a host of the SDK', () => {
  const kit = useKit();

  it('reaches a fake over the old HTTP+SSE', async () => {
    const { server } = await kit.fake('slow', { over: 'sse' });
    const { client } = await kit.connectV1({ ...server, transport: 'sse' });
    const { content } = await client.callTool({ name: 'fast', arguments: { text: 'hi' } });
    expect(content).toEqual([{ type: 'text', text: 'hi' }]);
  });
});

describe('a ledger', () => {
  it('tells the number from the text', () => {
    const ledger = new Ledger();
    ledger.sent({ id: 7, method: 'ping' });
    ledger.sent({ id: '7', method: 'ping' });
    ledger.received({ id: 7, result: {} });
    expect(ledger.open()).toEqual(['"7"']);
  });

  it('wants one answer for each use of the same id', () => {
    const ledger = new Ledger();
    ledger.sent({ id: 1, method: 'a' });
    ledger.sent({ id: 1, method: 'b' });
    ledger.received({ id: 1, result: {} });
    expect(ledger.open()).toEqual(['1']);
    ledger.received({ id: 1, error: { code: -32_600, message: 'Already in use.' } });
    expect(ledger.problems()).toEqual([]);
  });
});

describe('lines of events', () => {
  it('join data over chunks and lines, and count comments', () => {
    const seen: string[] = [];
    const lines = new EventLines((data) => seen.push(data));
    for (const character of ': hi\r\n\r\nevent: message\r\ndata: {"a":\r\ndata:1}\r\n\r\nid: 3\ndata:\n\n')
      lines.push(character);
    expect(seen).toEqual(['{"a":\n1}']);
    expect(lines.comments).toBe(1);
  });
});

async function problemsOf(test: (kit: Kit) => Promise<void>): Promise<readonly string[]> {
  const kit = new Kit();
  kit.begin();
  await test(kit);
  return kit.end(300);
}
