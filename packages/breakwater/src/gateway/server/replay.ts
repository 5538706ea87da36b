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

/** What a connection is to be told again. */
export interface Retold {
  /** Asked when its turn comes; nothing where that is not wanted any more. */
  request(): Message | undefined;
  /** The server has taken it. */
  taken(): void;
}

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
/** After so many pauses in a row in which nothing was taken, what is left is given up. */
const mostRests = 8;

/**
 * Tells a new connection again what the server has been told before: `atOnce` of it before this returns, the rest as the
 * answers come. What may pass is tried again after a pause, one at a time until the server takes some, as long as the
 * connection is open.
 *
 * @returns Resolves, when nothing is left to be told, with what the open connection would not take.
 */
export async function replay(
  connection: Connection,
  all: readonly Retold[],
  { clock, random, atOnce, timeoutMs, classify }: ReplayOptions,
): Promise<readonly Untold[]> {
  const waiting = [...all];
  const untold: Untold[] = [];
  const stopped = new CancelSource();
  void connection.ended.then(() => stopped.cancel('shutdown'));
  let width = atOnce;
  let rests = 0;

  /** Resolves with what the server has against one of them, if anything. */
  const tell = async (retold: Retold): Promise<Trouble | undefined> => {
    const request = retold.request();
    if (request === undefined) return undefined;
    const answer = await ask(connection, request, clock, timeoutMs);
    if (answer.ok && !answer.response.isError) {
      rests = 0;
      retold.taken();
      return undefined;
    }
    const failure = answer.ok ? classify(answer.response, request) : answer.failure;
    return { retold, request, failure, mayPass: isPassing(failure, answer.ok) };
  };

  while (waiting.length > 0 && connection.open) {
    const troubles = (await Promise.all(waiting.splice(0, width).map(tell))).filter((each) => each !== undefined);
    if (!connection.open) break;
    const passing = troubles.filter(({ mayPass: may }) => may);
    untold.push(...troubles.filter(({ mayPass: may }) => !may));
    const [trouble] = passing;
    if (trouble === undefined) {
      width = Math.min(atOnce, width * 2);
      continue;
    }
    width = 1;
    rests += 1;
    waiting.push(...passing.map(({ retold }) => retold));
    if (rests > mostRests) return [...untold, ...left(waiting, trouble.failure)];
    const namedMs = Math.max(...passing.map(({ failure }) => failure.retryAfterMs ?? 0));
    await clock.sleep(Math.max(namedMs, fullJitter(rests, firstRestMs, longestRestMs, random)), stopped);
  }
  return connection.open ? untold : [];
}

/** What is given up with the rest. */
function left(waiting: readonly Retold[], failure: Failure): Untold[] {
  return waiting.flatMap((retold) => {
    const request = retold.request();
    return request === undefined ? [] : [{ request, failure }];
  });
}

interface Trouble extends Untold {
  readonly retold: Retold;
  readonly mayPass: boolean;
}

/** What the server has answered itself is its last word, unless that is about the moment. */
function isPassing({ kind, retryable }: Failure, isAnswer: boolean): boolean {
  return retryable === true || (isAnswer ? kind === 'rate_limited' || kind === 'overloaded' : mayPass(kind));
}
