import type { Channel, ChannelListener, Clock, Era, Locale } from '@breakwater/core';
import { openHttpPool, openRemoteChannel, openSseChannel } from '@breakwater/transport/http';
import type { RemoteEntry } from '../../config/server-entry.ts';
import { paramHeadersOf } from './param-headers.ts';
import type { DefinitionOf } from './server.ts';

/** Options of {@link RemoteServer}. */
export interface RemoteServerOptions {
  /** The key under `mcpServers`; the URL is never shown. */
  readonly server: string;
  readonly entry: RemoteEntry;
  readonly locale: Locale;
  readonly clock: Clock;
  readonly connectTimeoutMs: number;
  readonly maxMessageBytes: number;
}

/** A server behind a URL: one pool of connections for all its sessions. */
export class RemoteServer {
  readonly #options: RemoteServerOptions;
  readonly #pool;

  constructor(options: RemoteServerOptions) {
    this.#options = options;
    this.#pool = openHttpPool({ connectTimeoutMs: options.connectTimeoutMs });
  }

  /** @param era The wire that the host speaks: what it opened with is what the server hears. */
  open(era: Era, listener: ChannelListener, definitionOf: DefinitionOf): Channel {
    const { server, entry, locale, clock, connectTimeoutMs, maxMessageBytes } = this.#options;
    const common = {
      server,
      url: new URL(entry.url),
      locale,
      headers: entry.headers,
      clock,
      maxMessageBytes,
      pool: this.#pool,
    };
    // Whoever names the old transport means it; everything else is found out.
    if (entry.transport === 'sse') return openSseChannel(common, listener);
    const paramHeaders = (tool: string, args: unknown) => paramHeadersOf(definitionOf(tool), () => args);
    return openRemoteChannel({ ...common, era, paramHeaders, streamTimeoutMs: connectTimeoutMs }, listener);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
