/** What the words of an issue say about it. */
export interface IssueText {
  readonly problem: 'missing' | 'invalid';
  readonly expected?: string;
  readonly received?: string;
}

const formats: Readonly<Record<string, string>> = {
  'ISO date': 'YYYY-MM-DD',
  'ISO datetime': 'YYYY-MM-DDThh:mm:ssZ',
  'ISO time': 'hh:mm:ss',
};

/** Reads the sentence of an issue in the wordings of Zod 3 and 4. */
export function readIssueText(message: string): IssueText {
  if (/^(?:Required|Field required)$/i.test(message)) return { problem: 'missing' };
  const choice = /expected one of (.{1,160})$/i.exec(message)?.[1];
  if (choice !== undefined) return invalid(`one of ${choice.replaceAll('"', '').replaceAll('|', ', ')}`);
  const [, type, received] = /expected (.{1,80}?), received (.{1,80})$/i.exec(message) ?? [];
  if (type !== undefined && received !== undefined) {
    return received === 'undefined' ? { problem: 'missing', expected: type } : invalid(type, received);
  }
  const [, bound, unit = ''] = /expected \w+ to (?:be|have) ([<>]=?\d[\d.]*)( items| characters)?/i.exec(message) ?? [];
  if (bound !== undefined) return invalid(bound.replace(/^([<>]=?)/, '$1 ') + unit);
  const literal = /expected "([^"]{1,80})"$/i.exec(message)?.[1];
  if (literal !== undefined) return invalid(literal);
  const format = /^Invalid ((?:ISO \w+)|email address|URL|UUID|IPv[46] address)$/i.exec(message)?.[1];
  return format === undefined ? { problem: 'invalid' } : invalid(formats[format] ?? format);
}

function invalid(expected: string, received?: string): IssueText {
  return { problem: 'invalid', expected, ...(received !== undefined && { received }) };
}
