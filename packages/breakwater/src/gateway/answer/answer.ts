import {
  codeOf,
  deepAround,
  failCall,
  faultKinds,
  faultMetaKey,
  faultText,
  isRawNumber,
  Message,
  parseLossless,
  readPeerData,
  reasonIn,
  stringifyLossless,
  toErrorResult,
  toWireData,
  type Call,
  type ContentBlock,
  type Era,
  type Failure,
  type Fault,
  type Locale,
} from '@breakwater/core';
import { askedBy, namedByPeer } from './asked.ts';
import { explainRefusal, readArgumentFailure } from './argument-failure.ts';
import { tellsOfTask } from './failed-task.ts';
import { faultAnswer } from './fault-answer.ts';
import { sentences } from '../sentences.ts';
import type { Server } from '../server/server.ts';
import type { Upstream } from '../server/upstream.ts';
import { withWarning } from './with-warning.ts';

/** Stands for what is nested more deeply than anything that is meant to be read. */
const tooDeep = '[nested too deeply]';

/** `URLElicitationRequiredError` (2025-11-25, schema). */
const urlElicitationRequired = -32042;

/** Codes that mean something to a host by themselves, also for a tool's call. */
const keptCodes: ReadonlySet<unknown> = new Set([
  -32700,
  -32600,
  -32601,
  -32002,
  -32020,
  -32021,
  -32022,
  urlElicitationRequired,
]);

/** Makes the host's answer of a server's result: a success passes as it came, a tool's "it failed" is made fit to be read. */
export function answerResult(response: Message, call: Call, upstream: Upstream, era: Era): Message {
  const { server } = upstream;
  if (call.target.kind === 'tool' && saysError(response)) return answerToolError(response, call, upstream, era);
  const told = server.presentResult(response);
  const isOfTask = tellsOfTask(told, call.message.method ?? '');
  return warned(isOfTask ? server.presentTask(told) : told, response, server);
}

/** Makes the host's answer of a fault, ours or one that the server has sent as a JSON-RPC error. */
export function answerFault(
  fault: Fault,
  call: Call,
  upstream: Upstream,
  era: Era,
  peerError: Message | undefined,
): Message {
  if (peerError !== undefined && fault.origin === 'server')
    return answerPeerError(fault, call, upstream, era, peerError);
  return faultAnswer(fault, { id: '0', era, message: call.message }, upstream.server.mannerFor(call.target));
}

/** Whether an answer says that the call has failed, as a result or as an error. */
export function saysError(response: Message): boolean {
  if (response.isError) return true;
  if (!response.mentions('isError')) return false;
  const span = response.find(response.resultSpan, 'isError');
  return span !== undefined && response.slice(span) === 'true';
}

/** A tool's own "it failed" is an answer: its blocks are kept one by one, redacted, with the fault beside them. */
function answerToolError(response: Message, call: Call, upstream: Upstream, era: Era): Message {
  const { server } = upstream;
  const { locale, redact } = server.rulesFor(call.target);
  const own = server.withoutReserved(response);
  // Sound: the scanner has found an object there; its members are looked at one by one.
  const original = parseLossless(own.slice(own.resultSpan ?? { start: 0, end: 0 }), { tooDeep }) as Record<
    string,
    unknown
  >;
  const redacted = deepAround(
    original,
    [...askedBy(call.message), ...namedByPeer(response)],
    server.redactor,
    redact,
  ) as Record<string, unknown>;
  const content = contentBlocks(redacted['content']);
  const said = textOf(content) || (reasonIn(redacted['structuredContent']) ?? reasonIn(redacted) ?? '');
  const read: Failure = readArgumentFailure(said, locale) ?? {
    kind: 'tool_error',
    executed: 'yes',
    ...(said !== '' && { message: said }),
  };
  const failure = { ...read, ...trustedFault(redacted['_meta']) };
  const explained = explainRefusal(failure, call, upstream);
  const fault = failCall(call, { ...(explained ?? failure), origin: 'server' });
  const ours = toErrorResult(fault, {
    era,
    locale,
    originalContent: explained === undefined ? content : [...content, explanation(fault, locale)],
  });
  const meta = { ...asRecord(redacted['_meta']), ...ours?._meta };
  const told = Message.read(
    `{"jsonrpc":"2.0","id":0,"result":${stringifyLossless({ ...redacted, content: ours?.content ?? content, isError: true, _meta: meta })}}`,
  );
  return warned(told, response, server);
}

/** What a trusted server's own fault says; an untrusted one's is gone by now. */
function trustedFault(meta: unknown): Partial<Failure> {
  const said = asRecord(meta)[faultMetaKey];
  if (!isRecord(said)) return {};
  // Numbers are digits here, and are read from plain data.
  const read = readPeerData(JSON.parse(stringifyLossless(said)));
  // That nothing has run is never taken from a server.
  return { ...read, executed: said['executed'] === 'yes' ? 'yes' : 'unknown' };
}

