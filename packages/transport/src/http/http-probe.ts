import { neverCancelled, Timer } from '@breakwater/core';
import type { CancelSignal, Message } from '@breakwater/core';
import { Exchange } from './exchange.ts';
import type { ExchangeListener, ExchangeTrouble, HttpAddress, HttpRequest, Refusal } from './exchange.ts';
import { messagesIn } from './message-reading.ts';

/** What came of one request: an answer below 300, a refusal, nothing while it was waited for, or no answer at all. */
export type ProbeReply =
  | { readonly type: 'answer'; readonly messages: readonly Message[]; readonly hasEndpoint: boolean }
  | { readonly type: 'refusal'; readonly refusal: Refusal }
  | { readonly type: 'silence' }
  | { readonly type: 'trouble'; readonly trouble: ExchangeTrouble };

/** Makes one request and says what came of it. */
export type HttpProbe = (request: HttpRequest) => Promise<ProbeReply>;

/** A probe of an address that waits no longer than this; of a stream it reads up to the first response or `endpoint` event. */
export function createHttpProbe(
  address: HttpAddress,
  timeoutMs: number,
  signal: CancelSignal = neverCancelled,
): HttpProbe {
  return (request) =>
    new Promise((resolve) => {
      if (signal.reason !== undefined) {
        resolve({ type: 'silence' });
        return;
      }
      const messages: Message[] = [];
      const end = (reply: ProbeReply): void => {
        address.clock.cancel(timer);
        stopListening();
        exchange.abort();
        resolve(reply);
      };
      const endWithAnswer = (hasEndpoint: boolean): void => end({ type: 'answer', messages, hasEndpoint });
      const listener: ExchangeListener = {
        opened: () => {},
        comment: () => {},
        retry: () => {},
        body({ text }) {
          messages.push(...messagesIn(text));
          endWithAnswer(false);
        },
        event({ type, data }) {
          if (type === 'endpoint') return endWithAnswer(true);
          messages.push(...messagesIn(data));
          if (messages.some(({ kind }) => kind === 'response')) endWithAnswer(false);
        },
        streamEnded: () => endWithAnswer(false),
        refused: (refusal) => end({ type: 'refusal', refusal }),
        failed: (trouble) => end({ type: 'trouble', trouble }),
      };
      const timer = new Timer(() => end({ type: 'silence' }));
      const exchange = new Exchange(address, request, listener);
      const stopListening = signal.onCancel(() => end({ type: 'silence' }));
      address.clock.schedule(timer, timeoutMs);
      exchange.start();
    });
}
