import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { at, textOf, until, useKit } from '../kit/index.ts';
import { fakeNames, type FakeName } from './index.ts';

const kit = useKit();

it('has a file for each name, and a name for each file', () => {
  const files = readdirSync(new URL('.', import.meta.url), { withFileTypes: true }).filter((entry) => entry.isFile());
  const names = files.map(({ name }) => name.replace(/\.ts$/, ''));
  expect(new Set(names)).toEqual(new Set([...fakeNames, 'index', 'fake-path', 'fakes.test']));
});

async function open(name: FakeName, words: readonly string[] = [], ms?: number) {
  const fake = await kit.fake(name, { words, ...(ms !== undefined && { ms }) });
  const host = kit.openStdio(fake.server);
  return { host, journal: fake.journal };
}

async function openHttp(name: FakeName, words: readonly string[] = [], ms?: number) {
  const fake = await kit.fake(name, { words, over: 'http', ...(ms !== undefined && { ms }) });
  return { host: kit.openHttp(fake.server.url), journal: fake.journal };
}

describe('slow', () => {
  it('works until it is cancelled, and says nothing then', async () => {
    const { host, journal } = await open('slow');
    await host.initialize();
    const requestId = host.ask('tools/call', { name: 'count' });
    await journal.waitFor('counted', 2);
    host.notify('notifications/cancelled', { requestId });
    await journal.waitFor('cancelled');
    const counted = journal.count('counted');
    expect(textOf(await host.callTool('wait', { ms: 450 }))).toBe('waited 450 ms');
    expect(journal.count('counted')).toBe(counted);
  });

  it('answers late what was cancelled, unless it is polite', async () => {
    for (const [words, answers] of [
      [[], 1],
      [['polite'], 0],
    ] as const) {
      const { host, journal } = await open('slow', words);
      await host.initialize();
      const requestId = host.ask('tools/call', { name: 'wait', arguments: { ms: 150 } });
      host.notify('notifications/cancelled', { requestId });
      await journal.waitFor('cancelled');
      await host.callTool('wait', { ms: 250 });
      expect(host.inbox.answersTo(requestId)).toHaveLength(answers);
    }
  });

  it('reports progress to a token of either type, and none without', async () => {
    const { host } = await open('slow');
    await host.initialize();
    for (const progressToken of [7, '7']) await host.callTool('tick', { everyMs: 5, times: 2 }, { progressToken });
    await host.callTool('tick', { everyMs: 5, times: 2 });
    expect(host.inbox.notifications().map(({ params }) => params?.['progressToken'])).toEqual([7, 7, '7', '7']);
  });

  it.each(['stdio', 'http'] as const)('reports progress after the end over %s', async (over) => {
    const { host, journal } = over === 'stdio' ? await open('slow') : await openHttp('slow');
    await host.initialize();
    if ('get' in host) await host.get().opened();
    await host.callTool('late_progress', { everyMs: 10 }, { progressToken: 'x' });
    await journal.waitFor('late-progress-sent');
    await until('the progress', () => host.inbox.notifications().length === 3);
    expect(host.inbox.notifications().map(({ params }) => params?.['progress'])).toEqual([1, 2, 3]);
  });

  it('does one thing after the other when serial', async () => {
    const { host } = await open('slow', ['serial']);
    await host.initialize();
    host.ask('tools/call', { name: 'wait', arguments: { ms: 100 } }, 'slow');
    await host.request('ping', undefined, { id: 'ping' });
    expect(host.received.map(({ id }) => id).slice(-2)).toEqual(['slow', 'ping']);
  });

  it('stops for a modern host that leaves', async () => {
    const fake = await kit.fake('slow', { over: 'http', modern: true });
    const host = kit.openHttp(fake.server.url, { era: 'modern' });
    const call = host.ask('tools/call', { name: 'count', arguments: {} });
    await fake.journal.waitFor('counted', 1);
    call.abort();
    await fake.journal.waitFor('http-closed');
    const counted = fake.journal.count('counted');
    await host.callTool('wait', { ms: 450 });
    expect(fake.journal.count('counted')).toBe(counted);
  });
});

