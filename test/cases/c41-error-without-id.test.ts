import { describe, expect, it } from 'vitest';
import { at, textOf, until, useKit } from '../kit/index.ts';
import { bothTransports, dropped, openDoor, type DoorKind } from './doors.ts';

const variants = ['null', 'none'] as const;

describe('C41', () => {
  const kit = useKit();

  it.each(bothTransports.flatMap((kind) => variants.map((id) => [kind, id] as const)))(
    'C41 an error that names no request ends the only one that waits (%s, id %s)',
    async (kind, id) => {
      const { host } = await openDoor(kit, kind, 'ids', { words: [id] });
      await host.initialize();
      await host.request('tools/list');
      const start = performance.now();
      const answer = await host.callTool('odd');
      expect(performance.now() - start).toBeLessThan(2_000);
      expect(JSON.stringify(answer)).toContain('unexpected end of input');
      expect(answer.error?.code).toBe(-32_700);
      // On the stream that all share it is only likely that the error is about this call.
      expect(at(answer, 'error', 'data', 'executed')).toBe(kind === 'http' ? 'no' : 'unknown');
      expect(textOf(await host.callTool('wait', { text: 'well' }))).toBe('well');
    },
  );

  it.each(['run', 'sse'] as const)('C41 it ends the opening, too, under its id (%s)', async (kind) => {
    const { host } = await openDoor(kit, kind, 'moments', { words: ['initialize', 'blames', 'before', '1'] });
    expect((await host.initialize()).error?.code).toBe(-32_600);
  });

  it('C41 with several that wait, each learns of it when its time is up, and the loop lives on', async () => {
    const { host, log, slow, quick, odd } = await oddAmongOthers('run');
    const note = 'The server reported an unattributed error meanwhile: unexpected end of input';
    expect(textOf(await quick)).toBe('mine');
    expect(textOf(await slow)).toContain('did not answer within 800 ms');
    expect(textOf(await slow)).toContain(note);
    expect(textOf(await odd)).toContain(note);
    expect(dropped(log(), 'unattributed-error')).toHaveLength(1);
    expect(textOf(await host.callTool('wait', { text: 'well' }))).toBe('well');
  });

  it('C41 over HTTP it ends the POST that it answers, whoever else waits', async () => {
    const { slow, quick, odd } = await oddAmongOthers('http');
    expect((await odd).error?.code).toBe(-32_700);
    expect(textOf(await quick)).toBe('mine');
    expect(textOf(await slow)).toContain('did not answer within 800 ms');
    expect(textOf(await slow)).not.toContain('unattributed');
  });

  it.each(['run', 'sse'] as const)(
    'C41 an error about a notification ends no call, be it the only one (%s)',
    async (kind) => {
      const { host, journal, log } = await openDoor(kit, kind, 'ids', { words: ['every'] });
      await host.initialize();
      await host.request('tools/list');
      const call = host.callTool('wait', { ms: 500, text: 'done' });
      await until('the call', () => journal.received('tools/call').length === 1);
      await host.notify('notifications/roots/list_changed');
      await until('the error', () => log().includes('Unknown method: notifications/roots/list_changed'));
      expect(textOf(await call)).toBe('done');
    },
  );

  /** Two calls that wait, and one that is answered without an id while they do. */
  async function oddAmongOthers(kind: DoorKind) {
    const door = await openDoor(kit, kind, 'ids', { words: ['null'], rules: { timeout: '800ms' } });
    const { host, journal } = door;
    await host.initialize();
    await host.request('tools/list');
    const slow = host.callTool('wait', { ms: 5_000 });
    const quick = host.callTool('wait', { ms: 500, text: 'mine' });
    await until('both calls', () => journal.received('tools/call').length === 2);
    return { ...door, slow, quick, odd: host.callTool('odd') };
  }
});
