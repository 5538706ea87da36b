import { describe, expect, it } from 'vitest';
import { useKit, type RawHttpHost } from './kit/index.ts';
import { openDoor } from './cases/doors.ts';

/** What the fake refuses. */
const refused = { protocolVersion: '2024-11-05' };

describe('an opening that the server refuses', () => {
  const kit = useKit();

  it.each(['serve', 'http'] as const)('is told to its own host alone, however often it is made (%s)', async (kind) => {
    const { another } = await openDoor(kit, kind, 'handshake', { words: ['picky'] });
    const open = (count: number): readonly RawHttpHost[] => Array.from({ length: count }, another);
    const [bad, good] = await Promise.all([
      Promise.all(open(6).map((host) => host.initialize(refused))),
      Promise.all(open(2).map((host) => host.initialize())),
    ]);
    for (const { error } of bad) expect(error?.message).toContain('bob@example.org');
    for (const { result, error } of good)
      expect([result?.['protocolVersion'], error]).toEqual(['2025-11-25', undefined]);
  });
});
