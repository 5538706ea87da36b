const unitMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** The longest duration that can be configured: 365 days. */
export const maxDurationMs = 365 * unitMs.d;

const pattern = /^(\d{1,15}(?:\.\d{1,6})?)\s?(ms|s|m|h|d)$/;

/** Reads a duration such as `250ms`, `20s`, `1.5m`, `1h` or `2d`; undefined for anything else, and for less than 1 ms or more than 365 d. */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit] = pattern.exec(text) ?? [];
  if (amount === undefined || unit === undefined || !isUnit(unit)) return undefined;
  const ms = Math.round(Number(amount) * unitMs[unit]);
  return ms >= 1 && ms <= maxDurationMs ? ms : undefined;
}

/** Writes a duration in the largest unit that needs no fraction: 600000 is `10m`. */
export function writeDuration(ms: number): string {
  for (const unit of ['d', 'h', 'm', 's'] as const) {
    if (ms >= unitMs[unit] && ms % unitMs[unit] === 0) return `${ms / unitMs[unit]}${unit}`;
  }
  return `${ms}ms`;
}

/** Says what a duration that was refused may have been meant to be. */
export function durationHint(value: unknown, key: string): string | undefined {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  if (/^\d+(\.\d+)?$/.test(text) && Number(text) > 0) {
    const units = ['ms', 's', 'm'].filter((unit) => parseDuration(text + unit) !== undefined);
    const examples = units.slice(0, 2).map((unit) => `"${text}${unit}"`);
    return `Say the unit, as in ${examples.length === 0 ? '"20s"' : examples.join(' or ')}; or give milliseconds as a number in \`${key}Ms\`.`;
  }
  const [, amount, word = ''] = /^(\d+(?:\.\d+)?)\s*([A-Za-z]+)$/.exec(text) ?? [];
  const unit = [...unitWords].find(([, words]) => words.test(word))?.[0];
  if (
    amount !== undefined &&
    Number(amount) > 0 &&
    unit !== undefined &&
    parseDuration(`${amount}${unit}`) !== undefined
  ) {
    return `Did you mean "${amount}${unit}"? The units are ms, s, m, h and d.`;
  }
  return undefined;
}

/** Says why a limit looks as if its unit were wrong, if it does. */
export function oddDuration(ms: number): string | undefined {
  if (ms < 50) return 'is shorter than 50 ms';
  return ms > unitMs.d ? 'is longer than 24 hours' : undefined;
}

const unitWords: ReadonlyMap<string, RegExp> = new Map([
  ['ms', /^(ms|msecs?|millis|milliseconds?)$/i],
  ['s', /^(s|secs?|seconds?)$/i],
  ['m', /^(m|mins?|minutes?)$/i],
  ['h', /^(h|hrs?|hours?)$/i],
  ['d', /^(d|days?)$/i],
]);

function isUnit(text: string): text is keyof typeof unitMs {
  return Object.hasOwn(unitMs, text);
}
