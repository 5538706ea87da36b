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
  catalog.learn([tool('read', both), tool('write')]);
  expect(catalog.get('read')?.hints).toEqual(both);
  expect(catalog.get('write')?.hints).toEqual(none);
});

it('lowers what is believed of a tool, one hint at a time, and never raises it', () => {
  const catalog = new ToolCatalog();
  catalog.learn([tool('a', both)]);
  catalog.learn([tool('a', { readOnlyHint: false, idempotentHint: true })]);
  expect(catalog.get('a')?.hints).toEqual({ readOnlyHint: false, idempotentHint: true });
  catalog.learn([tool('a', { readOnlyHint: true })]);
  expect(catalog.get('a')?.hints).toEqual(none);
  catalog.learn([tool('a', both)]);
  expect(catalog.get('a')).toEqual({ text: tool('a', both).text, hints: none });
});

it('remembers a tool that is gone from one list or many', () => {
  const catalog = new ToolCatalog();
  catalog.learn([tool('delete_all')]);
  catalog.learn([]);
  catalog.learn([tool('other')]);
  expect(catalog.get('delete_all')?.text).toBe(tool('delete_all').text);
  catalog.learn([tool('delete_all', both)]);
  expect(catalog.get('delete_all')?.hints).toEqual(none);
});

it('believes the least of a name that stands twice in a list', () => {
  const catalog = new ToolCatalog();
  catalog.learn([tool('a'), tool('a', both)]);
  expect(catalog.get('a')?.hints).toEqual(none);
});

it('cannot be made to forget a name by many others, and believes nothing of those beyond its bound', () => {
  const catalog = new ToolCatalog();
  catalog.learn([tool('delete_all')]);
  catalog.learn(Array.from({ length: 10_000 }, (_, index) => tool(`t${index}`, both)));
  expect(catalog.get('t9998')?.hints).toEqual(both);
  expect(catalog.get('t9999')?.hints).toBeUndefined();
  catalog.learn([tool('delete_all', both), tool('t0', both)]);
  expect(catalog.get('delete_all')?.hints).toEqual(none);
  expect(catalog.get('t0')?.hints).toEqual(both);
});

it('gives back the tools of a list alone, and knows something after the first', () => {
  const catalog = new ToolCatalog();
  expect(catalog.known).toBe(false);
  catalog.learn([tool('a')]);
  expect([...catalog.learn([tool('b', both)]).values()]).toEqual([{ text: tool('b', both).text, hints: both }]);
  expect(catalog.known).toBe(true);
});
