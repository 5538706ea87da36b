import {
  CancelSource,
  fullJitter,
  mayPass,
  type Clock,
  type Failure,
  type Message,
  type Random,
} from '@breakwater/core';
import { ask, type Connection } from '@breakwater/transport';

/** Options of {@link replay}. */
export interface ReplayOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** How many may wait for their answers at a time. */
  readonly atOnce: number;
  /** For one answer, in milliseconds. */
  readonly timeoutMs: number;
  /** Says what an error of the server's to a request means. */
  readonly classify: (error: Message, request: Message) => Failure;
}

/** What could not be told again, and why. */
export interface Untold {
  readonly request: Message;
  readonly failure: Failure;
}

/** Where the growing pauses begin and end, in milliseconds, for a server that names none. */
const firstRestMs = 1_000;
const longestRestMs = 60_000;
/** How often one request is tried on one connection. */
const mostTries = 8;

/**
 * Tells a new connection again what the server has been told before: `atOnce` of it before this returns, the rest as the
 * answers come. What may pass is tried again after a pause, in which nothing is told, as long as the connection is open.
 *
 * @param wanted Each gives its request when its turn comes, and nothing where that is not wanted any more.
 * @returns Resolves, when nothing is left to be told, with what the open connection would not take.
 */
export async function replay(
  connection: Connection,
  wanted: readonly (() => Message | undefined)[],
  { clock, random, atOnce, timeoutMs, classify }: ReplayOptions,
): Promise<readonly Untold[]> {
  const waiting = wanted.map((request) => ({ request, tries: 0 }));
  const untold: Untold[] = [];
  const stopped = new CancelSource();
  void connection.ended.then(() => stopped.cancel('shutdown'));
  let restsUntilMs = clock.now();
  let rests = 0;

  /** Those that fail together have met the same trouble: it counts once. */
  const rest = (retryAfterMs = 0): void => {
    const now = clock.now();
    if (now >= restsUntilMs) rests += 1;
    const ownMs = fullJitter(rests, firstRestMs, longestRestMs, random);
    restsUntilMs = Math.max(restsUntilMs, now + Math.max(retryAfterMs, ownMs));
  };
  const tellOneByOne = async (): Promise<void> => {
    for (;;) {
      while (connection.open && restsUntilMs > clock.now()) await clock.sleep(restsUntilMs - clock.now(), stopped);
      const next = connection.open ? waiting.shift() : undefined;
      if (next === undefined) return;
      const request = next.request();
      if (request === undefined) continue;
      next.tries += 1;
      const answer = await ask(connection, request, clock, timeoutMs);
      const isTaken = answer.ok && !answer.response.isError;
      if (isTaken) rests = 0;
      if (isTaken || !connection.open) continue;
      const failure = answer.ok ? classify(answer.response, request) : answer.failure;
      if (isPassing(failure, answer.ok) && next.tries < mostTries) {
        waiting.push(next);
        rest(failure.retryAfterMs);
      } else untold.push({ request, failure });
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, waiting.length) }, tellOneByOne));
  return untold;
}

/** What the server has answered itself is its last word, unless that is about the moment. */
function isPassing({ kind, retryable }: Failure, isAnswer: boolean): boolean {
  return retryable === true || (isAnswer ? kind === 'rate_limited' || kind === 'overloaded' : mayPass(kind));
}
