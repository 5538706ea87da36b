import {
  legacyRevisions,
  Timer,
  type Channel,
  type ChannelListener,
  type Failure,
  type Message,
} from '@breakwater/core';
import { opensSession } from '../session-opening.ts';
import { openSseChannel } from '../sse/sse-channel.ts';
import { openHttpChannel, type HttpChannelOptions } from './http-channel.ts';
import { refusedWith } from './refused-with.ts';
import { messagesIn } from './message-reading.ts';

/** Options of {@link openRemoteChannel}. */
export interface RemoteChannelOptions extends HttpChannelOptions {
  /**
   * How long the stream of the old transport may take to begin, and then to name its endpoint, in milliseconds.
   *
   * @default 10_000
   */
  readonly streamTimeoutMs?: number;
}

/** How long a stream may take to name its endpoint where the refused POST has not shown whose stream it is; one of the new transport may be silent for ever. */
const endpointWaitMs = 2_000;

/** What is said to a method that an address doesn't take, as of an address of the old transport, whose server may be slow to start a session. */
const tellingStatuses: ReadonlySet<number> = new Set([404, 405, 501]);

/**
 * Opens a channel to a server whose transport is not known: Streamable HTTP, or HTTP+SSE where the server refuses
 * `initialize` on the former and has the stream of the latter (2025-11-25, Transports, "Backwards Compatibility"). It asks
 * nothing of its own before, which servers can take amiss, and remembers nothing for the next channel, since what a server
 * or its proxy says during a deployment holds no longer than that.
 */
export function openRemoteChannel(options: RemoteChannelOptions, listener: ChannelListener): Channel {
  return new RemoteChannel(options, listener);
}

class RemoteChannel implements Channel {
  readonly #options: RemoteChannelOptions;
  readonly #listener: ChannelListener;
  readonly #http: Channel;
  /** Once it has named its endpoint. */
  #sse: Channel | undefined;
  #initialize: Message | undefined;
  #stopTrying: (() => void) | undefined;

  constructor(options: RemoteChannelOptions, listener: ChannelListener) {
    this.#options = options;
    this.#listener = listener;
    this.#http = openHttpChannel(options, {
      ...passedOn(listener),
      failed: (id, failure) => this.#failed(id, failure),
      closed: (failure) => {
        if (this.#sse === undefined) listener.closed(failure);
      },
    });
  }

  get state(): Channel['state'] {
    return this.#inUse.state;
  }

  send(message: Message): void {
    if (opensSession(message)) this.#initialize = message;
    this.#inUse.send(message);
  }

  cancel(id: string): void {
    this.#inUse.cancel(id);
  }

  async close(): Promise<void> {
    this.#stopTrying?.();
    await Promise.all([this.#http.close(), this.#sse?.close()]);
  }

  get #inUse(): Channel {
    return this.#sse ?? this.#http;
  }

  #failed(id: string, failure: Failure): void {
    const initialize = this.#initialize;
    if (initialize?.id === id && isNotTaken(failure)) this.#tryOld(initialize, id, failure);
    else this.#listener.failed(id, failure);
  }

  /** Hands `initialize` to the old transport; where there is none, what the new one has said of it stands. */
  #tryOld(initialize: Message, id: string, refused: Failure): void {
    const { clock, streamTimeoutMs = 10_000 } = this.#options;
    const stop = (): void => {
      this.#stopTrying = undefined;
      clock.cancel(timer);
      void sse.close();
    };
    const giveUp = (): void => {
      if (this.#stopTrying === undefined) return;
      stop();
      this.#listener.failed(id, refused);
    };
    const timer = new Timer(giveUp);
    const onEndpoint = (): void => {
      this.#stopTrying = undefined;
      clock.cancel(timer);
      this.#sse = sse;
    };
    const endpointMs = tellingStatuses.has(refusedWith(refused).status) ? streamTimeoutMs : endpointWaitMs;
    const sse = openSseChannel(
      { ...this.#options, onHead: () => clock.schedule(timer, endpointMs), onEndpoint },
      {
        ...passedOn(this.#listener),
        closed: (failure) => {
          if (this.#sse === undefined) giveUp();
          else this.#listener.closed(failure);
        },
      },
    );
    this.#stopTrying = stop;
    clock.schedule(timer, streamTimeoutMs);
    sse.send(initialize);
  }
}

/** Everything that is the same on both transports. */
function passedOn(listener: ChannelListener): Required<Omit<ChannelListener, 'closed'>> {
  return {
    message: (message, via) => listener.message(message, via),
    failed: (id, failure) => listener.failed(id, failure),
    retired: (failure) => listener.retired?.(failure),
    alive: (via) => listener.alive?.(via),
    missed: () => listener.missed?.(),
    noise: (text) => listener.noise?.(text),
  };
}

/** Whether a refusal may mean that nobody takes a POST there: others are about sign-in, limits or how the server fares. */
function isNotTaken(failure: Failure): boolean {
  const { status, body } = refusedWith(failure);
  if (status === 501) return true;
  return status >= 400 && status < 500 && !aboutOtherThings.has(status) && !isOfMcp(status, body);
}

const aboutOtherThings: ReadonlySet<number> = new Set([401, 403, 407, 408, 429]);

/** Whether what refused a message has read it. */
function isOfMcp(status: number, body: string): boolean {
  if (messagesIn(body).length > 0) return true;
  return status === 400 && legacyRevisions.some((revision) => body.includes(revision));
}
