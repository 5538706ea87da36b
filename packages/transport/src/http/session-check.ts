import { Message, type CancelSignal } from '@breakwater/core';
import type { Refusal } from './exchange.ts';
import { createHttpProbe } from './http-probe.ts';
import type { HttpSession } from './http-session.ts';
import { heardOfSession } from './session-lost.ts';

/** A server that gives no answer in this time has not said that the session is gone. */
const waitMs = 2_000;

/**
 * Asks a server by a `ping` whether it has forgotten the session, where a refusal leaves that open: a ping does no work that
 * the words of its refusal could be about.
 */
export async function isSessionForgotten(session: HttpSession, id: string, signal: CancelSignal): Promise<boolean> {
  const ping = Message.request(id, 'ping');
  const ask = createHttpProbe(session.address, waitMs, signal);
  const inside = await ask({ method: 'POST', headers: session.headersFor(ping), body: ping.text });
  if (inside.type !== 'refusal') return false;
  const { status, text } = inside.refusal;
  if (heardOfSession(status, text, ping.id) !== undefined) return true;
  if (!isBareUnavailable(inside.refusal)) return false;
  // Who has too much to do turns everybody away, with a session or without.
  const outside = await ask({ method: 'POST', headers: session.openingHeaders, body: ping.text });
  return outside.type === 'answer' || (outside.type === 'refusal' && outside.refusal.status < 429);
}

/** Whether a refusal is a 503 that doesn't ask for patience: some servers refuse a session so. */
export function isBareUnavailable({ status, headers }: Refusal): boolean {
  return status === 503 && headers['retry-after'] === undefined;
}