describe('those that die or will not', () => {
  it.each([
    [['at-once'], 1],
    [['after-initialize'], 3],
  ])('exits %s', async (words, code) => {
    const { host } = await open('exits', words);
    host.ask('initialize', { protocolVersion: '2025-11-25' });
    host.inbox.ledger.forgiveAll();
    expect(await host.exited).toEqual({ code, signal: null });
    expect(host.received).toHaveLength(code === 3 ? 1 : 0);
  });

  it('exits in the middle of a call, having done its work', async () => {
    const { host, journal } = await open('exits', ['during-call']);
    await host.initialize();
    host.ask('tools/call', { name: 'die', arguments: { code: 7 } });
    host.inbox.ledger.forgiveAll();
    expect((await host.exited).code).toBe(7);
    expect(journal.count('committed')).toBe(1);
  });

  it('starts late, after lines of an installer', async () => {
    const { host } = await open('exits', ['starts-late'], 100);
    await host.initialize();
    expect(host.stderr).toContain('installing…');
  });

  it('closes its stdin and lives', async () => {
    const { host } = await open('exits', ['closes-stdin']);
    await host.initialize();
    await host.callTool('close_stdin');
    host.write('x'.repeat(200_000));
    host.kill('SIGTERM');
    expect((await host.exited).signal).toBe('SIGTERM');
  });

  it.each([
    ['', 0],
    ['term', 1],
    ['grandchild', 1],
    ['wrapper', 1],
  ])('stubborn %s ignores the end of stdin', async (variant, grandchildren) => {
    const { host, journal } = await open('stubborn', variant === '' ? [] : [variant]);
    await host.initialize();
    await host.callTool('hello');
    const ended = host.end();
    await journal.waitFor('stdin-ended');
    expect(host.exit).toBeUndefined();
    if (variant === 'term') {
      host.kill('SIGTERM');
      await journal.waitFor('terminated');
    }
    const children = journal.entries('grandchild').map((entry) => Number(entry['child']));
    expect(children).toHaveLength(variant === 'term' ? 0 : grandchildren);
    for (const pid of children) process.kill(pid, 'SIGKILL');
    host.kill('SIGKILL');
    await ended;
  });
});

describe('those that garble', () => {
  it('noise comes before, in front of and between messages', async () => {
    const banner = await open('noise', ['banner']);
    await banner.host.initialize();
    await banner.host.callTool('dump');
    expect(banner.host.strayLines).toEqual(
      expect.arrayContaining(['Server ready v1.2', '', '🚀 listening', '{"a":1}', '}']),
    );
    expect(banner.host.strayLines).toHaveLength(43);

    const { host } = await open('noise', ['glued']);
    await host.initialize();
    host.ask('tools/call', { name: 'hello' });
    await until('the line', () => host.strayLines.length > 0);
    expect(host.strayLines[0]).toMatch(/^\[INFO\] request served \{"jsonrpc"/);
    host.inbox.ledger.forgiveAll();
  });

  it('noise floods stderr', async () => {
    const { host } = await open('noise');
    await host.initialize();
    await host.callTool('flood');
    await until('the flood', () => host.stderr.length >= 256 * 1024);
    expect(host.strayLines).toEqual([]);
  });

  it.each(['stdio', 'http'] as const)('encoding sends invalid and split UTF-8 over %s', async (over) => {
    const { host } = over === 'stdio' ? await open('encoding') : await openHttp('encoding');
    await host.initialize();
    expect(textOf(await host.callTool('bad_bytes'))).toMatch(/^before \uFFFD+ after$/);
    expect(textOf(await host.callTool('split'))).toBe('before € after');
  });

  it('encoding chokes on what is not ASCII', async () => {
    const exits = await open('encoding', ['exits']);
    await exits.host.initialize();
    await exits.host.callTool('echo', { text: 'plain' });
    exits.host.ask('tools/call', { name: 'echo', arguments: { text: 'Đ' } });
    exits.host.inbox.ledger.forgiveAll();
    expect((await exits.host.exited).code).toBe(1);
  });

  it('huge answers in one write, in many, and without an end', async () => {
    const { host } = await open('huge');
    await host.initialize();
    for (const args of [{}, { chunkBytes: 4_096 }, { id: 'last' }]) {
      expect(textOf(await host.callTool('big', { bytes: 1_000_000, ...args }))).toHaveLength(1_000_000);
    }
    expect(host.texts.at(-1)?.slice(-10)).toMatch(/"id":\d+\}$/);
    host.ask('tools/call', { name: 'endless' });
    host.inbox.ledger.forgiveAll();
    const lines = host.lines.length;
    host.kill('SIGKILL');
    await host.exited;
    expect(host.lines).toHaveLength(lines);
  });

  it.each(['zero', 'other', 'null', 'none'])('ids answers %s', async (variant) => {
    const { host } = await open('ids', [variant]);
    await host.initialize();
    host.ask('tools/call', { name: 'odd' }, 'mine');
    const answer = await host.inbox.waitFor(
      'an answer',
      (message) => message.id !== 1 && ('error' in message || 'result' in message),
    );
    expect(answer.id).toBe({ zero: 0, other: 987_654_321, null: null, none: undefined }[variant]);
    // The host can't know whose answer this was meant to be.
    host.inbox.ledger.forgiveAll();
    host.inbox.ledger.sent({ id: answer.id, method: 'odd' });
  });

  it('odd-errors fails without a word', async () => {
    const { host } = await open('odd-errors');
    await host.initialize();
    expect((await host.callTool('no_content')).result).toEqual({ isError: true, content: [] });
    expect((await host.callTool('error_empty')).error).toEqual({ code: -32_603, message: '' });
    expect((await host.callTool('error_text')).error).toBe('it broke');
    expect((await host.callTool('typed', { count: 'x' })).error?.code).toBe(-32_602);
    expect((await host.callTool('nothing')).error?.code).toBe(-32_602);
  });

  it('leaks tells what it was given', async () => {
    const { server } = await kit.fake('leaks', { words: ['dies-in-pieces'] });
    const host = kit.openStdio({ ...server, env: { SECRET: 'abc12345' } });
    expect((await host.exited).code).toBe(1);
    expect(host.stderr).toContain('SECRET=abc12345\n');
  });
});

