import type { Era } from '../channel.ts';
import { catalogue, type FaultKind } from './catalogue.ts';
import type { Fault } from './fault.ts';
import type { Locale } from './locale/locale.ts';
import { usableMessage, usableText } from './plain-text.ts';
import { retryAfterMsOf } from './retry-advice.ts';
import { faultText } from './text.ts';

/** The key of a fault in the `_meta` of a tool's result. */
export const faultMetaKey = 'dev.breakwater/fault';

// What may leave the process; a member that is new on Fault stays inside until it stands here.
const wireMembers = [
  'suggestion',
  'field',
  'expected',
  'received',
  'issues',
  'required',
  'tool',
  'server',
  'attempt',
  'maxAttempts',
  'limit',
  'remaining',
  'windowSeconds',
  'breaker',
  'degraded',
  'contactSupport',
] as const satisfies readonly (keyof Fault)[];

/** A fault as a peer sees it, in an error's `data` and in a result's `_meta`; what is not known is left out. */
export interface WireFault
  extends
    Pick<Fault, 'kind' | 'origin' | 'retryable' | 'executed' | 'message' | 'recoveryAction' | 'correlationId'>,
    Pick<Fault, (typeof wireMembers)[number]> {
  /** Whole seconds, rounded up. */
  readonly retryAfter?: number;
}

/** Turns a fault into what a peer may see: milliseconds become seconds, the cause stays here. */
export function toWireData(fault: Fault): WireFault {
  const { kind, origin, retryable, executed, message, recoveryAction, correlationId } = fault;
  const retryAfterMs = retryAfterMsOf(fault);
  // Sound: only members of Fault are picked, each under its own name.
  const known = Object.fromEntries(
    wireMembers.filter((member) => fault[member] !== undefined).map((member) => [member, fault[member]]),
  ) as Pick<Fault, (typeof wireMembers)[number]>;
  return {
    kind,
    origin,
    retryable,
    ...(retryAfterMs !== undefined && { retryAfter: Math.ceil(retryAfterMs / 1_000) }),
    executed,
    message,
    recoveryAction,
    ...known,
    correlationId,
  };
}

/** The error member of a JSON-RPC response. */
export interface ErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data: WireFault;
}

/** Numbers that replace ours on the legacy wire, by kind (the `codes` of the configuration). */
export type LegacyCodes = Readonly<Partial<Record<FaultKind, number>>>;

/** Options of {@link toErrorObject}. */
export interface ErrorObjectOptions {
  /** The family of the negotiated revision, whatever the peer's SDK is. */
  readonly era: Era;
  /** The method that failed: resources have a number of their own for "not found". */
  readonly method?: string;
  readonly codes?: LegacyCodes;
  /** Members that the specification wants in `data`: `supported` and `requested`, or `requiredCapabilities`. Ours win. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Turns a fault into a JSON-RPC error; undefined for a cancelled call, which gets no answer. */
export function toErrorObject(fault: Fault, options: ErrorObjectOptions): ErrorObject | undefined {
  const code = codeOf(fault.kind, options);
  if (code === undefined) return undefined;
  return { code, message: fault.message, data: { ...options.data, ...toWireData(fault) } };
}

/** The JSON-RPC code of a kind; undefined where nothing is said on the wire. */
export function codeOf(
  kind: FaultKind,
  { era, method, codes }: Pick<ErrorObjectOptions, 'era' | 'method' | 'codes'>,
): number | undefined {
  const entry = catalogue[kind];
  // The specification's own number, so configuration does not move it.
  if (kind === 'not_found' && method?.startsWith('resources/') === true) return era === 'legacy' ? -32002 : -32602;
  if (era === 'modern') return entry.modern;
  return entry.legacy === undefined ? undefined : (codes?.[kind] ?? entry.legacy);
}

/** A block of a tool's content; only text is looked into. */
export interface ContentBlock {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** A failed `tools/call` as a result, which models get to see. */
export interface ErrorResult {
  readonly content: readonly ContentBlock[];
  readonly isError: true;
  readonly _meta: Readonly<Record<typeof faultMetaKey, WireFault>>;
  readonly resultType?: 'complete';
}

/** Options of {@link toErrorResult}. */
export interface ErrorResultOptions {
  readonly era: Era;
  readonly locale: Locale;
  /** The server's own blocks, redacted; kept as they are, and given our text first where they hold none that says anything. */
  readonly originalContent?: readonly ContentBlock[];
}

/** Turns a fault into a tool's result; undefined for a cancelled call, which gets no answer. */
export function toErrorResult(
  fault: Fault,
  { era, locale, originalContent = [] }: ErrorResultOptions,
): ErrorResult | undefined {
  if (catalogue[fault.kind].legacy === undefined) return undefined;
  const speaks = originalContent.some((block) => block.type === 'text' && saysEnough(block['text'], fault));
  const content = speaks
    ? originalContent
    : [
        { type: 'text', text: faultText(fault, { locale }) },
        ...originalContent.filter((block) => block.type !== 'text' || saysSomething(block['text'])),
      ];
  return {
    content,
    isError: true,
    _meta: { [faultMetaKey]: toWireData(fault) },
    ...(era === 'modern' && { resultType: 'complete' }),
  };
}

/** A bare word, or the name of the tool, is no sentence: it stays, but behind ours. */
function saysEnough(text: unknown, { tool }: Fault): boolean {
  if (typeof text !== 'string' || !saysSomething(text) || text.trim() === tool) return false;
  return text.length > 64 || usableMessage(text, 64) !== undefined;
}

/** Blanks, `{}`, `undefined` and the like say nothing; anything longer is the server's to say. */
function saysSomething(text: unknown): boolean {
  return typeof text === 'string' && (text.length > 64 || usableText(text, 64) !== undefined);
}
