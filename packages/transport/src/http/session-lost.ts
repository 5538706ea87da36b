import type { Failure, Message } from '@breakwater/core';
import { isSameId } from '../request-id.ts';
import { sentences, type Subject } from '../sentences.ts';
import { messagesIn } from './message-reading.ts';

const brand: unique symbol = Symbol.for('breakwater.session-lost');

/** The cause of a failure that means: the server has forgotten the session, open a new one. */
class SessionLost extends Error {
  override readonly name = 'SessionLost';
  readonly [brand] = true;
}

/** How long a lost session waits, behind its last request, for what it is being told to arrive, in milliseconds. */
export const lastWordsMs = 5_000;

/** Makes the failure of a channel whose session the server no longer knows. */
export function sessionLost({ server, locale }: Subject, executed: Failure['executed'], evidence: string): Failure {
  return {
    kind: 'connection_lost',
    executed,
    server,
    message: sentences[locale].sessionLost(server),
    cause: new SessionLost(evidence),
  };
}

/** Whether a channel ended because its server forgot the session: a new channel and a new `initialize` mend it. */
export function isSessionLost(failure: Failure): boolean {
  return typeof failure.cause === 'object' && failure.cause !== null && brand in failure.cause;
}

/**
 * What a refusal tells of the session: it is `lost`, and the request was turned away with it; or it is `doubtful`, and the
 * request may have run, since behind some statuses the words may be those of the work that was done.
 */
export type SessionNews = 'lost' | 'doubtful';

/** A refusal, and what was at stake. */
export interface SessionRefusal {
  readonly status: number;
  readonly text: string;
  /** Whether the request carried a session id. */
  readonly withSession: boolean;
  readonly method: string | undefined;
  /** The id of the request; undefined for a notification or a response. */
  readonly id: string | undefined;
}

const sayings: readonly RegExp[] = [
  /\bsession(?:[ _-]?id)?\b[^.\n]{0,60}?\b(?:not (?:be )?found|not valid|not recogni[sz]ed|not exist|invalid|unknown|expired|terminated|closed|gone|missing|no longer)\b/i,
  /\b(?:no|no valid|no such|invalid|unknown|expired|missing|stale|unrecogni[sz]ed|could ?n[o']t find(?: the)?|cannot find(?: the)?) (?:mcp[ _-])?session/i,
  /\bserver (?:is )?not (?:yet )?initiali[sz]ed\b/i,
];

/** Error codes that SDKs give to a refused session, some of them under the id of the request. */
const transportCodes: ReadonlySet<unknown> = new Set([-32_000, -32_001]);
const methodNotFound = /"code"\s*:\s*-32601\b/;

/**
 * Judges what a refusal means for the session; undefined where it says nothing of it. The specification says 404; servers
 * also say it in words under other statuses. A bare 404 to a `ping` is taken as a server without `ping`: the next request
 * shows what it was.
 */
export function judgeSession({ status, text, withSession, method, id }: SessionRefusal): SessionNews | undefined {
  if (!withSession) return undefined;
  const bare = status === 404 && method !== 'ping' && !isAnswer(text, id, false);
  return bare ? 'lost' : heardOfSession(status, text, id);
}

/** The same by the words of a refusal alone; without an id, whatever has one counts as the answer. */
export function heardOfSession(status: number, text: string, id?: string): SessionNews | undefined {
  const certain = status === 400 || status === 401 || status === 404;
  // Who has called too often is told to wait, and that may be said of a session.
  if (status < 400 || status === 429) return undefined;
  if (!sayings.some((saying) => saying.test(text)) || isAnswer(text, id, true)) return undefined;
  return certain ? 'lost' : 'doubtful';
}

/** Whether a refusal says in words that the session is gone, and that the request was turned away with it. */
export function saysSessionLost(status: number, text: string): boolean {
  return heardOfSession(status, text) === 'lost';
}

/** Whether a body answers the request itself: then it was looked at, and must not be sent again for its session's sake. */
function isAnswer(text: string, id: string | undefined, inWords: boolean): boolean {
  if (methodNotFound.test(text)) return true;
  return messagesIn(text).some((message) => {
    if (message.kind !== 'response') return false;
    if (message.id === undefined) return false;
    // Servers put a name of their own where they have not read the id; without a word on the session it proves nothing.
    if (id !== undefined && !isSameId(message.id, id)) return !inWords;
    return !inWords || !transportCodes.has(codeOf(message));
  });
}

function codeOf({ error }: Message): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