/** What the server has not said itself, for the model to read beside its words. */
function explanation(fault: Fault, locale: Locale): ContentBlock {
  return { type: 'text', text: faultText(fault, { locale }) };
}

function answerPeerError(fault: Fault, call: Call, upstream: Upstream, era: Era, peerError: Message): Message {
  const { server } = upstream;
  const isTool = call.target.kind === 'tool';
  const { errors, locale, redact } = server.rulesFor(call.target);
  const own = server.withoutReserved(peerError);
  const original = parseLossless(own.slice(own.errorSpan ?? { start: 0, end: 0 }), { tooDeep });
  const codeSpan = peerError.find(peerError.errorSpan, 'code');
  const code = codeSpan === undefined ? undefined : peerError.valueAt(codeSpan);
  const masked = asRecord(
    deepAround(original, [...askedBy(call.message), ...namedByPeer(peerError)], server.redactor, redact),
  );
  const redacted = code === urlElicitationRequired ? withAddresses(masked, asRecord(original), server) : masked;
  const message = fault.message;
  const explained = isTool ? explainRefusal(fault, call, upstream) : undefined;
  const told = explained === undefined ? fault : failCall(call, explained);
  if (isTool && errors === 'result' && !keptCodes.has(code) && !isPartOfMore(call)) {
    // A message that says nothing was replaced by ours, and then all of our text is needed: whether it may have run, what to do.
    const said: ContentBlock[] = isSaid(redacted['message'], message) ? [{ type: 'text', text: message }] : [];
    const answer = Message.result(
      '0',
      toErrorResult(told, {
        era,
        locale,
        originalContent: explained === undefined ? said : [...said, explanation(told, locale)],
      }),
    );
    return warned(answer, peerError, server);
  }
  const data = redacted['data'];
  const ours = toWireData(told);
  const { origin, executed, retryable, recoveryAction } = ours;
  const said = asRecord(data);
  // What the server has put into `data` stays, ours stands beside it. Whether the call may be sent again, and what to do
  // instead, is for us to say: its own word on that is in ours, as far as it counts.
  const kind = faultKinds.some((each) => each === said['kind']) ? { kind: ours.kind } : {};
  const merged =
    data === undefined || isRecord(data)
      ? { ...ours, ...said, ...kind, origin, executed, retryable, recoveryAction }
      : data;
  return Message.read(
    `{"jsonrpc":"2.0","id":0,"error":${stringifyLossless({ code: Number.isSafeInteger(code) ? code : codeOf('internal', { era }), message, data: merged })}}`,
  );
}

/** The addresses that the user is to open as they came: whoever can't read them can't sign in. */
function withAddresses(masked: Record<string, unknown>, original: Record<string, unknown>, { redactor }: Server) {
  const asked: unknown = asRecord(original['data'])['elicitations'];
  const told: unknown = asRecord(masked['data'])['elicitations'];
  if (!Array.isArray(asked) || !Array.isArray(told)) return masked;
  const elicitations = told.map((each: unknown, at): unknown => {
    const { url } = asRecord(asked[at]);
    return typeof url === 'string' ? { ...asRecord(each), url: redactor.exact(url) } : each;
  });
  return { ...masked, data: { ...asRecord(masked['data']), elicitations } };
}

/** Whether the message of a fault is what the server has said, which may have been cut and freed of prefixes. */
function isSaid(own: unknown, message: string): boolean {
  return typeof own === 'string' && own !== '' && own.includes(message.slice(0, 40));
}

/** Task calls and the later legs of a multi-round-trip call: the host's protocol layer reads their errors, not the model. */
function isPartOfMore({ message }: Call): boolean {
  return ['task', 'requestState', 'inputResponses'].some(
    (member) => message.find(message.paramsSpan, member) !== undefined,
  );
}

/** The answer with a word about what was no UTF-8 in what the server sent. */
function warned(answer: Message, { isDamaged }: Message, { key, settings }: Server): Message {
  return isDamaged ? withWarning(answer, sentences[settings.locale].notUtf8(key)) : answer;
}

/** The blocks of a result; servers also send a text or a block where the list of them belongs. */
function contentBlocks(content: unknown): readonly ContentBlock[] {
  return [content]
    .flat()
    .map((block) => (typeof block === 'string' ? { type: 'text', text: block } : block))
    .filter((block): block is ContentBlock => isRecord(block) && typeof block['type'] === 'string');
}

function textOf(content: readonly ContentBlock[]): string {
  return content
    .map((block) => (block.type === 'resource' ? asRecord(block['resource'])['text'] : block['text']))
    .filter((text) => typeof text === 'string' && text.trim() !== '')
    .join('\n');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);
}

function asRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}
