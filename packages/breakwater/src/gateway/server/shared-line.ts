import type { Message } from '@breakwater/core';
import type { HostRequest } from '../host/host-request.ts';
import { protocolError } from '../host/protocol-error.ts';
import type { Server } from './server.ts';
import { Upstream, type UpstreamHost } from './upstream.ts';

/** A line to a server, and what to do when its host is gone. */
export interface Line {
  readonly upstream: Upstream;
  /** Ends the line where nobody else uses it. */
  release(): Promise<void>;
}

/** The line of a host to a server: one of its own, or with `share: "all"` the one that all hosts have. */
export function lineTo(server: Server, host: UpstreamHost): Line {
  if (server.settings.share === 'all') return server.sharedLine(() => new SharedLine(server)).join(host);
  const upstream = new Upstream(server, host);
  return { upstream, release: () => upstream.close() };
}

/**
 * One process of a server on the legacy wire for all hosts (`share: "all"`): opened by the first one, without the
 * capabilities that a question to a single host would need.
 */
export class SharedLine implements UpstreamHost {
  readonly #upstream: Upstream;
  readonly #hosts = new Set<UpstreamHost>();

  constructor(server: Server) {
    this.#upstream = new Upstream(server, this, { shared: true });
  }

  /** Adds a host; the line itself stays open when it goes. */
  join(host: UpstreamHost): Line {
    this.#hosts.add(host);
    return {
      upstream: this.#upstream,
      release: async () => void this.#hosts.delete(host),
    };
  }

  /** Whom to ask can't be known, which is why no host's abilities were declared. */
  serverRequest(upstream: Upstream, message: Message): void {
    upstream.send(
      protocolError(
        message.id ?? 'null',
        'client_capability_missing',
        `${message.method} can't be answered: this server is shared by all hosts.`,
      ),
    );
  }

  /** Changes concern everybody; what might be one host's own goes to it alone, or to nobody. */
  serverNotification(upstream: Upstream, message: Message, about: HostRequest | undefined): void {
    if (about !== undefined) about.send(message);
    else if (this.#hosts.size === 1 || concernsAll.has(message.method ?? ''))
      for (const host of this.#hosts) host.serverNotification(upstream, message, undefined);
  }

  /** Nobody was asked anything. */
  serverLost(): void {}

  close(): Promise<void> {
    return this.#upstream.close();
  }
}

const concernsAll: ReadonlySet<string> = new Set([
  'notifications/tools/list_changed',
  'notifications/prompts/list_changed',
  'notifications/resources/list_changed',
  'notifications/resources/updated',
]);
