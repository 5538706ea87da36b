import { expect, it } from 'vitest';

import { builtIn } from './built-in.ts';
import { configSchema } from './config-schema.ts';
import { parseDuration } from './duration.ts';
import { jsonSchema } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { exampleConfig, renderConfigReference } from './reference.ts';
import { defaultRules, retryRules, serverRules, toolRules } from './rule-schema.ts';
import { aConfig } from './testing.ts';

function settingsOf(schema: JsonSchema): [string, JsonSchema][] {
  const { properties = {}, additionalProperties } = schema;
  const inside = [
    ...Object.values(properties),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
  ];
  return [...Object.entries(properties), ...inside.flatMap(settingsOf)];
}

it('describes every setting in both languages', () => {
  const english = settingsOf(jsonSchema('en'));
  const chinese = settingsOf(jsonSchema('zh'));

  expect(english.length).toBeGreaterThan(60);
  for (const [key, { description }] of english)
    expect([key, description]).toEqual([key, expect.stringMatching(/[a-z].*\.$/s)]);
  for (const [key, { description }] of chinese)
    expect([key, description]).toEqual([key, expect.stringMatching(/\p{Script=Han}.*。$/su)]);
});

it('tells the defaults that the code has', () => {
  const rules = jsonSchema().properties?.['servers']?.additionalProperties;
  const properties = typeof rules === 'object' ? rules.properties : undefined;
  const told = (key: string): unknown =>
    properties?.[key]?.default ?? properties?.['retry']?.properties?.[key]?.default;

  for (const key of ['deadline', 'connectTimeout', 'startTimeout'] as const)
    expect(parseDuration(String(told(key)))).toBe(builtIn[`${key}Ms`]);
  for (const key of [
    'maxAttempts',
    'maxAttemptsRead',
    'baseMs',
    'limitBaseMs',
    'capMs',
    'errors',
    'redact',
    'locale',
    'maxMessageBytes',
    'onDisconnect',
    'trusted',
    'trustAnnotations',
    'share',
  ] as const) {
    expect(told(key)).toBe(builtIn[key]);
  }
});

it('lets editors see the form of durations and refuse unknown keys', () => {
  const { properties, additionalProperties } = jsonSchema();
  const defaults = properties?.['defaults'];

  expect(additionalProperties).toBe(false);
  expect(defaults?.additionalProperties).toBe(false);
  expect('20s').toMatch(new RegExp(defaults?.properties?.['deadline']?.pattern ?? ''));
  expect('600').not.toMatch(new RegExp(defaults?.properties?.['deadline']?.pattern ?? '^'));
});

it.each(['en', 'zh'] as const)('has every key on the page in %s', (locale) => {
  const page = renderConfigReference(locale);

  for (const { shape } of [configSchema, defaultRules, serverRules, toolRules, retryRules]) {
    for (const key of Object.keys(shape)) expect(page).toContain(`| \`${key}\` |`);
  }
  expect(page).not.toMatch(/undefined|\[object/);
});

it('shows an example that is right', () => {
  expect(aConfig(exampleConfig, { SEARCH_TOKEN: 'a-token-for-search' }).tools['search/*']).toEqual({
    timeout: 20_000,
    retry: { maxAttemptsRead: 3 },
  });
});
