import { scanObject, skipSpace, skipValue } from './json-scan.ts';
import { parseLossless, stringifyLossless } from './lossless-json.ts';

/** What a text is on the wire; `batch` is a JSON array, `invalid` everything that is no message. */
export type MessageKind = 'request' | 'notification' | 'response' | 'batch' | 'invalid';

/** Where a value stands in a text, from its first character to behind its last. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A replacement in a text; `start` equal to `end` inserts. */
export interface Edit extends Span {
  readonly replacement: string;
}

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
  readonly #id: Span | undefined;
  readonly #params: Span | undefined;
  readonly #result: Span | undefined;
  readonly #error: Span | undefined;
  #parsedParams: unknown = undefined;

  private constructor(text: string, envelope: Envelope) {
    this.text = text;
    this.kind = envelope.kind;
    this.problem = envelope.problem;
    this.id = envelope.id === undefined ? undefined : text.slice(envelope.id.start, envelope.id.end);
    this.method = envelope.method;
    this.#id = envelope.id;
    this.#params = envelope.params;
    this.#result = envelope.result;
    this.#error = envelope.error;
  }

  /** Reads a text; never throws, a text that is no message gives one of kind `invalid`. */
  static read(text: string): Message {
    if (hasUncheckedControl(text) && !isJson(text)) return new Message(text, notJson);
    const envelope = readEnvelope(text);
    if (envelope !== undefined) return new Message(text, envelope);
    const normal = normalise(text);
    if (normal === undefined) return new Message(text, notJson);
    return new Message(normal, readEnvelope(normal) ?? notJson);
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
  static error(id: string, error: { readonly code: number; readonly message: string; readonly data?: unknown }): Message {
    return Message.read(`{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify(error)}}`);
  }

  /** Whether a response carries an error; false for everything else. */
  get isError(): boolean {
    return this.#error !== undefined && this.kind === 'response';
  }

  /** The parameters, parsed at the first use; undefined where there are none. */
  get params(): unknown {
    if (this.#parsedParams === undefined && this.#params !== undefined) this.#parsedParams = this.#parse(this.#params);
    return this.#parsedParams;
  }

  /** The result, parsed at each use. */
  get result(): unknown {
    return this.#result === undefined ? undefined : this.#parse(this.#result);
  }

  /** The error, parsed at each use. */
  get error(): unknown {
    return this.#error === undefined ? undefined : this.#parse(this.#error);
  }

  get paramsSpan(): Span | undefined {
    return this.#params;
  }

  get resultSpan(): Span | undefined {
    return this.#result;
  }

  get errorSpan(): Span | undefined {
    return this.#error;
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
    if (this.#id === undefined) return this;
    const shift = id.length - (this.#id.end - this.#id.start);
    const { start, end } = this.#id;
    const move = (span: Span | undefined): Span | undefined =>
      span === undefined || span.start < end ? span : { start: span.start + shift, end: span.end + shift };
    return new Message(this.text.slice(0, start) + id + this.text.slice(end), {
      kind: this.kind,
      problem: undefined,
      method: this.method,
      id: { start, end: end + shift },
      params: move(this.#params),
      result: move(this.#result),
      error: move(this.#error),
    });
  }

  /** The members of a batch, each as a message of its own; empty for everything else. */
  members(): readonly Message[] {
    if (this.kind !== 'batch') return [];
    return elementsOf(this.text, this.text.indexOf('[')).map(({ start, end }) => Message.read(this.text.slice(start, end)));
  }

  /** The same message with parts of its text replaced; the edits must not overlap. */
  edit(edits: readonly Edit[]): Message {
    return edits.length === 0 ? this : Message.read(splice(this.text, edits));
  }

  #parse(span: Span): unknown {
    return JSON.parse(this.text.slice(span.start, span.end));
  }
}

/** Finds a member of the object at `start`; the last one counts where a key stands twice, as for `JSON.parse`. */
export function findMember(text: string, start: number, name: string): Span | undefined {
  let found: Span | undefined;
  scanObject(text, start, (keyStart, keyEnd, valueStart, valueEnd) => {
    if (keyIs(text, keyStart, keyEnd, name)) found = { start: valueStart, end: valueEnd };
  });
  return found;
}

/** Finds the elements of the array at `start`, which must be well-formed. */
export function elementsOf(text: string, start: number): readonly Span[] {
  const spans: Span[] = [];
  let at = skipSpace(text, start + 1);
  while (text.charCodeAt(at) !== 0x5d) {
    const end = skipValue(text, at);
    spans.push({ start: at, end });
    at = skipSpace(text, end);
    if (text.charCodeAt(at) === 0x2c) at = skipSpace(text, at + 1);
  }
  return spans;
}

/** One member of an object: its key as `JSON.parse` reads it, and where the whole of it stands, key included. */
export interface Member {
  readonly key: string;
  readonly span: Span;
  readonly value: Span;
}

/** Lists the members of the object at `start`; empty where there is none. */
export function membersOf(text: string, start: number): readonly Member[] {
  const members: Member[] = [];
  scanObject(text, start, (keyStart, keyEnd, valueStart, valueEnd) => {
    // Sound: the scanner has found a whole JSON string there.
    const key = JSON.parse(text.slice(keyStart - 1, keyEnd + 1)) as string;
    members.push({ key, span: { start: keyStart - 1, end: valueEnd }, value: { start: valueStart, end: valueEnd } });
  });
  return members;
}

/** Replaces parts of a text; the edits may come in any order but must not overlap. */
export function splice(text: string, edits: readonly Edit[]): string {
  let spliced = '';
  let from = 0;
  for (const { start, end, replacement } of edits.toSorted((a, b) => a.start - b.start)) {
    spliced += text.slice(from, start) + replacement;
    from = end;
  }
  return spliced + text.slice(from);
}

interface Envelope {
  readonly kind: MessageKind;
  readonly problem: 'not-json' | 'not-json-rpc' | undefined;
  readonly method: string | undefined;
  readonly id: Span | undefined;
  readonly params: Span | undefined;
  readonly result: Span | undefined;
  readonly error: Span | undefined;
}

const empty = { method: undefined, id: undefined, params: undefined, result: undefined, error: undefined } as const;
const notJson: Envelope = { ...empty, kind: 'invalid', problem: 'not-json' };
const notJsonRpc: Envelope = { ...empty, kind: 'invalid', problem: 'not-json-rpc' };
const batch: Envelope = { ...empty, kind: 'batch', problem: undefined };

/** Undefined means that the scan can't decide (bad JSON, escaped or repeated envelope keys): `JSON.parse` must. */
function readEnvelope(text: string): Envelope | undefined {
  const start = skipSpace(text, 0);
  if (text.charCodeAt(start) !== 0x7b) return readOther(text, start);

  let version: Span | undefined;
  let id: Span | undefined;
  let method: Span | undefined;
  let params: Span | undefined;
  let result: Span | undefined;
  let error: Span | undefined;
  let undecided = false;
  const end = scanObject(text, start, (keyStart, keyEnd, valueStart, valueEnd) => {
    // Each envelope key has a length of its own, result and params apart.
    switch (keyEnd - keyStart) {
      case 2:
        if (!text.startsWith('id', keyStart)) break;
        undecided ||= id !== undefined;
        id = { start: valueStart, end: valueEnd };
        return;
      case 5:
        if (!text.startsWith('error', keyStart)) break;
        undecided ||= error !== undefined;
        error = { start: valueStart, end: valueEnd };
        return;
      case 6:
        if (text.startsWith('params', keyStart)) {
          undecided ||= params !== undefined;
          params = { start: valueStart, end: valueEnd };
          return;
        }
        if (text.startsWith('result', keyStart)) {
          undecided ||= result !== undefined;
          result = { start: valueStart, end: valueEnd };
          return;
        }
        if (text.startsWith('method', keyStart)) {
          undecided ||= method !== undefined;
          method = { start: valueStart, end: valueEnd };
          return;
        }
        break;
      case 7:
        if (!text.startsWith('jsonrpc', keyStart)) break;
        undecided ||= version !== undefined;
        version = { start: valueStart, end: valueEnd };
        return;
    }
    undecided ||= text.lastIndexOf('\\', keyEnd - 1) >= keyStart;
  });
  if (end < 0 || undecided || skipSpace(text, end) !== text.length) return undefined;
  if (version === undefined || !spanIs(text, version, '"2.0"')) return notJsonRpc;

  const hasId = id !== undefined && isLegalId(text, id);
  if (method !== undefined) {
    const name = readString(text, method);
    if (name === undefined || result !== undefined || error !== undefined) return notJsonRpc;
    if (id !== undefined && !hasId) return { ...notJsonRpc, method: name };
    return { kind: hasId ? 'request' : 'notification', problem: undefined, method: name, id, params, result, error };
  }
  if ((result === undefined) === (error === undefined)) return hasId ? { ...notJsonRpc, id } : notJsonRpc;
  // An error whose id is null or absent is a response that belongs to nobody in particular.
  return { kind: 'response', problem: undefined, method: undefined, id: hasId ? id : undefined, params, result, error };
}

function readOther(text: string, start: number): Envelope | undefined {
  const end = skipValue(text, start);
  if (end < 0 || skipSpace(text, end) !== text.length) return undefined;
  return text.charCodeAt(start) === 0x5b ? batch : notJsonRpc;
}

/** A string or a number; JSON-RPC's null is refused by MCP. */
function isLegalId(text: string, id: Span): boolean {
  const code = text.charCodeAt(id.start);
  return code === 0x22 || code === 0x2d || (code >= 0x30 && code <= 0x39);
}

function readString(text: string, span: Span): string | undefined {
  if (text.charCodeAt(span.start) !== 0x22) return undefined;
  const inner = text.slice(span.start + 1, span.end - 1);
  // Sound: the scanner has found a whole JSON string there.
  return inner.includes('\\') ? (JSON.parse(`"${inner}"`) as string) : inner;
}

function spanIs(text: string, span: Span, value: string): boolean {
  return span.end - span.start === value.length && text.startsWith(value, span.start);
}

function keyIs(text: string, start: number, end: number, name: string): boolean {
  if (end - start === name.length) return text.startsWith(name, start);
  const backslashAt = end - start > name.length ? text.indexOf('\\', start) : -1;
  return backslashAt >= 0 && backslashAt < end && JSON.parse(text.slice(start - 1, end + 1)) === name;
}

/** The scanner doesn't look for control characters in long strings; these four are the ones that hand-made JSON has in the field. */
function hasUncheckedControl(text: string): boolean {
  if (text.length < 64) return false;
  return text.includes('\t') || text.includes('\r') || text.includes('\u001b') || text.includes('\u0000');
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
