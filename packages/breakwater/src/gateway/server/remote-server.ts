import {
  Message,
  type Channel,
  type ChannelListener,
  type Clock,
  type Era,
  type Failure,
  type Locale,
} from '@breakwater/core';
import {
  detectHttpEra,
  openHttpChannel,
  openHttpPool,
  openSseChannel,
  type HttpEra,
  type ParamHeaders,
} from '@breakwater/transport/http';
import type { RemoteEntry } from '../../config/server-entry.ts';
import { ownEnvelope } from '../modern-envelope.ts';

/** Options of {@link RemoteServer}. */
export interface RemoteServerOptions {
  /** The key under `mcpServers`; the URL is never shown. */
  readonly server: string;
  readonly entry: RemoteEntry;
  readonly locale: Locale;
  readonly clock: Clock;
  readonly connectTimeoutMs: number;
  readonly maxMessageBytes: number;
  readonly paramHeaders: ParamHeaders;
}

/** A server behind a URL: one pool of connections for all its sessions, and what was found out about its wire. */
export class RemoteServer {
  readonly #options: RemoteServerOptions;
  readonly #pool;
  #found: HttpEra | undefined = undefined;

  constructor(options: RemoteServerOptions) {
    this.#options = options;
    this.#pool = openHttpPool({ connectTimeoutMs: options.connectTimeoutMs });
    // Whoever names the old transport means it; everything else is found out.
    if (options.entry.transport === 'sse') this.#found = { era: 'legacy', transport: 'sse' };
  }

  /** Finds out how the server speaks, once; a failure is no answer and is tried again. */
  async prepare(): Promise<Failure | undefined> {
    if (this.#found !== undefined) return undefined;
    const { server, entry, locale, clock, connectTimeoutMs } = this.#options;
    const discover = Message.request('discover', 'server/discover', { _meta: ownEnvelope });
    const url = new URL(entry.url);
    const detected = await detectHttpEra({
      server,
      url,
      locale,
      headers: entry.headers,
      clock,
      discover,
      pool: this.#pool,
      timeoutMs: connectTimeoutMs,
    });
    if (!detected.ok) return detected.failure;
    this.#found = detected.value;
    return undefined;
  }

  /** @param era The wire that the host speaks: what it opened with is what the server hears. */
  open(era: Era, listener: ChannelListener): Channel {
    const { server, entry, locale, clock, maxMessageBytes, paramHeaders } = this.#options;
    const common = {
      server,
      url: new URL(entry.url),
      locale,
      headers: entry.headers,
      clock,
      maxMessageBytes,
      pool: this.#pool,
    };
    if (this.#found?.transport === 'sse') return openSseChannel(common, listener);
    return openHttpChannel({ ...common, era, paramHeaders }, listener);
  }

  speaksModern(): boolean | undefined {
    return this.#found === undefined ? undefined : this.#found.era === 'modern';
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
