import { Timer } from '@breakwater/core';
import { Exchange } from './exchange.ts';
import type { ExchangeListener } from './exchange.ts';
import type { HttpSession } from './http-session.ts';

const waitMs = 2_000;

/** Tells the server that the session is over; resolves with its answer, whatever that is, or after two seconds. */
export function endSession(session: HttpSession): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      session.clock.cancel(timer);
      exchange.abort();
      resolve();
    };
    const listener: ExchangeListener = {
      opened: nothing,
      body: done,
      event: nothing,
      comment: nothing,
      retry: nothing,
      streamEnded: done,
      refused: done,
      failed: done,
    };
    const timer = new Timer(done);
    const exchange = new Exchange(
      session.address,
      { method: 'DELETE', headers: session.streamHeaders(undefined) },
      listener,
    );
    session.clock.schedule(timer, waitMs);
    exchange.start();
  });
}

function nothing(): void {}