describe('those with an own idea of the protocol', () => {
  it('exact keeps the digits', async () => {
    const { host } = await open('exact');
    await host.initialize();
    await host.callTool('big');
    expect(host.texts.at(-1)).toContain('9007199254740993');
    host.sendLine(
      '{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"received","arguments":{"id":1234567890123456789}}}',
    );
    expect(textOf(await host.inbox.answerTo(9))).toContain('1234567890123456789');
  });

  it('handshake gates its list', async () => {
    const { host } = await open('handshake', ['gated']);
    await host.request('initialize', { protocolVersion: '2025-11-25' });
    expect((await host.request('tools/list')).result?.['tools']).toEqual([]);
    host.notify('notifications/initialized');
    expect((await host.request('tools/list')).result?.['tools']).toHaveLength(1);
  });

  it.each([
    ['refuses-text', 400, undefined],
    ['refuses-data', 400, ['2025-06-18', '2025-03-26']],
  ])('handshake %s names the versions that it knows', async (variant, status, supported) => {
    const { host } = await openHttp('handshake', [variant]);
    const call = await host.ask('initialize', { protocolVersion: '2025-11-25' }).finished();
    expect(call.status).toBe(status);
    expect(call.messages[0]?.error?.data?.['supported']).toEqual(supported);
    expect((await host.initialize({ protocolVersion: '2025-06-18' })).result?.['protocolVersion']).toBe('2025-06-18');
    expect((await host.callTool('hello')).result).toBeDefined();
  });

  it.each([
    ['older', '2025-03-26'],
    ['future', '2099-01-01'],
  ])('handshake %s answers with another version', async (variant, version) => {
    const { host } = await open('handshake', [variant]);
    expect((await host.initialize()).result?.['protocolVersion']).toBe(version);
  });

  it.each([
    ['tools-only', -32_601],
    ['ping-32600', -32_600],
    ['internal', -32_603],
  ])('optional %s refuses by %d', async (variant, code) => {
    const { host } = await open('optional', [variant]);
    await host.initialize();
    expect((await host.request(variant === 'ping-32600' ? 'ping' : 'resources/list')).error?.code).toBe(code);
    expect((await host.callTool('hello')).result).toBeDefined();
  });

  it('lists in pages, of which one fails once', async () => {
    const { host } = await open('lists', ['flaky']);
    await host.initialize();
    const first = (await host.request('tools/list')).result;
    const cursor = first?.['nextCursor'];
    expect((await host.request('tools/list', { cursor })).error?.code).toBe(-32_603);
    const second = (await host.request('tools/list', { cursor })).result;
    const third = (await host.request('tools/list', { cursor: second?.['nextCursor'] })).result;
    expect([first, second, third].map((page) => at(page, 'tools', 'length'))).toEqual([50, 50, 20]);
    expect(third?.['nextCursor']).toBe('');
  });

  it('lists changes and says so', async () => {
    const { host } = await open('lists', ['changes']);
    await host.initialize();
    await host.callTool('change', { how: 'burst' });
    expect(host.inbox.notifications('notifications/tools/list_changed')).toHaveLength(10);
    expect((await host.request('tools/list')).result?.['tools']).toHaveLength(12);
  });

  it('names says which server it is and what it was given', async () => {
    const { host } = await open('names', ['A', 'C:\\My Data\\a & b', '100%', 'say "hi"']);
    await host.initialize();
    expect(textOf(await host.callTool('send', { text: 'x' }))).toBe('A sent x');
    expect(JSON.parse(textOf(await host.callTool('argv')))).toEqual(['C:\\My Data\\a & b', '100%', 'say "hi"']);
  });
});

