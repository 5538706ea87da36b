import type { Failure } from '@breakwater/core';

const brand: unique symbol = Symbol.for('breakwater.session-lost');

/** The cause of a failure that means: the server has forgotten the session, open a new one. */
class SessionLost extends Error {
  override readonly name = 'SessionLost';
  readonly [brand] = true;
}

/** Makes the failure of a channel whose session the server no longer knows. */
export function sessionLost(server: string, executed: Failure['executed'], evidence: string): Failure {
  return {
    kind: 'connection_lost',
    executed,
    server,
    message: `The server "${server}" no longer knows this session; a new one is needed.`,
    cause: new SessionLost(evidence),
  };
}

/** Whether a channel ended because its server forgot the session: a new channel and a new `initialize` mend it. */
export function isSessionLost(failure: Failure): boolean {
  return typeof failure.cause === 'object' && failure.cause !== null && brand in failure.cause;
}

/** A refusal, and what was at stake. */
export interface SessionRefusal {
  readonly status: number;
  readonly text: string;
  /** Whether the request carried a session id. */
  readonly withSession: boolean;
  readonly method: string | undefined;
}

const sayings: readonly RegExp[] = [
  /\bsession(?:[ _-]?id)?\b[^.\n]{0,60}?\b(?:not (?:be )?found|not valid|not recogni[sz]ed|not exist|invalid|unknown|expired|terminated|closed|gone|missing|no longer)\b/i,
  /\b(?:no|no valid|no such|invalid|unknown|expired|missing|stale|unrecogni[sz]ed|could ?n[o']t find(?: the)?|cannot find(?: the)?) (?:mcp[ _-])?session/i,
  /\bserver (?:is )?not (?:yet )?initiali[sz]ed\b/i,
];

/**
 * Whether a refusal means that the session is gone. The specification says 404; servers also say it in words under other
 * statuses. A bare 404 to a `ping` is taken as a server without `ping`: the next request shows what it was.
 */
export function meansSessionLost({ status, text, withSession, method }: SessionRefusal): boolean {
  if (!withSession) return false;
  if (status === 404) {
    if (/"code"\s*:\s*-32601\b/.test(text)) return false;
    return method !== 'ping' || sayings.some((saying) => saying.test(text));
  }
  return saysSessionLost(status, text);
}

/** Whether a refusal says in words that the session is gone. */
export function saysSessionLost(status: number, text: string): boolean {
  const possible =
    status === 400 || status === 401 || status === 404 || status === 409 || status === 410 || status >= 500;
  return possible && sayings.some((saying) => saying.test(text));
}
