import { expect, it } from 'vitest';
import type { ListItem } from './list-pages.ts';
import { ToolCatalog } from './tool-catalog.ts';

const none = { readOnlyHint: false, idempotentHint: false };
const both = { readOnlyHint: true, idempotentHint: true };

function tool(name: string, annotations?: object): ListItem {
  const text = JSON.stringify({ name, annotations });
  const start = text.indexOf(':') + 1;
  return { name, text, nameSpan: { start, end: start + name.length + 2 } };
}

it('believes the first definition of a tool', () => {
  const catalog = new ToolCatalog();
  catalog.replace([tool('read', both), tool('write')]);
  expect(catalog.get('read')?.hints).toEqual(both);
  expect(catalog.get('write')?.hints).toEqual(none);
});

it('lowers what is believed of a tool, one hint at a time, and never raises it', () => {
  const catalog = new ToolCatalog();
  catalog.replace([tool('a', both)]);
  catalog.replace([tool('a', { readOnlyHint: false, idempotentHint: true })]);
  expect(catalog.get('a')?.hints).toEqual({ readOnlyHint: false, idempotentHint: true });
  catalog.replace([tool('a', { readOnlyHint: true })]);
  expect(catalog.get('a')?.hints).toEqual(none);
  catalog.replace([tool('a', both)]);
  expect(catalog.get('a')).toEqual({ text: tool('a', both).text, hints: none });
});

it('remembers a tool that is gone from one list or many', () => {
  const catalog = new ToolCatalog();
  catalog.replace([tool('delete_all')]);
  catalog.replace([]);
  expect(catalog.get('delete_all')).toBeUndefined();
  catalog.replace([tool('other')]);
  catalog.replace([tool('delete_all', both)]);
  expect(catalog.get('delete_all')?.hints).toEqual(none);
});

it('believes the least of a name that stands twice in a list', () => {
  const catalog = new ToolCatalog();
  catalog.replace([tool('a'), tool('a', both)]);
  expect(catalog.get('a')?.hints).toEqual(none);
});

it('cannot be made to forget a name by many others, and believes nothing of those beyond its bound', () => {
  const catalog = new ToolCatalog();
  catalog.replace([tool('delete_all')]);
  catalog.replace(Array.from({ length: 10_000 }, (_, index) => tool(`t${index}`, both)));
  expect(catalog.get('t9998')?.hints).toEqual(both);
  expect(catalog.get('t9999')?.hints).toEqual(none);
  catalog.replace([tool('delete_all', both), tool('t0', both)]);
  expect(catalog.get('delete_all')?.hints).toEqual(none);
  expect(catalog.get('t0')?.hints).toEqual(both);
});

it('counts the lists that differ', () => {
  const catalog = new ToolCatalog();
  expect(catalog.known).toBe(false);
  catalog.replace([tool('a')]);
  catalog.replace([tool('a')]);
  expect([catalog.known, catalog.version, catalog.names]).toEqual([true, 1, ['a']]);
  catalog.replace([tool('a', both)]);
  expect(catalog.version).toBe(2);
});
