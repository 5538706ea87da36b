import { isUtf8 } from 'node:buffer';

/** Whether U+FFFD stands in a text for bytes that are no UTF-8, and not because the writer meant that character. */
export function isDamagedText(text: string, bytes: Buffer, start = 0, end = bytes.length): boolean {
  return text.includes('\uFFFD') && !isUtf8(bytes.subarray(start, end));
}
