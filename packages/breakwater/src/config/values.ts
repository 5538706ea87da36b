import { z } from 'zod';

import { patterns } from './described.ts';
import { maxDurationMs, parseDuration } from './duration.ts';
import { listenExpected, parseListen } from './listen-address.ts';

// The `error` of each schema says what was expected, so that one place can write the whole sentence.
const durationExpected = 'a duration with its unit, such as "250ms", "20s", "10m" or "1h", from 1 ms to 365 days';
const durationPattern = String.raw`\d+(\.\d+)?\s?(ms|s|m|h|d)`;

/** A duration with its unit; read as milliseconds. */
export const duration = z.string({ error: durationExpected }).transform((text, context) => {
  const ms = parseDuration(text);
  if (ms !== undefined) return ms;
  context.issues.push({ code: 'custom', message: durationExpected, input: text });
  return z.NEVER;
});
patterns.add(duration, { pattern: `^${durationPattern}$` });

/** The same, or `none` for no limit. */
export const optionalDuration = z.string({ error: `${durationExpected}, or "none"` }).transform((text, context) => {
  if (text === 'none') return 'none' as const;
  const ms = parseDuration(text);
  if (ms !== undefined) return ms;
  context.issues.push({ code: 'custom', message: `${durationExpected}, or "none"`, input: text });
  return z.NEVER;
});
patterns.add(optionalDuration, { pattern: `^(none|${durationPattern})$` });

/** A duration as a number of milliseconds, in keys that end in `Ms`. */
export const milliseconds = z
  .int({ error: `a whole number of milliseconds from 1 to ${maxDurationMs}` })
  .min(1, { error: `a whole number of milliseconds from 1 to ${maxDurationMs}` })
  .max(maxDurationMs, { error: `a whole number of milliseconds from 1 to ${maxDurationMs}` });

/** An integer within bounds. */
export function integer(min: number, max: number): z.ZodInt {
  const error = `an integer from ${min} to ${max}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
}

/** One of a few words. */
export function oneOf<const W extends readonly [string, ...string[]]>(...words: W) {
  const shown = words.map((word) => `"${word}"`);
  const error = shown.length === 1 ? String(shown[0]) : `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`;
  return z.enum(words, { error });
}

/** A boolean. */
export const flag = z.boolean({ error: 'true or false' });

/** A text of one line that says something. */
export const line = z
  .string({ error: 'a text of one line' })
  .min(1, { error: 'a text of one line' })
  .max(500, { error: 'a text of at most 500 characters' })
  // eslint-disable-next-line no-control-regex -- Control characters are what it keeps out.
  .regex(/^[^\u0000-\u001f\u007f\u2028\u2029]*\S[^\u0000-\u001f\u007f\u2028\u2029]*$/, { error: 'a text of one line' });

/** A string that a process can be given. */
export const argument = z
  .string({ error: 'a string' })
  .refine((text) => !text.includes('\0'), { error: 'a string without NUL characters' });

/** A path of a file or folder. */
export const filePath = argument.refine((text) => text !== '' && !text.startsWith('~'), {
  error: 'a path; `~` is known to shells only, so write `${HOME}`',
});

/** An address to listen on. */
export const listenAddress = z.string({ error: listenExpected }).transform((text, context) => {
  const parsed = parseListen(text);
  if (parsed.ok) return parsed.address;
  context.issues.push({ code: 'custom', message: listenExpected, input: text });
  return z.NEVER;
});
