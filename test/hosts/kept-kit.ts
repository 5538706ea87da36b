import { afterAll, beforeAll, expect } from 'vitest';
import { Kit } from '../kit/index.ts';

/** One kit for all tests of a block: they share what it starts, and at the end stand the same checks as after a test. */
export function useKitThroughout(): Kit {
  const kit = new Kit();
  beforeAll(() => kit.begin());
  afterAll(async () => expect(await kit.end()).toEqual([]), 30_000);
  return kit;
}
