import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { CancelReason, Clock, Message, Principal } from '@breakwater/core';
import { HostSession, type HostPort, type HostSessionOptions } from '../host-session.ts';
import { SseResponse } from './sse-response.ts';

/** A host's session on the legacy wire: known by its id, bound to the principal that opened it. */
export class LegacySession implements HostPort {
  readonly separatesRequests = true;
  readonly id = randomBytes(16).toString('hex');
  readonly host: HostSession;
  readonly principal: Principal;
  readonly #clock: Clock;
  #stream: SseResponse | undefined = undefined;

  constructor(options: Omit<HostSessionOptions, 'port'>, clock: Clock) {
    this.principal = options.principal;
    this.#clock = clock;
    this.host = new HostSession({ ...options, port: this });
  }

  /** Sends what belongs to no request on the stream that the host has opened for that. */
  send(message: Message): boolean {
    if (this.#stream?.writable !== true) return false;
    this.#stream.send(message);
    return true;
  }

  /** The host opens its stream; each message goes out on one stream only, so an earlier one ends. */
  openStream(response: ServerResponse): void {
    this.#stream?.end();
    this.#stream = new SseResponse(response, this.#clock);
  }

  async close(reason: CancelReason): Promise<void> {
    this.#stream?.end();
    await this.host.close(reason);
  }
}
