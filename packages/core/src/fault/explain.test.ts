import { describe, expect, it } from 'vitest';

import { faultKinds } from './catalogue.ts';
import { explain, renderExplanation } from './explain.ts';
import { kindsOfCode } from './fault-page.ts';
import { locales } from './locale/locale.ts';
import { renderReference } from './reference.ts';

describe('explain', () => {
  // E2
  it('explains a kind with its entry and its way through the tree', () => {
    const explanation = explain('request_timeout', 'en');

    expect(explanation).toMatchObject({
      found: 'kind',
      page: { kind: 'request_timeout', legacy: -32034, modern: -31034, retry: 'unsafe' },
    });
    expect(renderExplanation(explanation, 'en')).toContain(
      'dependency, transport or timeout? → known not to have run? → again',
    );
    expect(renderExplanation(explain('request_timeout', 'zh'), 'zh')).toContain('依赖、传输或超时？');
    expect(renderExplanation(explain('cancelled', 'zh'), 'zh')).toContain('由调用方取消？');
    expect(JSON.parse(JSON.stringify(explanation))).toEqual(explanation);
  });

  it.each(['Request Timeout', 'request-timeout', ' REQUEST_TIMEOUT '])(
    'knows a kind that is written as %o',
    (query) => {
      expect(explain(query, 'en')).toMatchObject({ found: 'kind', page: { kind: 'request_timeout' } });
    },
  );

  it.each(['-32034', '32034', '\u221232034', '-31034'])('finds the kinds of %s', (query) => {
    const explanation = explain(query, 'en');

    expect(explanation.found === 'code' && explanation.pages.map(({ kind }) => kind)).toEqual([
      'request_timeout',
      'idle_timeout',
    ]);
  });

  it('finds kinds by HTTP status, and resources by the number of the specification', () => {
    expect(kindsOfCode(423)).toEqual(['locked']);
    expect(kindsOfCode(-32002)).toEqual(['not_found']);
    expect(kindsOfCode(-32602)).toContain('not_found');
  });

  it('says what others mean by a number that is not ours', () => {
    const explanation = explain('-32001', 'en');
    const note: unknown = expect.stringContaining('timeout');

    expect(explanation).toMatchObject({
      found: 'code',
      code: -32001,
      pages: [],
      note,
    });
    expect(renderExplanation(explanation, 'en')).toContain('-32001: Not from Breakwater.');
  });

  it.each([
    ['conection_lost', 'connection_lost'],
    ['unauthentcated', 'unauthenticated'],
    ['request_timout', 'request_timeout'],
    ['circuitOpen', 'circuit_open'],
  ])('takes %s for %s', (query, nearest) => {
    const explanation = explain(query, 'en');

    expect(explanation.found === 'nothing' && explanation.nearest[0]).toBe(nearest);
    expect(renderExplanation(explanation, 'en')).toContain(`Did you mean ${nearest}`);
  });

  it.each(['', 'constructor', 'weather', '-1', '7', '99999999999', '-32999'])('finds nothing for %o', (query) => {
    expect(explain(query, 'en')).toEqual({ found: 'nothing', query, nearest: [] });
    expect(renderExplanation(explain(query, 'zh'), 'zh')).toContain('没有');
  });
});

describe('the reference', () => {
  it.each(locales)('has every kind with a heading, a row and a way, in %s', (locale) => {
    const page = renderReference(locale);

    for (const kind of faultKinds) {
      expect(page).toContain(`\n### ${kind}\n`);
      expect(page).toContain(`| [\`${kind}\`](#${kind}) |`);
    }
    expect(page).toMatch(/├─ .*\n.*└─ /su);
    expect(page).not.toMatch(/undefined|\[object/u);
    expect(page.endsWith('\n')).toBe(true);
  });
});
