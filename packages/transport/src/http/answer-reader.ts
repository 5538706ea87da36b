import { isDamagedText } from '../damaged-text.ts';
import type { SeenBody } from '../sentences.ts';
import { SseParser } from '../sse/sse-parser.ts';
import type { SseListener } from '../sse/sse-parser.ts';

/** Whether to go on reading; `enough` where what came is no message and says already what it is. */
export type Reading = 'more' | 'enough' | 'too-large';

/** A body that is no event stream, and what is known of it. */
export interface Body {
  readonly text: string;
  /** Whether its bytes were no UTF-8 in places, where U+FFFD stands now. */
  readonly isDamaged: boolean;
  /** The media type of the header, without parameters; undefined where there was none. */
  readonly mediaType: string | undefined;
  readonly seen: SeenBody;
}

const sniffedBytes = 64;
const longestFieldName = 'event:'.length;
/** What neither says nor looks like JSON is read this far, enough to say what it is. */
const strangerBytes = 64 * 1024;

/**
 * Reads the body of an answer as what it is. Its first bytes decide, its header only where they leave it open, since
 * servers and proxies get the header wrong in both directions.
 */
export class AnswerReader {
  readonly #mediaType: string | undefined;
  readonly #maxBytes: number;
  readonly #listener: SseListener;
  #parser: SseParser | undefined;
  #decided = false;
  #stranger = false;
  #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(contentType: string | undefined, maxBytes: number, listener: SseListener) {
    this.#mediaType = mediaTypeOf(contentType);
    this.#maxBytes = maxBytes;
    this.#listener = listener;
  }

  /** The parser of the event stream; undefined as long as the body hasn't turned out to be one. */
  get events(): SseParser | undefined {
    return this.#parser;
  }

  feed(chunk: Buffer): Reading {
    if (this.#parser !== undefined) return this.#parser.feed(chunk) ? 'more' : 'too-large';
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (!this.#decided && this.#isEventStream()) return this.#handOver();
    if (this.#bytes > this.#maxBytes) return 'too-large';
    return this.#stranger && this.#bytes > strangerBytes ? 'enough' : 'more';
  }

  body(): Body {
    const bytes = this.#joined();
    const text = stripByteOrderMark(bytes.toString());
    return {
      text,
      isDamaged: isDamagedText(text, bytes),
      mediaType: this.#mediaType,
      seen: look(text),
    };
  }

  /** Looks at the first bytes until they decide. */
  #isEventStream(): boolean {
    const start = stripByteOrderMark(this.#joined().toString('utf8', 0, sniffedBytes)).trimStart();
    const first = start.charAt(0);
    if (first === '' && this.#bytes < sniffedBytes) return false;
    if (first === '{' || first === '[') {
      this.#decided = true;
      return false;
    }
    if (this.#mediaType === 'text/event-stream' && first !== '<') return true;
    if (/^(?:data|event|id|retry)?:/.test(start)) return true;
    if (start.length < longestFieldName && /^[a-z]*$/.test(start)) return false;
    this.#decided = true;
    this.#stranger = !isJson(this.#mediaType);
    return false;
  }

  #handOver(): Reading {
    const parser = (this.#parser = new SseParser(this.#listener, this.#maxBytes));
    const chunks = this.#chunks;
    this.#chunks = [];
    return chunks.every((chunk) => parser.feed(chunk)) ? 'more' : 'too-large';
  }

  #joined(): Buffer {
    const [only] = this.#chunks;
    return only !== undefined && this.#chunks.length === 1 ? only : Buffer.concat(this.#chunks);
  }
}

/** The type without its parameters, in a form that is safe to show; undefined where there is none. */
export function mediaTypeOf(contentType: string | undefined): string | undefined {
  return /^[\w!#$&^.+-]{1,64}\/[\w!#$&^.+-]{1,64}/.exec(contentType?.trim().toLowerCase() ?? '')?.[0];
}

function isJson(mediaType: string | undefined): boolean {
  return mediaType !== undefined && (mediaType.endsWith('/json') || mediaType.endsWith('+json'));
}

function look(text: string): SeenBody {
  const start = text.trimStart();
  if (start === '') return 'nothing';
  if (start.startsWith('{') || start.startsWith('[')) return 'broken-json';
  if (/^<(?:!doctype html|html|head|body)/i.test(start)) return 'html';
  if (start.startsWith('<')) return 'markup';
  return /^[\p{L}\p{N}\p{P}\p{Z}\p{S}\s]*$/u.test(start.slice(0, 200)) ? 'text' : 'binary';
}

function stripByteOrderMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
