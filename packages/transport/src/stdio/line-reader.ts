/** A line that was longer than allowed; only its two ends were kept. */
export interface OverlongLine {
  readonly head: Buffer;
  readonly tail: Buffer;
  /** Its whole length so far, the newline not counted. */
  readonly sizeBytes: number;
}

/** What a reader found; buffers are only valid during the call. */
export interface LineReceiver {
  /** A whole line stands in `bytes` from `start` to `end`, without its newline and the carriage return before it. */
  line(bytes: Buffer, start: number, end: number): void;
  /** The line that is coming in has passed the limit and is no longer kept. */
  overlong(): void;
  /** The overlong line has ended, or the stream with it. */
  overlongEnded(line: OverlongLine): void;
}

/** How much of an overlong line is kept at each end. */
export const keptEndBytes = 4_096;

const newline = 0x0a;
const carriageReturn = 0x0d;
const firstCapacity = 65_536;
/** A buffer that one large line has stretched beyond this is let go with the line. */
const keptCapacity = 1_048_576;
const nothing = Buffer.alloc(0);

/**
 * Splits a stream of bytes at 0x0A alone. Each byte is copied a bounded number of times however the stream is cut into
 * chunks, and no more than the limit is held, also of a line that never ends.
 */
export class LineReader {
  readonly #maxLineBytes: number;
  readonly #receiver: LineReceiver;
  #buffer: Buffer = nothing;
  #length = 0;
  #overlong: OverlongLine | undefined = undefined;

  constructor(maxLineBytes: number, receiver: LineReceiver) {
    this.#maxLineBytes = maxLineBytes;
    this.#receiver = receiver;
  }

  /** The line that is passing by beyond the limit, if there is one. */
  get overlong(): OverlongLine | undefined {
    return this.#overlong;
  }

  push(chunk: Buffer): void {
    let from = 0;
    if (this.#length > 0 || this.#overlong !== undefined) {
      const end = chunk.indexOf(newline);
      this.#keep(chunk, 0, end < 0 ? chunk.length : end);
      if (end < 0) return;
      this.#finish();
      from = end + 1;
    }
    for (let end = chunk.indexOf(newline, from); end >= 0; end = chunk.indexOf(newline, from)) {
      this.#whole(chunk, from, end);
      from = end + 1;
    }
    if (from < chunk.length) this.#keep(chunk, from, chunk.length);
  }

  /** The stream has ended: hands out what stands behind the last newline. */
  end(): void {
    if (this.#length > 0 || this.#overlong !== undefined) this.#finish();
    this.#buffer = nothing;
  }

  #whole(bytes: Buffer, start: number, end: number): void {
    if (end - start > this.#maxLineBytes) {
      this.#keep(bytes, start, end);
      this.#finish();
    } else {
      this.#hand(bytes, start, end);
    }
  }

  #hand(bytes: Buffer, start: number, end: number): void {
    this.#receiver.line(bytes, start, end > start && bytes[end - 1] === carriageReturn ? end - 1 : end);
  }

  #keep(chunk: Buffer, start: number, end: number): void {
    const added = end - start;
    if (this.#overlong !== undefined) {
      const { head, tail, sizeBytes } = this.#overlong;
      const bytes = chunk.subarray(start, end);
      this.#overlong = {
        head: head.length < keptEndBytes ? joinHead(head, bytes) : head,
        tail: joinTail(tail, bytes),
        sizeBytes: sizeBytes + added,
      };
    } else if (this.#length + added > this.#maxLineBytes) {
      this.#passLimit(chunk.subarray(start, end));
    } else {
      this.#reserve(this.#length + added);
      chunk.copy(this.#buffer, this.#length, start, end);
      this.#length += added;
    }
  }

  #passLimit(added: Buffer): void {
    const kept = this.#buffer.subarray(0, this.#length);
    this.#overlong = {
      head: joinHead(kept, added),
      tail: joinTail(kept, added),
      sizeBytes: this.#length + added.length,
    };
    this.#buffer = nothing;
    this.#length = 0;
    this.#receiver.overlong();
  }

  #finish(): void {
    const overlong = this.#overlong;
    const length = this.#length;
    this.#overlong = undefined;
    this.#length = 0;
    if (overlong === undefined) this.#hand(this.#buffer, 0, length);
    else this.#receiver.overlongEnded(overlong);
    if (this.#buffer.length > keptCapacity) this.#buffer = nothing;
  }

  #reserve(needed: number): void {
    if (needed <= this.#buffer.length) return;
    // Doubling keeps the copying linear, also for a line that comes byte by byte.
    const doubled = Math.min(this.#maxLineBytes, Math.max(firstCapacity, this.#buffer.length * 2));
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, doubled));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}

/** The first bytes of both, as a copy that holds on to neither. */
function joinHead(before: Buffer, added: Buffer): Buffer {
  const fromBefore = before.subarray(0, keptEndBytes);
  return Buffer.concat([fromBefore, added.subarray(0, keptEndBytes - fromBefore.length)]);
}

/** The last bytes of both, as a copy that holds on to neither. */
function joinTail(before: Buffer, added: Buffer): Buffer {
  const fromAdded = added.subarray(Math.max(0, added.length - keptEndBytes));
  const room = keptEndBytes - fromAdded.length;
  return Buffer.concat([before.subarray(Math.max(0, before.length - room)), fromAdded]);
}
