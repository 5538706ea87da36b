import type { ServerResponse } from 'node:http';
import { Timer, type Clock, type Message } from '@breakwater/core';
import { Backlog, type OnUnread } from '../backlog.ts';

/** Proxies and hosts cut streams that are silent for longer, most at 30 or 60 s. */
const heartbeatMs = 15_000;

/** Headers that keep everybody between us and the host from holding events back. */
const streamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
} as const;

/** One event stream to a host: opened with a comment at once, and kept alive by comments in silence. */
export class SseResponse {
  readonly #response: ServerResponse;
  readonly #clock: Clock;
  readonly #onUnread: OnUnread;
  readonly #backlog: Backlog;
  readonly #heartbeat = new Timer(() => this.#beat());

  constructor(
    response: ServerResponse,
    clock: Clock,
    onUnread: OnUnread,
    headers: Readonly<Record<string, string>> = {},
  ) {
    this.#response = response;
    this.#clock = clock;
    this.#onUnread = onUnread;
    this.#backlog = new Backlog(response, onUnread);
    response.writeHead(200, { ...streamHeaders, ...headers });
    response.once('close', () => clock.cancel(this.#heartbeat));
    this.#beat();
  }

  get #writable(): boolean {
    return !this.#response.writableEnded && !this.#response.destroyed;
  }

  /** Sends an event; false where it can't arrive. A host that has stopped reading counts as one that has hung up. */
  send(message: Message): boolean {
    if (!this.#writable) return false;
    if (this.#backlog.spares(message)) return true;
    if (this.#backlog.isFull) {
      this.#onUnread('unread-stream', 1);
      this.#response.destroy();
      return false;
    }
    this.#backlog.write(event(message));
    this.#clock.schedule(this.#heartbeat, heartbeatMs);
    return true;
  }

  /** Ends the stream, with a last event where there is one. */
  end(last?: Message): void {
    this.#clock.cancel(this.#heartbeat);
    if (!this.#writable) return;
    if (last === undefined) this.#response.end();
    else this.#response.end(event(last));
  }

  #beat(): void {
    if (!this.#writable) return;
    this.#response.write(':\n\n');
    this.#clock.schedule(this.#heartbeat, heartbeatMs);
  }
}

/** Text with line ends in it, as pretty JSON has, needs a field for each line. */
function event(message: Message): string {
  const { text } = message;
  const data = text.includes('\n') || text.includes('\r') ? text.split(/\r\n|\r|\n/).join('\ndata: ') : text;
  return `event: message\ndata: ${data}\n\n`;
}
