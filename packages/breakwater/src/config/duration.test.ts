import { expect, it } from 'vitest';

import { parseDuration, writeDuration } from './duration.ts';
import { aConfig, problemsOf, warningsOf } from './testing.ts';

function withDefaults(key: string, value: string): string {
  return `{ "mcpServers": { "files": { "command": "npx" } }, "defaults": { "${key}": ${value} } }`;
}

it.each([
  ['250ms', 250],
  ['20s', 20_000],
  ['1.5s', 1_500],
  ['10m', 600_000],
  ['1h', 3_600_000],
  ['2 d', 172_800_000],
  ['365d', 31_536_000_000],
  ['3000000000ms', 3_000_000_000],
  ['0.4ms', undefined],
  ['366d', undefined],
  ['0s', undefined],
  ['-5s', undefined],
  ['600', undefined],
  ['', undefined],
  ['s', undefined],
  ['1h30m', undefined],
  ['20S', undefined],
  ['1e3s', undefined],
  ['Infinity', undefined],
  ['Infinitys', undefined],
  ['٢٠s', undefined],
  [' 20s', undefined],
])('reads %j as %j', (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});

it.each([1, 250, 1_500, 20_000, 600_000, 3_600_000, 86_400_000, 90_000])(
  'writes %d so that it reads the same',
  (ms) => {
    expect(parseDuration(writeDuration(ms))).toBe(ms);
  },
);

it.each(['deadline', 'timeout', 'idleTimeout', 'connectTimeout', 'startTimeout'])(
  'refuses what is no duration in %s',
  (key) => {
    for (const value of [
      '3000000000',
      '-5',
      '"600"',
      '"Infinity"',
      'null',
      '0',
      '"0s"',
      '"-5s"',
      'true',
      '[]',
      '{}',
      '""',
      '1.5',
    ]) {
      const problems = problemsOf(withDefaults(key, value));

      expect(problems).toHaveLength(1);
      expect(problems[0]).toContain(`Expected \`${key}\` to be a duration with its unit`);
    }
  },
);

it.each(['deadlineMs', 'timeoutMs', 'idleTimeoutMs', 'connectTimeoutMs', 'startTimeoutMs'])(
  'refuses what is no length of time in %s',
  (key) => {
    for (const value of ['"20s"', '-5', '0', 'null', '1.5', '31536000001', '1e400']) {
      const problems = problemsOf(withDefaults(key, value));

      expect(problems).toHaveLength(1);
      expect(problems[0]).toContain(`Expected \`${key}\` to be a whole number of milliseconds from 1`);
    }
  },
);

it.each([
  ['600', 'Say the unit, as in "600ms" or "600s"; or give milliseconds as a number in `deadlineMs`.'],
  ['"600"', 'Say the unit, as in "600ms" or "600s"'],
  ['"10min"', 'Did you mean "10m"?'],
  ['"20 seconds"', 'Did you mean "20s"?'],
  ['"5S"', 'Did you mean "5s"?'],
])('says how to write %s', (value, hint) => {
  expect(problemsOf(withDefaults('deadline', value))[0]).toContain(hint);
});

it('takes a number above the range of a 32-bit timer as it is, with a warning', () => {
  const text = withDefaults('deadlineMs', '3000000000');

  expect(aConfig(text).defaults.deadlineMs).toBe(3_000_000_000);
  expect(warningsOf(text)).toEqual([
    expect.stringContaining('`deadlineMs` is longer than 24 hours; is its unit right?'),
  ]);
});

it.each([
  ['timeout', '"49ms"', 'is shorter than 50 ms'],
  ['timeoutMs', '49', 'is shorter than 50 ms'],
  ['startTimeout', '"25h"', 'is longer than 24 hours'],
])('warns of %s %s, whose unit looks wrong', (key, value, warning) => {
  expect(warningsOf(withDefaults(key, value))).toEqual([expect.stringContaining(warning)]);
});

it.each(['"50ms"', '"24h"', '"10m"'])('does not warn of %s', (value) => {
  expect(warningsOf(withDefaults('timeout', value))).toEqual([]);
});

it('lifts limits that can be absent with none, and no others', () => {
  expect(aConfig(withDefaults('idleTimeout', '"none"')).defaults.idleTimeout).toBe('none');
  expect(problemsOf(withDefaults('deadline', '"none"'))).toHaveLength(1);
});

it('refuses a limit that is given twice', () => {
  expect(problemsOf(withDefaults('deadline', '"20s", "deadlineMs": 20000'))).toEqual([
    expect.stringContaining('Both `deadline` and `deadlineMs` are given; expected one of them.'),
  ]);
});
