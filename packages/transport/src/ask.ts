import { Timer, type Clock, type Failure, type Message } from '@breakwater/core';
import type { Connection } from './connection.ts';

/** What came of a request of our own: the peer's response (an error too), or the reason why there is none. */
export type Answer =
  | { readonly ok: true; readonly response: Message }
  | { readonly ok: false; readonly failure: Failure };

/**
 * Sends a request of our own (handshake, lists, probes), outside any host's call.
 *
 * @param cancelOnTimeout Whether the peer is told when the time is up; never for `initialize`.
 */
export function ask(
  connection: Connection,
  request: Message,
  clock: Clock,
  timeoutMs: number,
  cancelOnTimeout = true,
): Promise<Answer> {
  return new Promise((resolve) => {
    const timer = new Timer(() => {
      if (cancelOnTimeout) connection.cancel(id);
      else connection.forget(id);
      resolve({ ok: false, failure: { kind: 'request_timeout', executed: 'unknown' } });
    });
    clock.schedule(timer, timeoutMs);
    const finish = (answer: Answer): void => {
      clock.cancel(timer);
      resolve(answer);
    };
    const id = connection.request(request, {
      answered: (response) => finish({ ok: true, response }),
      failed: (failure) => finish({ ok: false, failure }),
      progress: () => {},
      subscribed: () => {},
      alive: () => {},
      suspected: () => {},
      misplaced: () => {},
      presumed: (response) => finish({ ok: true, response }),
    });
  });
}
