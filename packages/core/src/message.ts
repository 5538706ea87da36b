import { notJson, readEnvelope, type Envelope, type MessageKind } from './envelope.ts';
import { elementsOf, findMember, splice, withoutMembers, type Edit, type Span } from './json-members.ts';
import { parseLossless, stringifyLossless } from './lossless-json.ts';

/**
 * A JSON-RPC message that keeps its text as it came. Only the envelope is read at once; the rest is parsed by whoever
 * must act on it, and edits splice the text, so that numbers and unknown fields stay exact.
 */
export class Message {
  readonly text: string;
  readonly kind: MessageKind;
  /** The id as raw JSON text (`7`, `"7"`), so that the number and the string stay apart; undefined where there is none. */
  readonly id: string | undefined;
  readonly method: string | undefined;
  /** Why a message is `invalid`: not JSON at all, or JSON that is no JSON-RPC message. */
  readonly problem: 'not-json' | 'not-json-rpc' | undefined;
  /** Whether its bytes were no UTF-8 in places, where U+FFFD stands now. */
  readonly isDamaged: boolean;
  readonly #envelope: Envelope;
  /** How much longer the id is than when the envelope was read; whatever stands behind it has moved by that. */
  readonly #shift: number;
  #parsedParams: unknown = undefined;

  private constructor(
    text: string,
    envelope: Envelope,
    isDamaged: boolean,
    id = envelope.idStart < 0 ? undefined : text.slice(envelope.idStart, envelope.idEnd),
    shift = 0,
  ) {
    this.text = text;
    this.isDamaged = isDamaged;
    this.kind = envelope.kind;
    this.problem = envelope.problem;
    this.id = id;
    this.method = envelope.method;
    this.#envelope = envelope;
    this.#shift = shift;
  }

  /** Reads a text; never throws, a text that is no message gives one of kind `invalid`. */
  static read(text: string, isDamaged = false): Message {
    if (hasUncheckedControl(text) && !isJson(text)) return new Message(text, notJson, isDamaged);
    const envelope = readEnvelope(text);
    if (envelope !== undefined) return new Message(text, envelope, isDamaged);
    const normal = normalise(text);
    if (normal === undefined) return new Message(text, notJson, isDamaged);
    return new Message(normal, readEnvelope(normal) ?? notJson, isDamaged);
  }

  static request(id: number | string, method: string, params?: unknown): Message {
    return Message.read(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
  }

  static notification(method: string, params?: unknown): Message {
    return Message.read(JSON.stringify({ jsonrpc: '2.0', method, params }));
  }

  /** @param id Raw JSON text, as {@link Message.id} gives it. */
  static result(id: string, result: unknown): Message {
    return Message.read(`{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(result)}}`);
  }

  /** @param id Raw JSON text; `null` where the request's id could not be read. */
  static error(
    id: string,
    error: { readonly code: number; readonly message: string; readonly data?: unknown },
  ): Message {
    return Message.read(`{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(error)}}`);
  }

  /** The text on one line, for wires where a line is a message: a line end inside a message can only be white space. */
  get line(): string {
    return this.text.includes('\n') || this.text.includes('\r') ? this.text.replace(/[\r\n]+/g, ' ') : this.text;
  }

  /** Whether a response carries an error; false for everything else. */
  get isError(): boolean {
    return this.kind === 'response' && this.#envelope.errorStart >= 0;
  }

  /** The parameters, parsed at the first use; undefined where there are none. */
  get params(): unknown {
    this.#parsedParams ??= this.#parse(this.paramsSpan);
    return this.#parsedParams;
  }

  /** The result, parsed at each use. */
  get result(): unknown {
    return this.#parse(this.resultSpan);
  }

  /** The error, parsed at each use. */
  get error(): unknown {
    return this.#parse(this.errorSpan);
  }

  get paramsSpan(): Span | undefined {
    return this.#span(this.#envelope.paramsStart, this.#envelope.paramsEnd);
  }

  get resultSpan(): Span | undefined {
    return this.#span(this.#envelope.resultStart, this.#envelope.resultEnd);
  }

  get errorSpan(): Span | undefined {
    return this.#span(this.#envelope.errorStart, this.#envelope.errorEnd);
  }

  /** Finds a value inside params, result or error by member names, without parsing; undefined where it is not there. */
  find(from: Span | undefined, ...path: readonly string[]): Span | undefined {
    let span = from;
    for (const name of path) {
      if (span === undefined) return undefined;
      span = findMember(this.text, span.start, name);
    }
    return span;
  }

  /**
   * Whether a member of this name may stand anywhere in the text; where this says no, there is none. Far cheaper than to
   * look for it.
   *
   * @param name Without a slash, which may be written with an escape of its own.
   */
  mentions(name: string): boolean {
    return this.text.includes(name) || this.text.includes('\\u');
  }

  /** The raw text of a span. */
  slice(span: Span): string {
    return this.text.slice(span.start, span.end);
  }

  /** The parsed value of a span. */
  valueAt(span: Span): unknown {
    return this.#parse(span);
  }

  /** The same message under another id (raw JSON text); a message without an id stays as it is. */
  withId(id: string): Message {
    const { idStart, idEnd } = this.#envelope;
    if (idStart < 0) return this;
    const text = this.text.slice(0, idStart) + id + this.text.slice(idEnd + this.#shift);
    return new Message(text, this.#envelope, this.isDamaged, id, id.length - (idEnd - idStart));
  }

  /** The members of a batch, each as a message of its own; empty for everything else. */
  members(): readonly Message[] {
    if (this.kind !== 'batch') return [];
    return elementsOf(this.text, this.text.indexOf('[')).map(({ start, end }) =>
      Message.read(this.text.slice(start, end), this.isDamaged),
    );
  }

  /** The same message with parts of its text replaced; the edits must not overlap. */
  edit(edits: readonly Edit[]): Message {
    return edits.length === 0 ? this : Message.read(splice(this.text, edits), this.isDamaged);
  }

  /** The message without some members of the object that stands at a place in it. */
  without(object: Span | undefined, isGone: (key: string) => boolean): Message {
    const edit = object && withoutMembers(this.text, object, isGone);
    return edit === undefined ? this : this.edit([edit]);
  }

  #span(start: number, end: number): Span | undefined {
    if (start < 0) return undefined;
    const shift = start < this.#envelope.idEnd ? 0 : this.#shift;
    return { start: start + shift, end: end + shift };
  }

  #parse(span: Span | undefined): unknown {
    if (span === undefined) return undefined;
    const text = this.text.slice(span.start, span.end);
    // Names are strings without escapes; those need no parser.
    return text.charCodeAt(0) === 0x22 && !text.includes('\\') ? text.slice(1, -1) : JSON.parse(text);
  }
}

/**
 * The scanner doesn't look for control characters in long strings, where the peer's parser stumbles over every one. One pass
 * for all of them costs a millisecond a megabyte, in any script; a search for each costs less in ASCII and four times that
 * in Chinese.
 */
function hasUncheckedControl(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- They are what is looked for.
  return text.length >= 64 && /[\u0000-\u001f]/.test(text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Writes a text anew as `JSON.parse` reads it, numbers digit for digit; undefined where it is no JSON. */
function normalise(text: string): string | undefined {
  try {
    return stringifyLossless(parseLossless(text));
  } catch {
    return undefined;
  }
}
