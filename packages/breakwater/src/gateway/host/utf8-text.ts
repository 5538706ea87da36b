import { isDamagedText } from '@breakwater/transport';

/** The text of a message of a host's; undefined where the bytes are no UTF-8: a letter that isn't what the host meant could be part of a path that is written to. */
export function utf8Text(bytes: Buffer, start?: number, end?: number): string | undefined {
  const text = bytes.toString('utf8', start, end);
  return isDamagedText(text, bytes, start, end) ? undefined : text;
}
