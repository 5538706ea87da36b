const longestShown = 40;
const secretField = /pass|secret|token|api.?key|auth|credential|cookie|private|signature|\bpin\b|cvv|ssn/i;
/** Words, dates, numbers, short paths; not the mixed runs that keys and tokens are made of. */
const plainText = /^[\p{L}\p{N} .,:+/_-]*$/u;
const mixedRun = /(?=[A-Za-z_-]*\d)(?=[\d_-]*[A-Za-z])[A-Za-z\d_-]{16,}/;

/** Shows what came for an argument: a short plain value as it is, everything else by its type alone. */
export function showValue(value: unknown, field: string): string {
  switch (typeof value) {
    case 'number':
    case 'boolean':
    case 'bigint':
      return secretField.test(field) ? typeof value : String(value);
    case 'string':
      return isShowable(value, field) ? value : 'string';
    case 'object':
      return value === null ? 'null' : isArray(value) ? 'array' : 'object';
    default:
      return 'nothing';
  }
}

const typeNames: ReadonlySet<string> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'array',
  'object',
  'null',
  'nan',
  'date',
  'NaN',
]);

/** Shows what a validator says that it received: the name of a type, or a quoted literal. */
export function showReceived(text: string | undefined, field: string): string | undefined {
  return text === undefined || typeNames.has(text) ? text : showValue(text.replace(/^(['"])(.*)\1$/, '$2'), field);
}

function isArray(value: object): boolean {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}

function isShowable(text: string, field: string): boolean {
  if (text === '' || text.length > longestShown || secretField.test(field)) return false;
  return plainText.test(text) && !mixedRun.test(text);
}
