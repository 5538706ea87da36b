import {
  codeOf,
  failCall,
  Message,
  parseLossless,
  readArgumentError,
  stringifyLossless,
  toErrorObject,
  toErrorResult,
  toWireData,
  type Call,
  type ContentBlock,
  type Era,
  type Failure,
  type Fault,
} from '@breakwater/core';
import { withoutReserved } from './reserved-keys.ts';
import type { Server } from './server.ts';

/** Codes that mean something to a host by themselves, also for a tool's call. */
const keptCodes: ReadonlySet<unknown> = new Set([-32700, -32600, -32601, -32002, -32020, -32021, -32022, -32042]);

/** Makes the host's answer of a server's result: a success passes as it came, a tool's "it failed" is made fit to be read. */
export function answerResult(response: Message, call: Call, server: Server, era: Era): Message {
  const message = server.settings.trusted ? response : withoutReserved(response, response.resultSpan);
  if (call.target.kind === 'tool' && saysError(message)) return answerToolError(message, call, server, era);
  const text = server.redactor.exact(message.text);
  return text === message.text ? message : Message.read(text);
}

/** Makes the host's answer of a fault, ours or one that the server has sent as a JSON-RPC error. */
export function answerFault(fault: Fault, call: Call, server: Server, era: Era, peerError: Message | undefined): Message {
  const isTool = call.target.kind === 'tool';
  const { errors, locale } = server.settings.rules(isTool ? call.target.name : undefined);
  if (peerError !== undefined && fault.origin === 'server') return answerPeerError(fault, call, server, era, peerError);
  if (isTool && errors === 'result') return result(toErrorResult(fault, { era, locale }));
  return error(toErrorObject(fault, { era, method: call.message.method ?? '', codes: server.parts.codes }));
}

/** Whether an answer says that the call has failed, as a result or as an error. */
export function saysError(response: Message): boolean {
  if (response.isError) return true;
  const span = response.find(response.resultSpan, 'isError');
  return span !== undefined && response.slice(span) === 'true';
}

/** A tool's own "it failed" is an answer: its blocks are kept one by one, redacted, with the fault beside them. */
function answerToolError(response: Message, call: Call, server: Server, era: Era): Message {
  const { locale, redact } = server.settings.rules(call.target.name);
  // Sound: the scanner has found an object there; its members are looked at one by one.
  const original = parseLossless(response.slice(response.resultSpan ?? { start: 0, end: 0 })) as Record<string, unknown>;
  const redacted = server.redactor.deep(original, redact).value as Record<string, unknown>;
  const content = contentBlocks(redacted['content']);
  const said = textOf(content);
  const failure: Failure = readArgumentFailure(said) ?? { kind: 'tool_error', executed: 'yes', ...(said !== '' && { message: said }) };
  const fault = failCall(call, { ...failure, origin: 'server' });
  const ours = toErrorResult(fault, { era, locale, originalContent: content });
  const meta = { ...asRecord(redacted['_meta']), ...ours?._meta };
  return Message.read(`{"jsonrpc":"2.0","id":0,"result":${stringifyLossless({ ...redacted, content: ours?.content ?? content, isError: true, _meta: meta })}}`);
}

/** Servers say that arguments are wrong in a text like any other; which ones, is for the model to know. */
function readArgumentFailure(said: string): Failure | undefined {
  const read = readArgumentError(said);
  if (read === undefined) return undefined;
  const { dump, ...failure } = read;
  return { ...failure, executed: 'no', ...(!dump && { message: said }) };
}

function answerPeerError(fault: Fault, call: Call, server: Server, era: Era, peerError: Message): Message {
  const isTool = call.target.kind === 'tool';
  const { errors, locale, redact } = server.settings.rules(isTool ? call.target.name : undefined);
  const original = asRecord(parseLossless(peerError.slice(peerError.errorSpan ?? { start: 0, end: 0 })));
  const redacted = asRecord(server.redactor.deep(original, redact).value);
  const codeSpan = peerError.find(peerError.errorSpan, 'code');
  const code = codeSpan === undefined ? undefined : peerError.valueAt(codeSpan);
  const message = fault.message;
  if (isTool && errors === 'result' && !keptCodes.has(code) && !isTaskCall(call))
    return result(toErrorResult(fault, { era, locale, originalContent: [{ type: 'text', text: message }] }));
  const data = redacted['data'];
  // What the server has put into `data` stays; ours stands beside it.
  const merged = data === undefined || isRecord(data) ? { ...toWireData(fault), ...asRecord(data) } : data;
  return Message.read(`{"jsonrpc":"2.0","id":0,"error":${stringifyLossless({ code: Number.isSafeInteger(code) ? code : codeOf('internal', { era }), message, data: merged })}}`);
}

function isTaskCall(call: Call): boolean {
  return call.message.find(call.message.paramsSpan, 'task') !== undefined;
}

function result(value: object | undefined): Message {
  return Message.result('0', value ?? {});
}

function error(value: { readonly code: number; readonly message: string; readonly data?: unknown } | undefined): Message {
  return Message.error('0', value ?? { code: -32603, message: 'The call was cancelled.' });
}

function contentBlocks(content: unknown): readonly ContentBlock[] {
  if (!Array.isArray(content)) return [];
  return content.filter((block): block is ContentBlock => isRecord(block) && typeof block['type'] === 'string');
}

function textOf(content: readonly ContentBlock[]): string {
  return content
    .map((block) => (block.type === 'text' && typeof block['text'] === 'string' ? block['text'] : ''))
    .filter((text) => text.trim() !== '')
    .join('\n');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function asRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}
