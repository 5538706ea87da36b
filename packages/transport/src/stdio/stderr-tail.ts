import { cutText } from './cut-text.ts';
import { keptEndBytes, LineReader, type OverlongLine } from './line-reader.ts';

const newline = 0x0a;
const tailBytes = 65_536;
/** Behind this a line of stderr is not handed on; the tail keeps it. */
const maxLineBytes = 8_192;

/**
 * Keeps the end of what a child writes to stderr and hands its lines on, whatever comes and however much: a pipe that
 * nobody drains stops the child. Lines that come together are handed on together, since each handing on costs more than
 * a line. Nothing here is redacted.
 */
export class StderrTail {
  readonly #sink: ((lines: string) => void) | undefined;
  readonly #reader: LineReader;
  #lines = '';
  #ring: Buffer | undefined = undefined;
  #writtenBytes = 0;

  /** @param sink Takes whole lines, one or more, each with its newline. */
  constructor(sink?: (lines: string) => void) {
    this.#sink = sink;
    this.#reader = new LineReader(maxLineBytes, {
      line: (bytes, start, end) => (this.#lines += `${bytes.toString('utf8', start, end)}\n`),
      overlong: () => {},
      overlongEnded: (line) => this.#overlong(line),
    });
  }

  push(chunk: Buffer): void {
    const ring = (this.#ring ??= Buffer.allocUnsafeSlow(tailBytes));
    const kept = chunk.subarray(Math.max(0, chunk.length - tailBytes));
    const at = (this.#writtenBytes + chunk.length - kept.length) % tailBytes;
    const copied = kept.copy(ring, at);
    kept.copy(ring, 0, copied);
    this.#writtenBytes += chunk.length;
    if (this.#sink === undefined) return;
    this.#reader.push(chunk);
    this.#handOn();
  }

  /** The stream has ended: hands on a last line without newline. */
  end(): void {
    this.#reader.end();
    this.#handOn();
  }

  /** The last 64 KiB, beginning with a whole line where there is one: half a secret would escape the owner's redactor. */
  text(): string {
    const ring = this.#ring;
    if (ring === undefined) return '';
    if (this.#writtenBytes <= tailBytes) return ring.toString('utf8', 0, this.#writtenBytes);
    const at = this.#writtenBytes % tailBytes;
    const bytes = Buffer.concat([ring.subarray(at), ring.subarray(0, at)]);
    const firstNewline = bytes.indexOf(newline);
    if (firstNewline >= 0 && firstNewline < bytes.length - 1) return bytes.toString('utf8', firstNewline + 1);
    // One line fills it all: begin behind the first space, if there is one.
    const text = bytes.toString('utf8');
    const space = text.search(/\s/);
    return `…${text.slice(space < 0 ? 0 : space + 1)}`;
  }

  #overlong({ head, sizeBytes }: OverlongLine): void {
    this.#lines += `${cutText(head.toString('utf8'), keptEndBytes - 1)} (${sizeBytes} bytes without a newline)\n`;
  }

  #handOn(): void {
    const lines = this.#lines;
    this.#lines = '';
    if (lines !== '') this.#sink?.(lines);
  }
}
