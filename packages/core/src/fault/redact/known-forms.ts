import { seenText, unescapeText, unwrapText } from './readings.ts';

/**
 * The forms in which a known value turns up, the value itself first: as JSON, programs, shells, URLs and pages write
 * it, decomposed as macOS names files, in base64 at each alignment inside a longer text, and in hexadecimal.
 */
export function formsOf(value: string): readonly string[] {
  const bytes = new TextEncoder().encode(value);
  // Bytes that were each read as a character: `\xc3\xa9`, as Python prints them, decodes to that.
  const narrow = binary(bytes);
  const written = [
    value,
    ...escapedForms(value),
    ...decodedForms(value),
    value.normalize('NFD'),
    seenText(value),
    narrow,
    ...decodedForms(narrow),
  ];
  return unique([...written, ...written.map(unwrapText), ...base64Forms(bytes), ...hexForms(bytes)]);
}

/** The base64 of the bytes at each of the three alignments, without the characters that their neighbours decide. */
export function base64Forms(bytes: Uint8Array): readonly string[] {
  return [0, 1, 2].flatMap((offset) => {
    const padded = new Uint8Array(offset + bytes.length);
    padded.set(bytes, offset);
    const whole = btoa(binary(padded));
    const form = whole.slice(offset === 0 ? 0 : offset + 1, Math.floor((padded.length * 4) / 3));
    return [form, form.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** Lower and upper case hexadecimal. */
export function hexForms(bytes: Uint8Array): readonly string[] {
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex, hex.toUpperCase()];
}

/** Each string once, empty ones left out, in the order given. */
export function unique(strings: readonly string[]): readonly string[] {
  return [...new Set(strings)].filter((each) => each !== '');
}

// Readings of a text decode most of these; they stand here since a value's first character can be taken for the end of
// an escape in front of it.
function escapedForms(value: string): string[] {
  const json = JSON.stringify(value).slice(1, -1);
  const percent = percentEncoded(value);
  return [
    json,
    json.replaceAll('/', String.raw`\/`),
    JSON.stringify(json).slice(1, -1),
    percent,
    percent.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase()),
    percent.replaceAll('%20', '+'),
    value.replaceAll(' ', '+'),
    value.replaceAll("'", String.raw`'\''`),
    value.replaceAll("'", "''"),
    value.replaceAll('"', '""'),
  ];
}

/** Percent-encoded as RFC 3986 has it: `encodeURIComponent` leaves five characters that others encode. */
function percentEncoded(value: string): string {
  return encodeURIComponent(value.toWellFormed()).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** What is left of a value that itself looks escaped where a text around it is decoded. */
function decodedForms(value: string): string[] {
  const once = unescapeText(value);
  const twice = unescapeText(once);
  return [once, twice, unescapeText(twice)];
}

function binary(bytes: Uint8Array): string {
  let result = '';
  for (const byte of bytes) result += String.fromCharCode(byte);
  return result;
}
