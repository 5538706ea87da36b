import { isUtf8 } from 'node:buffer';
import { createParser } from 'eventsource-parser';
import type { EventSourceMessage, EventSourceParser } from 'eventsource-parser';

/** One event of a stream, its data lines joined. */
export interface SseEvent {
  readonly data: string;
  /** The event's type; undefined where it is the default, `message`. */
  readonly type: string | undefined;
  /** Undefined where the event carried none. */
  readonly id: string | undefined;
  /** Its bytes were no UTF-8 in places, where U+FFFD stands now. */
  readonly isDamaged?: true;
}

/** What a parser tells its owner. */
export interface SseListener {
  event(event: SseEvent): void;
  comment(): void;
  /** The server asked for this pause before a reconnection. */
  retry(delayMs: number): void;
}

const nothing = new Uint8Array(0);
const onlyComments = /^(?::[^\n]*\n)*$/;

/**
 * Reads an event stream from bytes, however they are cut. Stands around `eventsource-parser`, which keeps a line that
 * ends in CR until the next chunk shows whether an LF follows (the last event of a CR stream would never come out), knows
 * no limit in bytes, and cannot show an event whose closing blank line is missing.
 */
export class SseParser {
  readonly #maxEventBytes: number;
  readonly #decoder = new TextDecoder();
  readonly #parser: EventSourceParser;
  /** The bytes of a character that the next chunk completes. */
  #cut: Uint8Array = nothing;
  /** Whether they have become U+FFFD already, since nothing can complete them. */
  #cutIsSuspect = false;
  /** Whether the open event, or one of the chunks it came in, holds bytes that are no UTF-8. */
  #isDamaged = false;
  #afterCarriageReturn = false;
  #afterLineEnd = false;
  /** The text since the last blank line, as it came. */
  #open: string[] = [];
  #openBytes = 0;

  constructor(listener: SseListener, maxEventBytes: number) {
    this.#maxEventBytes = maxEventBytes;
    this.#parser = createParser({
      onEvent: (event) => listener.event(toEvent(event, this.#isDamaged)),
      onComment: () => listener.comment(),
      onRetry: (delayMs) => listener.retry(delayMs),
    });
  }

  /** @returns False once an event is larger than allowed; nothing of it is kept then, and nothing more may be fed. */
  feed(chunk: Uint8Array): boolean {
    const text = this.#decoder.decode(chunk, { stream: true });
    this.#noteDamage(chunk, text);
    const fits = this.#feedText(text, chunk.length);
    if (!this.unterminated) this.#isDamaged = false;
    return fits;
  }

  /** Whether the stream stands inside an event. */
  get unterminated(): boolean {
    return this.#openBytes > 0;
  }

  /** The data of the event that has begun and lacks its blank line; undefined where there is none. */
  openData(): string | undefined {
    if (this.#openBytes === 0) return undefined;
    let data: string | undefined;
    const probe = createParser({ onEvent: (event) => (data = event.data) });
    probe.feed(`${this.#open.join('')}\n\n`);
    return data;
  }

  /** Ends the open event as its missing blank line would have. */
  closeOpenEvent(): void {
    this.#feedText('\n\n', 2);
  }

  #noteDamage(chunk: Uint8Array, text: string): void {
    const bytes = this.#cut.length === 0 ? chunk : Buffer.concat([this.#cut, chunk]);
    const whole = bytes.length - cutCharacter(bytes);
    this.#cut = whole === bytes.length ? nothing : Uint8Array.from(bytes.subarray(whole));
    const isSuspect = this.#cutIsSuspect || text.includes('\uFFFD');
    this.#cutIsSuspect = isSuspect && whole < bytes.length;
    if (isSuspect && !isUtf8(bytes.subarray(0, whole))) this.#isDamaged = true;
  }

  #feedText(decoded: string, bytes: number): boolean {
    const text = this.#withLineFeeds(decoded);
    if (text === '') return true;
    if (!this.#remember(text, bytes)) return false;
    this.#parser.feed(text);
    return true;
  }

  /** Turns all three line ends of the format into LF at once, also where a CRLF is cut in two. */
  #withLineFeeds(decoded: string): string {
    let text = decoded;
    if (this.#afterCarriageReturn && text !== '') {
      if (text.charCodeAt(0) === 0x0a) text = text.slice(1);
      this.#afterCarriageReturn = false;
    }
    if (!text.includes('\r')) return text;
    this.#afterCarriageReturn = text.endsWith('\r');
    return text.replaceAll(/\r\n?/g, '\n');
  }

  #remember(text: string, bytes: number): boolean {
    const lastBlankLine = text.lastIndexOf('\n\n');
    let rest = text;
    if (lastBlankLine >= 0) rest = text.slice(lastBlankLine + 2);
    else if (this.#afterLineEnd && text.charCodeAt(0) === 0x0a) rest = text.slice(1);
    if (rest !== text) {
      this.#open = [];
      this.#openBytes = 0;
    }
    this.#afterLineEnd = text.endsWith('\n');
    // Heartbeats without blank lines would otherwise pile up as one endless event.
    if (rest === '' || (this.#openBytes === 0 && onlyComments.test(rest))) return true;
    this.#openBytes += Math.min(bytes, rest.length * 3);
    if (this.#openBytes > this.#maxEventBytes) {
      this.#open = [];
      this.#openBytes = 0;
      return false;
    }
    this.#open.push(rest);
    return true;
  }
}

function toEvent({ data, event, id }: EventSourceMessage, isDamaged: boolean): SseEvent {
  const type = event === 'message' ? undefined : event;
  return { data, type, id, ...(isDamaged && data.includes('\uFFFD') && { isDamaged }) };
}

/** How many bytes at the end begin a character that isn't whole. */
function cutCharacter(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    // Bytes 10xxxxxx continue a character; the first byte says how long it is.
    if (byte >= 0x80 && byte < 0xc0) continue;
    const length = byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return back < length ? back : 0;
  }
  return 0;
}
