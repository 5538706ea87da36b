import { describe, expect, it } from 'vitest';
import { at, textOf, until, useKit } from '../kit/index.ts';
import { openDoor } from './doors.ts';

const refusals = ['404', '404-null', '404-empty', '400', '401'];

describe('C52', () => {
  const kit = useKit();

  it.each(refusals)(
    'C52 a session that its server forgot is opened anew once, whoever meets it first (%s)',
    async (refusal) => {
      // It is no repetition of a call, which would be forbidden here: the server has run nothing and is well.
      const config = { defaults: { retry: { maxAttempts: 1, maxAttemptsRead: 1 } } };
      const { host, journal } = await openDoor(kit, 'http', 'sessions', { words: [refusal], config });
      await host.initialize();
      expect(textOf(await host.callTool('find'))).toBe('served');

      // None of them was run: even a write may go again.
      const tools = Array.from({ length: 12 }, (_each, index) => (index % 3 === 0 ? 'send' : 'find'));
      const answers = await Promise.all(tools.map((tool) => host.callTool(tool)));
      expect(answers.map(textOf)).toEqual(tools.map(() => 'served'));
      expect(journal.received('initialize')).toHaveLength(2);
      expect(journal.received('tools/call')).toHaveLength(1 + tools.length);
      const ids = journal
        .entries('http')
        .filter(({ rpc }) => rpc === 'initialize')
        .map((entry) => at(entry['headers'], 'mcp-session-id'));
      expect(ids).toEqual([undefined, undefined]);
    },
  );

  // Unlike the others these also come after the work was done, whatever they say: no write may go again for one (C78).
  it.each(['403', '410', '503'])(
    'C52 a session that is lost under a %s is opened anew, and only what is harmless is sent again',
    async (refusal) => {
      const { host, journal } = await openDoor(kit, 'http', 'sessions', { words: [refusal] });
      await host.initialize();
      await host.request('tools/list');
      expect(textOf(await host.callTool('find'))).toBe('served');

      const [send, find] = await Promise.all([host.callTool('send'), host.callTool('find')]);
      expect(textOf(find)).toBe('served');
      expect(at(send, 'result', '_meta', 'dev.breakwater/fault')).toMatchObject({
        executed: 'unknown',
        retryable: false,
      });
      expect(textOf(await host.callTool('send'))).toBe('served');
      expect(journal.received('initialize')).toHaveLength(2);
    },
  );

  it('C52 a new session is told what the old one was told, and its lists are read again', async () => {
    const { host, journal } = await openDoor(kit, 'http', 'sessions', { words: ['404', '1'] });
    if (!('get' in host)) throw new Error('Expected a host on HTTP.');
    await host.initialize();
    host.get();
    await host.request('resources/subscribe', { uri: 'test://kept' });
    await host.request('resources/subscribe', { uri: 'test://dropped' });
    await host.request('resources/unsubscribe', { uri: 'test://dropped' });
    await host.request('logging/setLevel', { level: 'debug' });
    await host.callTool('find');
    const listed = journal.received('tools/list').length;

    expect(textOf(await host.callTool('find'))).toBe('served');
    const second =
      journal
        .entries('received')
        .map(({ text }) => String(text))
        .join('\n')
        .split('"initialize"')[2] ?? '';
    expect(second).toContain('notifications/initialized');
    expect(second).toMatch(/resources\/subscribe[^\n]*test:\/\/kept/);
    expect(second).not.toContain('test://dropped');
    expect(second).toMatch(/logging\/setLevel[^\n]*debug/);
    await until('the tools to be read again', () => journal.received('tools/list').length > listed);
    // What the new session's resources are, only the host can read.
    await until('the host to hear of it', () => host.inbox.notifications('notifications/resources/list_changed')[0]);
  });

  it('C52 a call that runs on in the lost session is answered, while others go to a new one', async () => {
    const { host, journal } = await openDoor(kit, 'http', 'sessions', { words: ['404', '2'] });
    await host.initialize();
    const held = host.callTool('hold', { ms: 1_500 });
    await journal.waitFor('committed');
    await host.callTool('find');

    expect(textOf(await host.callTool('find'))).toBe('served');
    expect(journal.received('initialize')).toHaveLength(2);
    expect(textOf(await held)).toBe('held');
    expect(journal.count('committed')).toBe(1);
  });

  it('C52 words about a session in the refusal of one call cost no other call its answer', async () => {
    const { host, journal } = await openDoor(kit, 'http', 'sessions', { words: ['500-words'] });
    await host.initialize();
    const held = host.callTool('hold', { ms: 1_500 });
    await journal.waitFor('committed');

    const tripped = await host.callTool('trip');
    expect(at(tripped, 'result', '_meta', 'dev.breakwater/fault')).toMatchObject({
      kind: 'upstream_bad_answer',
      executed: 'unknown',
    });
    expect(textOf(await held)).toBe('held');
    expect(journal.received('initialize')).toHaveLength(1);
  });

  it('C52 a call that may have run in the lost session is not sent again', async () => {
    const { host, journal } = await openDoor(kit, 'http', 'sessions', { words: ['404', '2'] });
    await host.initialize();
    const held = host.callTool('hold', { ms: 1_500, cut: true });
    await journal.waitFor('committed');
    await host.callTool('find');

    expect(textOf(await host.callTool('find'))).toBe('served');
    const answer = await held;
    expect(textOf(answer)).toMatch(/outcome unknown/iu);
    expect(at(answer, 'result', '_meta', 'dev.breakwater/fault')).toMatchObject({
      executed: 'unknown',
      retryable: false,
    });
    expect(journal.count('committed')).toBe(1);
  });

  it('C52 a server that knows none of its sessions is asked for new ones with growing pauses', async () => {
    const { host, journal } = await openDoor(kit, 'http', 'sessions', {
      words: ['404', '0'],
      config: { defaults: { deadline: '4s' } },
    });
    await host.initialize();

    const answers = await Promise.all([host.callTool('find'), host.callTool('send')]);
    for (const answer of answers)
      expect(at(answer, 'result', '_meta', 'dev.breakwater/fault')).toMatchObject({ executed: 'no' });
    // Without pauses it would be a session each 250 ms, that is 16; with them, which are drawn, 5 to 8.
    expect(journal.received('initialize').length).toBeLessThan(12);
    expect(journal.received('tools/call')).toHaveLength(0);
  });

  it('C52 each loss of a session is mended', async () => {
    const { host, journal } = await openDoor(kit, 'http', 'sessions', { words: ['404-null', '1', 'always'] });
    await host.initialize();
    for (let call = 0; call < 4; call++) expect(textOf(await host.callTool('send'))).toBe('served');
    expect(journal.received('tools/call')).toHaveLength(4);
  });
});
