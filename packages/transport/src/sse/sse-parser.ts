import { createParser } from 'eventsource-parser';
import type { EventSourceMessage, EventSourceParser } from 'eventsource-parser';

/** One event of a stream, its data lines joined. */
export interface SseEvent {
  readonly data: string;
  /** The event's type; undefined where it is the default, `message`. */
  readonly type: string | undefined;
  /** Undefined where the event carried none. */
  readonly id: string | undefined;
}

/** What a parser tells its owner. */
export interface SseListener {
  event(event: SseEvent): void;
  comment(): void;
  /** The server asked for this pause before a reconnection. */
  retry(delayMs: number): void;
}

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
  #afterCarriageReturn = false;
  #afterLineEnd = false;
  /** The text since the last blank line, as it came. */
  #open: string[] = [];
  #openBytes = 0;

  constructor(listener: SseListener, maxEventBytes: number) {
    this.#maxEventBytes = maxEventBytes;
    this.#parser = createParser({
      onEvent: (event) => listener.event(toEvent(event)),
      onComment: () => listener.comment(),
      onRetry: (delayMs) => listener.retry(delayMs),
    });
  }

  /** @returns False once an event is larger than allowed; nothing of it is kept then, and nothing more may be fed. */
  feed(chunk: Uint8Array): boolean {
    return this.#feedText(this.#decoder.decode(chunk, { stream: true }), chunk.length);
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

function toEvent(event: EventSourceMessage): SseEvent {
  return { data: event.data, type: event.event === 'message' ? undefined : event.event, id: event.id };
}
