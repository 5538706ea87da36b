import type { Failure } from './fault/fault.ts';
import type { Message } from './message.ts';

/** The two families of the protocol: up to 2025-11-25 (`initialize`), and from 2026-07-28 on (stateless). */
export type Era = 'legacy' | 'modern';

/** What a channel tells its owner. Callbacks never throw. */
export interface ChannelListener {
  /**
   * A message from the peer.
   *
   * @param via The id (raw JSON text, as it stood in the message given to `send`) of the request on whose own stream
   *   this came; undefined on channels that all requests share (stdio, the GET stream, HTTP+SSE). An answer on a stream
   *   of its own has got its request's id where it came without one.
   */
  message(message: Message, via: string | undefined): void;
  /** The request with this id (raw JSON text) will get no answer, for this reason. At most once a request, never after its answer. */
  failed(id: string, failure: Failure): void;
  /**
   * The channel takes no more requests, for this reason. Those on it still end as they would have, and `closed` follows the
   * last of them.
   */
  retired?(failure: Failure): void;
  /** The whole channel has ended and every request still open with it; called once, nothing follows. */
  closed(failure: Failure): void;
  /** A sign of life that is no message (an SSE comment, a byte on stderr); `via` as above. */
  alive?(via: string | undefined): void;
  /** The stream for what belongs to no request was away and is back: something may have been missed. */
  missed?(): void;
  /** Bytes that were no message, redacted by nobody yet. */
  noise?(text: string): void;
}

/** A way to one peer: stdio, Streamable HTTP or HTTP+SSE. Knows messages, not calls. */
export interface Channel {
  readonly state: 'opening' | 'open' | 'closed';
  /**
   * Hands one message to the peer; returns at once and never throws. Trouble with a request comes back by
   * `failed` with the evidence (was a byte sent? what did the peer say?), trouble with the channel by `closed`.
   */
  send(message: Message): void;
  /**
   * Takes back a request by the channel's own binding: a `notifications/cancelled` (stdio, legacy HTTP), or the end of
   * the request's stream (modern HTTP). `failed` is not called for it afterwards; an answer that comes all the same is
   * handed on like any message, since the owner knows its requests.
   */
  cancel(id: string): void;
  /** Ends the channel in order and resolves when nothing of it is left; `closed` is called before that. Idempotent. */
  close(): Promise<void>;
}
