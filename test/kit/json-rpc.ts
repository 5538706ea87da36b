/** A JSON-RPC message whose members nobody has checked but the envelope's. */
export interface JsonRpc {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: Json;
  readonly result?: Json;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Json };
}

/** A JSON object whose members nobody has checked. */
export type Json = Readonly<Record<string, unknown>>;

/** What stands at this place inside a JSON value; undefined where there is no such place. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((inside, key) => (isObject(inside) ? inside[key] : undefined), value);
}

/** The text of the first content block of a tool's result; empty where there is none. */
export function textOf(message: JsonRpc): string {
  const text = at(message, 'result', 'content', 0, 'text');
  return typeof text === 'string' ? text : '';
}

/** Reads a text as the messages it holds: one, or those of a batch; none where it is no JSON or no object. */
export function messagesOf(text: string): readonly JsonRpc[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  return (Array.isArray(value) ? value : [value]).filter(isMessage);
}

/** Whether this message is the answer to a request. */
export function isAnswer(message: JsonRpc): boolean {
  return message.method === undefined && ('result' in message || 'error' in message);
}

/** Whether this message asks for an answer. */
export function isRequest(message: JsonRpc): boolean {
  return typeof message.method === 'string' && message.id !== undefined;
}

/** What the modern wire wants in the `_meta` of every request. */
export function modernMeta(capabilities: Json = {}): Json {
  return {
    'io.modelcontextprotocol/protocolVersion': modernVersion,
    'io.modelcontextprotocol/clientInfo': clientInfo,
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
}

/** The newest revision of the legacy wire. */
export const legacyVersion = '2025-11-25';
/** The newest revision of the modern wire. */
export const modernVersion = '2026-07-28';
/** Who the raw hosts say they are. */
export const clientInfo = { name: 'raw-host', version: '1.0.0' };

/** Whether a value that came out of JSON is an object, and so perhaps a message. */
function isMessage(value: unknown): value is JsonRpc {
  return isObject(value) && !Array.isArray(value);
}

function isObject(value: unknown): value is Readonly<Record<string | number, unknown>> {
  return typeof value === 'object' && value !== null;
}
