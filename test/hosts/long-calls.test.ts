import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Journal } from '../kit/index.ts';
import { useKitThroughout } from './kept-kit.ts';
import { realServers } from './real-servers.ts';
import { Passage, ways, type WayHost } from './ways.ts';

const longOperation = 'trigger-long-running-operation';

describe.each(ways)('a long call of an SDK host, $sdk through $door', (way) => {
  // One gateway for all tests of a way: none of them leaves anything that another could notice.
  const kit = useKitThroughout();
  let everything: WayHost;
  let slow: WayHost;
  let journal: Journal;

  beforeAll(async () => {
    const fake = await kit.fake('slow');
    journal = fake.journal;
    const passage = new Passage(kit, way, { everything: realServers(kit).everything, slow: fake.server });
    everything = await passage.host('everything');
    slow = await passage.host('slow');
  });

  it('shows its progress, step by step, and then its result', async () => {
    const seen: unknown[] = [];
    const onprogress = (progress: unknown): void => void seen.push(progress);
    const result = await everything.callTool(longOperation, { duration: 0.3, steps: 3 }, { onprogress });

    // Both SDKs lose a progress that they read together with the result, also without us, and the third is sent just before.
    expect(seen.slice(0, 2)).toEqual([1, 2].map((progress) => ({ progress, total: 3 })));
    expect(result).toMatchObject({ content: [{ text: expect.stringContaining('operation completed') as unknown }] });
  });

  it('keeps the progress of two calls apart', async () => {
    expect(await Promise.all([totalsOf(everything, 2), totalsOf(everything, 3)])).toEqual([[2], [3]]);
  });

  it('stops at the server when the host aborts, and the next call works', async () => {
    const abort = new AbortController();
    const call = slow.callTool('count', {}, { signal: abort.signal });
    await journal.waitFor('counted', 2);
    abort.abort('changed my mind');

    await expect(call).rejects.toThrow('changed my mind');
    await journal.waitFor('cancelled');
    const counted = journal.count('counted');
    expect(await slow.callTool('fast', { text: 'next' })).toMatchObject({ content: [{ text: 'next' }] });
    // A real wait: the server counts five times a second as long as it works.
    await sleep(600);
    expect(journal.count('counted')).toBe(counted);
  });

  it('is let go by a real server that works on, and the next call works', async () => {
    const abort = new AbortController();
    const call = everything.callTool(
      longOperation,
      { duration: 2, steps: 20 },
      { signal: abort.signal, onprogress: ({ progress }) => progress === 2 && abort.abort('enough') },
    );

    await expect(call).rejects.toThrow('enough');
    expect(await everything.callTool('echo', { message: 'next' })).toMatchObject({ content: [{ text: 'Echo: next' }] });
  });
});

/** The totals that come with the progress of a call. */
async function totalsOf(host: WayHost, steps: number): Promise<readonly unknown[]> {
  const totals = new Set<unknown>();
  await host.callTool(longOperation, { duration: 0.3, steps }, { onprogress: ({ total }) => totals.add(total) });
  return [...totals];
}
