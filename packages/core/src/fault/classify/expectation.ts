import type { ExpectedPhrases } from './expected-phrases.ts';

/** Names the values that would have been taken. */
export function oneOf(values: readonly unknown[], say: ExpectedPhrases): string | undefined {
  const shown = values
    .filter((value) => ['string', 'number', 'boolean'].includes(typeof value) || value === null)
    .map(String);
  return shown.length > 1 ? say.oneOf(shown) : shown[0];
}

/** Names a limit with its unit. */
export function bound(of: string | undefined, sign: string, limit: number, say: ExpectedPhrases): string {
  const unit = of === 'string' ? 'characters' : of === 'array' || of === 'set' ? 'items' : undefined;
  return say.bound(sign, String(limit), unit);
}

/** How people write a date. */
export const dateForm = 'YYYY-MM-DD';
/** Forms that are written in the same way in every language. */
const forms: Readonly<Record<string, string>> = {
  date: dateForm,
  datetime: 'YYYY-MM-DDThh:mm:ssZ',
  'date-time': 'YYYY-MM-DDThh:mm:ssZ',
  time: 'hh:mm:ss',
  url: 'URL',
  uri: 'URI',
  uuid: 'UUID',
  guid: 'UUID',
};

/** The form that people write a format in, or its name. */
export function formatName(format: string | undefined, say: ExpectedPhrases): string | undefined {
  if (format === undefined) return undefined;
  const names: Readonly<Record<string, string>> = { ...forms, ...say.formats };
  return Object.hasOwn(names, format) ? names[format] : format;
}

/** Writes a date in that form. Year first is the only order of numbers that can be read in one way. */
export function asDate(text: string): string | undefined {
  const [, year, month, day] = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return Number.isNaN(Date.parse(`${date}T00:00:00Z`)) ? undefined : date;
}
