import { describe, expect, it } from 'vitest';
import { at, textOf, until, useKit, type JsonRpc } from '../kit/index.ts';
import { bothTransports, openDoor, type DoorKind } from './doors.ts';

// (a) silence, (b) a cut connection, also inside the answer, (c) a status after the work.
const losses: readonly (readonly [DoorKind, string])[] = [
  ['run', 'silent'],
  ['serve', 'silent'],
  ['http', 'silent'],
  ['sse', 'silent'],
  ['http', 'closes'],
  ['http', 'reset'],
  ['http', '503'],
];
const order = { request_id: 'order-7', text: 'hi' };
const patience = { defaults: { timeout: '250ms' } };

describe('C78', () => {
  const kit = useKit();

  it.each(losses)(
    'C78 after a lost answer a read is sent again, and a write is not: the model is told to verify (%s, %s)',
    async (kind, loss) => {
      const { host, journal } = await openDoor(kit, kind, 'commits', { words: [loss], config: patience });
      await host.initialize();
      await host.request('tools/list');

      // `plain` has no annotations, and counts as not safe.
      const [send, plain, find] = await Promise.all([
        host.callTool('send'),
        host.callTool('plain'),
        host.callTool('find'),
      ]);
      [send, plain].forEach(expectUnknown);
      expect(textOf(find)).toBe('find: done');
      expect(['send', 'plain', 'find'].map((tool) => journal.count('committed', { tool }))).toEqual([1, 1, 2]);
    },
  );

  it.each(['closes', 'reset'])('C78 the same where the answer is lost with its child (%s)', async (loss) => {
    const { host, journal } = await openDoor(kit, 'run', 'commits', { words: [loss] });
    await host.initialize();
    await host.request('tools/list');

    // One after the other: a child takes all calls along.
    expectUnknown(await host.callTool('send'));
    expect(textOf(await host.callTool('find'))).toBe('find: done');
    expect(['send', 'find'].map((tool) => journal.count('committed', { tool }))).toEqual([1, 2]);
  });

  it('C78 what a limit has refused was not run, and is sent again after the wait (d)', async () => {
    const { host, journal } = await openDoor(kit, 'http', 'commits', { words: ['429'] });
    await host.initialize();

    const answers = await Promise.all(['send', 'plain', 'find'].map((tool) => host.callTool(tool)));
    expect(answers.map(textOf)).toEqual(['send: done', 'plain: done', 'find: done']);
    expect(journal.count('attempted')).toBe(6);
    expect(journal.count('committed')).toBe(3);
  });

  it('C78 over stdio a refusal is the answer of the server, and is passed on once (c, d)', async () => {
    for (const refusal of ['503', '429']) {
      const { host, journal } = await openDoor(kit, 'run', 'commits', { words: [refusal] });
      await host.initialize();

      const answer = await host.callTool('send');
      expect(faultOf(answer)).toMatchObject({ origin: 'server', executed: 'unknown', retryable: false });
      expect(journal.count('attempted', { tool: 'send' })).toBe(1);
    }
  });

  it('C78 what could not be sent at all is sent again until it can be (e)', async () => {
    const config = { defaults: { retry: { maxAttempts: 8 } } };
    const { host, journal } = await openDoor(kit, 'http', 'commits', { words: ['refuses', '0'], ms: 250, config });
    await host.initialize();
    await isAway(journal.entries('http')[0]?.['headers']);

    expect(textOf(await host.callTool('send'))).toBe('send: done');
    expect(journal.count('attempted', { tool: 'send' })).toBe(1);
  });

  it('C78 what could not be sent at all may be sent again by the caller (e)', async () => {
    const config = { defaults: { retry: { maxAttempts: 1 } } };
    const { host, journal } = await openDoor(kit, 'http', 'commits', { words: ['refuses', '0'], ms: 60_000, config });
    await host.initialize();
    await isAway(journal.entries('http')[0]?.['headers']);

    const answer = await host.callTool('send');
    expect(faultOf(answer)).toMatchObject({ executed: 'no', retryable: true, recoveryAction: 'wait_and_retry' });
    expect(textOf(answer)).not.toMatch(/outcome unknown/iu);
  });

  it('C78 a write that comes while its server is down waits for the next start and is sent once (e)', async () => {
    const { host, journal } = await openDoor(kit, 'run', 'commits', { words: ['closes'] });
    await host.initialize();
    expectUnknown(await host.callTool('send'));

    expect(textOf(await host.callTool('hello'))).toBe('hello');
    expect(journal.received('tools/call').filter((text) => text.includes('"hello"'))).toHaveLength(1);
    expect(journal.count('committed', { tool: 'send' })).toBe(1);
  });

  it.each(
    bothTransports.flatMap((kind) => [
      [kind, 'read', ['find'], ['put']] as const,
      [kind, 'all', ['find', 'put'], ['send']] as const,
      [kind, 'none', [], ['find', 'put']] as const,
    ]),
  )('C78 annotations count as far as they are trusted (%s, %s)', async (kind, trustAnnotations, repeated, once) => {
    const { host, journal } = await openDoor(kit, kind, 'commits', {
      words: ['silent'],
      rules: { trustAnnotations },
      config: patience,
    });
    await host.initialize();
    await host.request('tools/list');

    const [good, bad] = await Promise.all([
      Promise.all(repeated.map((tool) => host.callTool(tool))),
      Promise.all(once.map((tool) => host.callTool(tool))),
    ]);
    expect(good.map(textOf)).toEqual(repeated.map((tool) => `${tool}: done`));
    bad.forEach(expectUnknown);
    for (const tool of once) expect(journal.count('committed', { tool })).toBe(1);
  });

  it.each(bothTransports)('C78 a rule of the configuration outranks every annotation (%s)', async (kind) => {
    const tools = {
      'fake/find': { safety: 'unsafe' },
      'fake/plain': { safety: 'read' },
      'fake/send': { safety: 'idempotent' },
    };
    const { host, journal } = await openDoor(kit, kind, 'commits', {
      words: ['silent'],
      config: { ...patience, tools },
    });
    await host.initialize();
    await host.request('tools/list');

    const [find, plain, send] = await Promise.all([
      host.callTool('find'),
      host.callTool('plain'),
      host.callTool('send'),
    ]);
    expectUnknown(find);
    expect([textOf(plain), textOf(send)]).toEqual(['plain: done', 'send: done']);
    expect(['find', 'plain', 'send'].map((tool) => journal.count('committed', { tool }))).toEqual([1, 2, 2]);
  });

  it.each(bothTransports)('C78 a keyed write is sent again under its key, and only with it (%s)', async (kind) => {
    const tools = {
      'fake/send': { safety: 'keyed', keyArgument: 'request_id' },
      'fake/*': { keyArgument: 'request_id' },
    };
    const { host, journal } = await openDoor(kit, kind, 'commits', {
      words: ['silent'],
      config: { ...patience, tools },
    });
    await host.initialize();
    await host.request('tools/list');

    const [send, plain, put, find] = await Promise.all([
      host.callTool('send', order),
      host.callTool('plain', { text: 'no key' }),
      host.callTool('put', { request_id: '' }),
      // A read needs no key.
      host.callTool('find'),
    ]);
    expect([textOf(send), textOf(find)]).toEqual(['send: done', 'find: done']);
    const sent = journal.entries('committed').filter(({ tool }) => tool === 'send');
    expect(sent.map((entry) => entry['arguments'])).toEqual([order, order]);
    [plain, put].forEach(expectUnknown);
    expect(['plain', 'put'].map((tool) => journal.count('committed', { tool }))).toEqual([1, 1]);
  });
});

/** The one answer to a write that may have run: not to be repeated unseen, in words that a model reads. */
function expectUnknown(answer: JsonRpc): void {
  expect(answer.result?.['isError']).toBe(true);
  expect(faultOf(answer)).toMatchObject({ executed: 'unknown', retryable: false, recoveryAction: 'verify_then_retry' });
  expect(textOf(answer)).toMatch(/outcome unknown: verify before retrying/iu);
}

function faultOf(answer: JsonRpc): unknown {
  return at(answer, 'result', '_meta', 'dev.breakwater/fault');
}

/** Waits until nobody listens at the address that this request went to. */
async function isAway(headers: unknown): Promise<void> {
  const url = `http://${String(at(headers, 'host'))}/`;
  await until('the server to go away', async () => (await fetch(url).catch(() => undefined)) === undefined);
}
