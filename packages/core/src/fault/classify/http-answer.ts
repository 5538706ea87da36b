import type { Failure } from '../fault.ts';
import type { FaultKind } from '../catalogue.ts';
import { type ClassifyContext, type Finding, fromRow } from './finding.ts';
import { readCount, readHeader } from './headers.ts';
import { rowOfStatus } from './http-status.ts';
import { limitKind } from './limit-codes.ts';
import { peekJson, peekString } from './peek.ts';
import { matchProxyText } from './proxy-texts.ts';
import { parseRetryAfter, retryAfterIn } from './retry-after.ts';
import { sentence } from './texts.ts';

/** What the classifier is told about the request that an HTTP answer belongs to. */
export interface HttpContext extends Pick<ClassifyContext, 'side' | 'now' | 'locale'> {
  /**
   * The request named a session: then 404 says that the session is gone, not that nothing is there.
   *
   * @default false
   */
  readonly session?: boolean;
}

/**
 * Classifies an HTTP answer that carries no MCP message: the code in its body first, then its status.
 *
 * @param headers `Headers`, a map, or an object with names in any case.
 * @param body Text as it came, or the parsed JSON.
 */
export function classifyHttpStatus(status: number, headers: unknown, body: unknown, context: HttpContext): Failure {
  const { side, now, session = false } = context;
  const { text, ...failure } = readHttpAnswer(status, headers, body, { side, now, session });
  const message = text && sentence(text, context.locale);
  return {
    ...failure,
    ...(message !== undefined && { message }),
    cause: { status, contentType: readHeader(headers, 'content-type'), body: excerpt(body) },
  };
}

interface AnswerContext {
  readonly side: ClassifyContext['side'];
  readonly now: ClassifyContext['now'];
  readonly session?: boolean;
  /** The limit that is known already, by the code or the name of the exception that carries the answer. */
  readonly named?: FaultKind | undefined;
}

/** The same as a finding, for the answers that exceptions of HTTP clients carry. */
export function readHttpAnswer(status: number, headers: unknown, body: unknown, context: AnswerContext): Finding {
  const { side, now, session = false, named } = context;
  const text = typeof body === 'string' ? body : '';
  const parsed = typeof body === 'string' ? parseBody(body) : body;
  const limited = named ?? limitOf(status, headers, parsed);
  const retryAfterMs = parseRetryAfter(headers, now, { windows: windowsOf(status, limited) }) ?? retryAfterIn(parsed);
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs };

  if (limited !== undefined) {
    // A server's error may come after work was done, whatever limit it names and whenever it wants to be asked again.
    const executed = status < 500 ? 'no' : 'unknown';
    return { kind: limitFor(limited, side), executed, ...wait, ...limitFigures(headers) };
  }
  // Waiting in vain is said by a status of 402 alone; with a time it is a rate limit in other words.
  if (status === 402 && retryAfterMs !== undefined) {
    return { kind: limitFor('rate_limited', side), executed: 'no', ...wait };
  }
  const scope = status === 403 ? missingScope(headers) : undefined;
  if (scope !== undefined) return { kind: 'insufficient_scope', executed: 'no', retryable: false, ...scope };
  if (side === 'upstream' && session && (status === 404 || status === 410)) {
    return { kind: 'connection_lost', executed: 'no', ...wait };
  }

  const finding = fromRow(rowOfStatus(status, side), side);
  const refined = status >= 500 && text !== '' ? matchProxyText(text, side) : undefined;
  const page = status < 400 && isHtml(text, headers) ? ({ text: 'htmlPage' } as const) : {};
  return {
    ...finding,
    ...refined,
    ...page,
    ...wait,
    ...(status === 429 && limitFigures(headers)),
    executed: finding.executed,
  };
}

/** The limit that an answer speaks of beyond its status; a status of 429 alone is in the table. */
function limitOf(status: number, headers: unknown, body: unknown): FaultKind | undefined {
  if (status < 400) return undefined;
  const named = limitKind(body, { code: readHeader(headers, 'x-amzn-errortype') });
  if (named !== undefined) return named;
  // GitHub and others refuse with 403 once a window is used up.
  return status === 403 && readCount(headers, 'x-ratelimit-remaining') === 0 ? 'rate_limited' : undefined;
}

function limitFor(kind: FaultKind, side: HttpContext['side']): FaultKind {
  if (side === 'upstream') return kind;
  if (kind === 'rate_limited') return 'dependency_rate_limited';
  return kind === 'overloaded' ? 'dependency_unavailable' : kind;
}

/** A server without room may mean its limits or itself: then only windows that are used up are believed. */
function windowsOf(status: number, limited: FaultKind | undefined): 'none' | 'used-up' | 'all' {
  if (status === 429 || (limited !== undefined && limited !== 'overloaded')) return 'all';
  return status === 503 || status === 529 || limited === 'overloaded' ? 'used-up' : 'none';
}

function limitFigures(headers: unknown): Pick<Failure, 'limit' | 'remaining' | 'windowSeconds'> {
  const limit = readCount(headers, 'x-ratelimit-limit') ?? readCount(headers, 'ratelimit-limit');
  const remaining = readCount(headers, 'x-ratelimit-remaining') ?? readCount(headers, 'ratelimit-remaining');
  const window = /(?:^|[;\s])w=(\d{1,9})\b/.exec(readHeader(headers, 'ratelimit-policy') ?? '')?.[1];
  return {
    ...(limit !== undefined && { limit }),
    ...(remaining !== undefined && { remaining }),
    ...(window !== undefined && { windowSeconds: Number(window) }),
  };
}

/** The scope that a challenge asks for (RFC 6750). */
function missingScope(headers: unknown): Pick<Failure, 'required'> | undefined {
  const challenge = readHeader(headers, 'www-authenticate') ?? '';
  if (!/\berror="?insufficient_scope\b/i.test(challenge)) return undefined;
  const scope = /\bscope="([^"]{1,512})"/i.exec(challenge)?.[1];
  return scope === undefined ? {} : { required: scope };
}

function isHtml(text: string, headers: unknown): boolean {
  return (
    /^\s*<(?:!doctype html|html)\b/i.test(text.slice(0, 256)) ||
    /\btext\/html\b/i.test(readHeader(headers, 'content-type') ?? '')
  );
}

function parseBody(text: string): unknown {
  const mayBeJson = text.length <= 65_536 && /^\s*[[{]/.test(text);
  return mayBeJson ? peekJson(text) : undefined;
}

const excerptLength = 2048;

/** Whole words only: the first half of a secret is not recognised when the excerpt is masked. */
function excerpt(body: unknown): string | undefined {
  if (typeof body === 'string')
    return body.length <= excerptLength
      ? body
      : body.slice(0, excerptLength).replace(/(?<![^\s"'`<>{}[\],;])[^\s"'`<>{}[\],;]+$/, '');
  return peekString(body, 'message') ?? peekString(body, 'error');
}
