import { Message } from '@breakwater/core';
import type { Clock, Failure, Locale } from '@breakwater/core';
import { HttpFailures } from './http-failures.ts';
import type { HttpPool } from './http-pool.ts';
import { createHttpProbe } from './http-probe.ts';
import type { HttpProbe, ProbeReply } from './http-probe.ts';
import { configuredHeaders, modernHeaders } from './request-headers.ts';
import type { HeaderList } from './request-headers.ts';

/** How a remote server speaks; `answer` is its response to `server/discover`: a `DiscoverResult` or a modern error. */
export type HttpEra =
  | { readonly era: 'modern'; readonly transport: 'streamable-http'; readonly answer: Message }
  | { readonly era: 'legacy'; readonly transport: 'streamable-http' | 'sse' };

/** The era of a server, or why it could not be found out; nothing was executed then. */
export type HttpEraOutcome =
  | { readonly ok: true; readonly value: HttpEra }
  | { readonly ok: false; readonly failure: Failure };

/** Options of {@link detectHttpEra}. */
export interface HttpEraOptions {
  readonly server: string;
  readonly url: URL;
  /** The language of its faults. */
  readonly locale: Locale;
  readonly headers?: Readonly<Record<string, string>>;
  readonly clock: Clock;
  /** The `server/discover` request to ask with, a `_meta` of the modern wire included. */
  readonly discover: Message;
  readonly pool: HttpPool;
  /**
   * How long one request of the detection may take, in milliseconds.
   *
   * @default 10_000
   */
  readonly timeoutMs?: number;
}

/** Errors that only a server on the modern wire sends. */
const modernErrors: ReadonlySet<unknown> = new Set([-32020, -32021, -32022]);

/**
 * Finds out how a remote server speaks, by `server/discover` and, where even the POST finds nobody, by a GET. It never
 * sends an `initialize`: servers exist that have one session to give, and the probe would take it.
 */
export function detectHttpEra(options: HttpEraOptions): Promise<HttpEraOutcome> {
  const { server, url, locale, headers, clock, discover, pool, timeoutMs = 10_000 } = options;
  const path = url.pathname + url.search;
  const probe = createHttpProbe(
    { server, locale, origin: url.origin, path, dispatcher: pool.dispatcher, clock, maxMessageBytes: 16 * 1024 * 1024 },
    timeoutMs,
  );
  const failures = new HttpFailures({ server, locale, clock });
  return eraBy(probe, { server, failures, discover, configured: configuredHeaders(url, headers) });
}

interface Question {
  readonly server: string;
  readonly failures: HttpFailures;
  readonly discover: Message;
  readonly configured: HeaderList;
}

async function eraBy(probe: HttpProbe, question: Question): Promise<HttpEraOutcome> {
  const { server, failures, discover, configured } = question;
  const post = ['content-type', 'application/json', 'accept', 'application/json, text/event-stream', ...configured];
  const toDiscover = await probe({
    method: 'POST',
    headers: [...post, ...modernHeaders(discover, undefined)],
    body: discover.text,
  });
  const verdict = verdictOnDiscover(toDiscover, failures, server);
  if (verdict !== 'no-endpoint') return verdict;
  const toGet = await probe({ method: 'GET', headers: ['accept', 'text/event-stream', ...configured] });
  const transport = toGet.type === 'answer' && toGet.hasEndpoint ? 'sse' : 'streamable-http';
  return { ok: true, value: { era: 'legacy', transport } };
}

function verdictOnDiscover(reply: ProbeReply, failures: HttpFailures, server: string): HttpEraOutcome | 'no-endpoint' {
  switch (reply.type) {
    case 'silence':
      return failed({ kind: 'request_timeout', executed: 'no', server });
    case 'trouble':
      return failed(failures.trouble(reply.trouble));
    case 'answer':
      return ok(reply.messages.find((message) => isModern(message)));
    case 'refusal': {
      const { status, text } = reply.refusal;
      const message = Message.read(text);
      if (isModern(message)) return ok(message);
      // Neither a server that is unwell nor one that wants a credential has said which wire it speaks.
      const undecided =
        status >= 500 || status === 401 || status === 403 || status === 407 || status === 408 || status === 429;
      if (undecided && status !== 501) return failed(failures.refused(reply.refusal));
      return message.kind === 'response' ? ok(undefined) : 'no-endpoint';
    }
    default:
      return reply satisfies never;
  }
}

function isModern(message: Message): boolean {
  if (message.kind !== 'response') return false;
  if (!message.isError) return message.find(message.resultSpan, 'supportedVersions') !== undefined;
  const code = message.find(message.errorSpan, 'code');
  return code !== undefined && modernErrors.has(message.valueAt(code));
}

function ok(modernAnswer: Message | undefined): HttpEraOutcome {
  if (modernAnswer === undefined) return { ok: true, value: { era: 'legacy', transport: 'streamable-http' } };
  return { ok: true, value: { era: 'modern', transport: 'streamable-http', answer: modernAnswer } };
}

/** A question about the wire has executed nothing, whatever came of it. */
function failed(failure: Failure): HttpEraOutcome {
  return { ok: false, failure: { ...failure, executed: 'no' } };
}
