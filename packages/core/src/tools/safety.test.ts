import { expect, it } from 'vitest';
import { safetyOfMethod, safetyOfTool, type ToolHints, type TrustAnnotations } from './safety.ts';
import type { Safety } from '../call.ts';

const read: ToolHints = { readOnlyHint: true };
const idempotent: ToolHints = { readOnlyHint: false, idempotentHint: true };

// C4, INTERFACES §6
it.each<[ToolHints | undefined, TrustAnnotations, Safety]>([
  [undefined, 'all', 'unsafe'],
  [{}, 'all', 'unsafe'],
  [read, 'read', 'read'],
  [read, 'none', 'unsafe'],
  [idempotent, 'read', 'unsafe'],
  [idempotent, 'all', 'idempotent'],
])('takes %o under trust in %s for %s', (hints, trust, safety) => {
  expect(safetyOfTool({ safety: undefined, keyArgument: undefined }, hints, trust)).toBe(safety);
});

it('believes the configuration before any annotation', () => {
  expect(safetyOfTool({ safety: 'unsafe', keyArgument: 'key' }, read, 'all')).toBe('unsafe');
  expect(safetyOfTool({ safety: 'read', keyArgument: undefined }, undefined, 'none')).toBe('read');
});

it('asks for a key only of what is not safe without', () => {
  const keyed = { safety: undefined, keyArgument: 'request_id' };
  expect(safetyOfTool(keyed, undefined, 'read')).toBe('keyed');
  expect(safetyOfTool(keyed, read, 'read')).toBe('read');
  expect(safetyOfTool(keyed, idempotent, 'all')).toBe('idempotent');
  expect(safetyOfTool(keyed, read, 'none')).toBe('keyed');
});

it.each<[string, Safety]>([
  ['resources/read', 'read'],
  ['subscriptions/listen', 'read'],
  ['resources/subscribe', 'idempotent'],
  ['tasks/update', 'unsafe'],
  ['acme/do', 'unsafe'],
])('takes %s for %s', (method, safety) => {
  expect(safetyOfMethod(method)).toBe(safety);
});
