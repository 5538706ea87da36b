import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { CancelReason, Clock, Message, Principal } from '@breakwater/core';
import type { OnUnread } from '../backlog.ts';
import { HostSession, type HostPort, type HostSessionOptions } from '../host-session.ts';
import { StandingStream } from './standing-stream.ts';

/** A host's session on the legacy wire: known by its id, bound to the principal that opened it and to the path where it did. */
export class LegacySession implements HostPort {
  readonly separatesRequests = true;
  readonly id = randomBytes(16).toString('hex');
  readonly host: HostSession;
  readonly #principal: Principal;
  readonly #path: string;
  readonly #stream: StandingStream;

  constructor(path: string, options: Omit<HostSessionOptions, 'port'>, clock: Clock, onUnread: OnUnread) {
    this.#path = path;
    this.#principal = options.principal;
    this.#stream = new StandingStream(clock, (question) => this.host.undeliverable(question), onUnread);
    this.host = new HostSession({ ...options, port: this });
  }

  /** Whether this principal may use the session on this path. */
  belongsTo({ id, kind }: Principal, path: string): boolean {
    return this.#principal.id === id && this.#principal.kind === kind && this.#path === path;
  }

  /** Sends what belongs to no request on the stream that the host opens for that. */
  send(message: Message): void {
    this.#stream.send(message);
  }

  /** The host opens its stream. */
  openStream(response: ServerResponse): void {
    this.#stream.open(response);
  }

  async close(reason: CancelReason): Promise<void> {
    this.#stream.end();
    await this.host.close(reason);
  }
}
