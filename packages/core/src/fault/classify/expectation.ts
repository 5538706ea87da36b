/** Names the values that would have been taken. */
export function oneOf(values: readonly unknown[]): string | undefined {
  const shown = values
    .filter((value) => ['string', 'number', 'boolean'].includes(typeof value) || value === null)
    .map(String);
  return shown.length > 1 ? `one of ${shown.join(', ')}`.slice(0, 200) : shown[0];
}

/** Names a limit with its unit. */
export function bound(of: string | undefined, sign: string, limit: number): string {
  const unit = of === 'string' ? ' characters' : of === 'array' || of === 'set' ? ' items' : '';
  return `${sign} ${limit}${unit}`;
}

/** How people write a date. */
export const dateForm = 'YYYY-MM-DD';
const formatNames: Readonly<Record<string, string>> = {
  date: dateForm,
  datetime: 'YYYY-MM-DDThh:mm:ssZ',
  'date-time': 'YYYY-MM-DDThh:mm:ssZ',
  time: 'hh:mm:ss',
  duration: 'ISO 8601 duration',
  email: 'email address',
  url: 'URL',
  uri: 'URI',
  uuid: 'UUID',
  guid: 'UUID',
  hostname: 'host name',
  ipv4: 'IPv4 address',
  ipv6: 'IPv6 address',
};

/** The form that people write a format in. */
export function formatName(format: string | undefined): string | undefined {
  return format !== undefined && Object.hasOwn(formatNames, format) ? formatNames[format] : format;
}

/** Writes a date in that form. Year first is the only order of numbers that can be read in one way. */
export function asDate(text: string): string | undefined {
  const [, year, month, day] = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return Number.isNaN(Date.parse(`${date}T00:00:00Z`)) ? undefined : date;
}