describe('those that break HTTP', () => {
  it.each([
    ['404', 404],
    ['404-null', 404],
    ['404-empty', 404],
    ['400', 400],
    ['401', 401],
    ['503', 503],
  ])('sessions are forgotten by %s', async (variant, status) => {
    const { host } = await openHttp('sessions', [variant]);
    await host.initialize();
    expect(textOf(await host.callTool('find'))).toBe('served');
    expect((await host.ask('tools/call', { name: 'find' }).finished()).status).toBe(status);
    await host.initialize();
    expect(textOf(await host.callTool('find'))).toBe('served');
    expect(textOf(await host.callTool('find'))).toBe('served');
  });

  it.each([
    ['get-text', 200],
    ['get-closes', 200],
    ['get-405', 405],
  ])('streams answers a GET with %s', async (variant, status) => {
    const { host } = await openHttp('streams', [variant]);
    await host.initialize();
    const stream = await host.get().finished();
    expect([stream.status, stream.ended]).toEqual([status, 'whole']);
    expect(textOf(await host.callTool('hello'))).toBe('hello');
  });

  it('streams ends or cuts what should bring an answer', async () => {
    for (const [variant, ended] of [
      ['ends', 'whole'],
      ['cuts', 'cut'],
    ] as const) {
      const { host } = await openHttp('streams', [variant]);
      await host.initialize();
      const call = await host.ask('tools/call', { name: 'long' }).finished();
      expect([call.ended, call.messages.length]).toEqual([ended, 1]);
      host.inbox.ledger.forgiveAll();
    }
  });

  it.each(['lf', 'crlf', 'cut', 'bytes', 'pretty', 'nospace', 'comments', 'character'])(
    'sse-shapes sends %s',
    async (variant) => {
      const { host } = await openHttp('sse-shapes', [variant]);
      await host.initialize();
      expect(textOf(await host.callTool('shaped'))).toBe('Grüße, 世界 — ready');
    },
  );

  it.each([
    ['202', 202, ''],
    ['200-empty', 200, ''],
    ['200-null', 200, 'null'],
    ['204', 204, ''],
    ['202-text', 202, 'ok'],
    ['200-id-null', 200, '{"jsonrpc":"2.0","id":null}'],
  ])('acks says %s', async (variant, status, body) => {
    const { host } = await openHttp('acks', [variant]);
    await host.initialize();
    const ack = await host.notify('notifications/initialized');
    expect([ack.status, ack.body]).toEqual([status, body]);
  });

  it.each([
    ['500', 500],
    ['html', 200],
    ['reset', undefined],
    ['202', 202],
    ['stream-empty', 200],
    ['401', 401],
  ])('broken-http answers %s', async (variant, status) => {
    const { host } = await openHttp('broken-http', [variant, 'tools/call', 'tools/list']);
    await host.initialize();
    for (const method of ['tools/call', 'tools/list'])
      expect((await host.ask(method, {}).finished()).status).toBe(status);
    host.inbox.ledger.forgiveAll();
  });

  it.each(['closes', '503', '429', 'reset'])('commits %s once, and counts over restarts', async (variant) => {
    const { host, journal } = await openHttp('commits', [variant]);
    await host.initialize();
    await host.ask('tools/call', { name: 'send', arguments: {} }).finished();
    host.inbox.ledger.forgiveAll();
    expect(journal.count('committed', { tool: 'send' })).toBe(variant === '429' ? 0 : 1);
    expect(textOf(await host.callTool('send'))).toBe('send: done');
    expect(journal.count('attempted')).toBe(2);
  });

  it('commits goes away after its list, and comes back', async () => {
    const { host } = await openHttp('commits', ['refuses'], 300);
    await host.initialize();
    await host.request('tools/list');
    await until('the refusal', async () => (await host.ask('ping').finished()).status === undefined);
    host.inbox.ledger.forgiveAll();
    await until('its return', async () => (await host.ask('ping').finished()).status === 200);
    expect(textOf(await host.callTool('send'))).toBe('send: done');
    host.inbox.ledger.forgiveAll();
  });

  it('commits dies over stdio, having done its work', async () => {
    const fake = await kit.fake('commits', { words: ['closes'] });
    const host = kit.openStdio(fake.server);
    await host.initialize();
    host.ask('tools/call', { name: 'send', arguments: { text: 'x' } });
    host.inbox.ledger.forgiveAll();
    expect((await host.exited).code).toBe(9);
    expect(fake.journal.count('committed', { tool: 'send' })).toBe(1);
    const again = kit.openStdio(fake.server);
    await again.initialize();
    expect(textOf(await again.callTool('send'))).toBe('send: done');
  });
});
