import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { at, textOf, until, useKit, type Journal } from '../kit/index.ts';
import { ask, bothTransports, openDoor, type DoorKind, type DoorOptions } from './doors.ts';

describe('C09', () => {
  const kit = useKit();

  it.each(['run', 'http', 'sse'] as const)(
    'C09 a cancel of the host goes upstream once, under the upstream id (%s)',
    async (kind) => {
      const { host, journal } = await counting(kind);
      const cancelledAt = Date.now();
      await host.notify('notifications/cancelled', { requestId: 'mine', reason: 'enough' });
      expect(await idsCancelledSince(cancelledAt, journal)).toEqual([upstreamId(journal)]);
      expect(await stepsAfter(cancelledAt, journal)).toBe(0);
    },
  );

  it.each(bothTransports)('C09 a timeout of ours goes upstream as a cancel (%s)', async (kind) => {
    const { host, journal } = await openDoor(kit, kind, 'slow', { rules: { timeout: '300ms' } });
    await host.initialize();
    expect(textOf(await host.callTool('count'))).toContain('did not answer within 300 ms');
    const endedAt = Date.now();
    expect(await idsCancelledSince(endedAt, journal)).toEqual([upstreamId(journal)]);
    expect(await stepsAfter(endedAt, journal)).toBe(0);
  });

  it('C09 a host of the legacy wire that hangs up has cancelled nothing', async () => {
    const { leave, journal } = await counting('serve');
    const leftAt = Date.now();
    leave();
    expect(await stepsAfter(leftAt, journal)).toBeGreaterThan(0);
    expect(journal.count('cancelled')).toBe(0);
  });

  it.each([
    ['onDisconnect: cancel', 'http', { rules: { onDisconnect: 'cancel' } }],
    ['the modern wire', 'serve', { era: 'modern', modern: true }],
  ] as const)('C09 a host that hangs up has cancelled with %s (%s)', async (_what, kind, options) => {
    const { leave, journal } = await counting(kind, options);
    const leftAt = Date.now();
    leave();
    expect(await idsCancelledSince(leftAt, journal)).toEqual([upstreamId(journal)]);
    expect(await stepsAfter(leftAt, journal)).toBe(0);
  });

  it.each([
    ['its tool', { config: { tools: { 'fake/count': { onDisconnect: 'cancel' } } } }],
    ['all tools of its server', { config: { tools: { 'fake/*': { onDisconnect: 'cancel' } } } }],
    ['its server', { rules: { onDisconnect: 'cancel' } }],
    ['all', { config: { defaults: { onDisconnect: 'cancel' } } }],
  ] as const)(
    'C09 on the joined endpoint a host that hangs up has cancelled by the rules of %s',
    async (_what, rules) => {
      const { leave, journal } = await counting('http', { ...rules, joined: true });
      const leftAt = Date.now();
      leave();
      expect(await idsCancelledSince(leftAt, journal)).toEqual([upstreamId(journal)]);
    },
  );

  it('C09 the rule of a tool is above that of its server', async () => {
    const config = { tools: { 'fake/count': { onDisconnect: 'continue' } } };
    const { leave, journal } = await counting('http', { rules: { onDisconnect: 'cancel' }, config });
    const leftAt = Date.now();
    leave();
    expect(await stepsAfter(leftAt, journal)).toBeGreaterThan(0);
    expect(journal.count('cancelled')).toBe(0);
  });

  it('C09 to a server on modern HTTP the end of the stream is the cancel', async () => {
    const { leave, journal } = await counting('http', { era: 'modern', modern: true });
    const leftAt = Date.now();
    leave();
    await until('the end of the stream', () =>
      journal.entries('http-closed').some(({ rpc, finished }) => rpc === 'tools/call' && finished === false),
    );
    expect(await stepsAfter(leftAt, journal)).toBe(0);
    expect(journal.received('notifications/cancelled')).toEqual([]);
  });

  it.each(bothTransports)('C09 an initialize that takes too long is not cancelled (%s)', async (kind) => {
    const { host, journal } = await openDoor(kit, kind, 'hangs', {
      words: ['initialize'],
      rules: { startTimeout: '1200ms' },
    });
    const answer = await host.initialize();
    expect(answer.error?.message).toContain('did not get ready within 1.2 s (startTimeout)');
    await sleep(200);
    expect(journal.count('cancelled')).toBe(0);
    expect(journal.received('initialize').length).toBeGreaterThan(0);
  });

  /** A call under way that counts until it is cancelled. */
  async function counting(kind: DoorKind, { joined = false, ...options }: DoorOptions & { joined?: boolean } = {}) {
    const door = await openDoor(kit, kind, 'slow', options);
    const { journal } = door;
    const host = joined && door.gateway !== undefined ? kit.openHttp(door.gateway.endpoint()) : door.host;
    if (options.era !== 'modern') await host.initialize();
    ask(host, 'mine', 'tools/call', { name: joined ? 'fake__count' : 'count', arguments: {} });
    await journal.waitFor('counted');
    const leave = (): void => {
      if ('close' in host) host.close();
    };
    return { ...door, leave };
  }
});

/** Twice what the case allows, for a machine that is busy. */
const patienceMs = 400;

/** What was cancelled upstream, if it came in time. */
async function idsCancelledSince(since: number, journal: Journal): Promise<readonly unknown[]> {
  await journal.waitFor('cancelled');
  return journal
    .entries('cancelled')
    .filter((entry) => entry.at < since + patienceMs)
    .map((entry) => entry['id']);
}

/** The id that the call of `count` had for the server. */
function upstreamId(journal: Journal): unknown {
  return at(JSON.parse(journal.received('tools/call').find((text) => text.includes('"count"')) ?? '{}'), 'id');
}

/** How often it was counted when that should have been over. */
async function stepsAfter(since: number, journal: Journal): Promise<number> {
  await sleep(patienceMs + 450);
  return journal.entries('counted').filter((entry) => entry.at > since + patienceMs).length;
}
