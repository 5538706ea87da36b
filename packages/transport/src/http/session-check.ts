import { Message, Timer, type CancelSignal } from '@breakwater/core';
import { Exchange, type HttpAddress, type HttpRequest, type Refusal } from './exchange.ts';
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
  const { address } = session;
  const inside = await reply(address, { method: 'POST', headers: session.headersFor(ping), body: ping.text }, signal);
  if (inside === undefined || inside === 'answer') return false;
  const { status, text } = inside;
  if (heardOfSession(status, text, ping.id) !== undefined) return true;
  if (!isBareUnavailable(inside)) return false;
  // Who has too much to do turns everybody away, with a session or without.
  const outside = await reply(address, { method: 'POST', headers: session.openingHeaders, body: ping.text }, signal);
  return outside === 'answer' || (outside !== undefined && outside.status < 429);
}

/** Whether a refusal is a 503 that doesn't ask for patience: some servers refuse a session so. */
export function isBareUnavailable({ status, headers }: Refusal): boolean {
  return status === 503 && headers['retry-after'] === undefined;
}

/** What a server says to one request; undefined where it can't be reached or is silent. */
function reply(
  address: HttpAddress,
  request: HttpRequest,
  signal: CancelSignal,
): Promise<'answer' | Refusal | undefined> {
  return new Promise((resolve) => {
    if (signal.reason !== undefined) {
      resolve(undefined);
      return;
    }
    const end = (said: 'answer' | Refusal | undefined): void => {
      address.clock.cancel(timer);
      stopListening();
      exchange.abort();
      resolve(said);
    };
    const timer = new Timer(() => end(undefined));
    const exchange = new Exchange(address, request, {
      opened: () => {},
      comment: () => {},
      retry: () => {},
      body: () => end('answer'),
      event: () => end('answer'),
      streamEnded: () => end('answer'),
      refused: (refusal) => end(refusal),
      failed: () => end(undefined),
    });
    const stopListening = signal.onCancel(() => end(undefined));
    address.clock.schedule(timer, waitMs);
    exchange.start();
  });
}
