import { Message } from '@breakwater/core';
import { ask, Connection, RestartPolicy } from '@breakwater/transport';
import type { HostRequest } from './host-request.ts';
import { ownEnvelope } from './modern-envelope.ts';
import { protocolError } from './protocol-error.ts';
import type { Server } from './server.ts';
import type { Line } from './shared-line.ts';
import { Upstream, type UpstreamHost } from './upstream.ts';

/** How long a process may be silent to `server/discover` before it counts as one that doesn't know it, in milliseconds. */
const discoverMs = 30_000;

/** Errors that only servers of the modern wire send. */
const modernErrors: ReadonlySet<unknown> = new Set([-32020, -32021, -32022]);

/** The one line to a server that all hosts on the modern wire share, and the question whether it speaks that wire at all. */
export class ModernLine implements UpstreamHost, Line {
  readonly upstream: Upstream;
  readonly server: Server;
  #discovered: Message | undefined = undefined;
  #asking: Promise<boolean> | undefined = undefined;

  constructor(server: Server) {
    this.server = server;
    // A process that ends at an opening it doesn't know has done nothing wrong: its restarts are counted apart.
    const schedule = new RestartPolicy({ random: server.parts.random });
    this.upstream = new Upstream(server, this, { prepare: () => server.settings.source.prepare(), schedule, unproven: true });
  }

  /** The answer to `server/discover`, once there is one. */
  get discovered(): Message | undefined {
    return this.#discovered;
  }

  /** The protocol versions that the server has named; empty before it was asked. */
  get supportedVersions(): readonly string[] {
    const response = this.#discovered;
    const [result, error] = [response?.find(response.resultSpan, 'supportedVersions'), response?.find(response.errorSpan, 'data', 'supported')];
    const span = result ?? error;
    const versions = span === undefined ? undefined : response?.valueAt(span);
    return Array.isArray(versions) ? versions.filter((version) => typeof version === 'string') : [];
  }

  /** Whether the server speaks the modern wire; asked once, and again where nothing could be learnt. */
  speaks(): Promise<boolean> {
    this.#asking ??= this.#ask().then((speaks) => {
      if (speaks === undefined) this.#asking = undefined;
      return speaks === true;
    });
    return this.#asking;
  }

  /** Servers of this wire ask by their results; a question as a request is not answered by anybody. */
  serverRequest(upstream: Upstream, message: Message): void {
    upstream.send(protocolError(message.id ?? 'null', 'method_not_found', undefined, { era: 'modern' }));
  }

  serverNotification(_upstream: Upstream, message: Message, about: HostRequest | undefined): void {
    about?.send(message);
  }

  /** All hosts share it, so the end of one of them is nothing to it. */
  release(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    return this.upstream.close();
  }

  async #ask(): Promise<boolean | undefined> {
    const { source } = this.server.settings;
    const unprepared = await source.prepare();
    if (unprepared !== undefined) return undefined;
    if (source.speaksModern() === false) return false;
    const connection = await this.upstream.open();
    if (!(connection instanceof Connection)) return false;
    const discover = Message.request(1, 'server/discover', { _meta: ownEnvelope });
    const answer = await ask(connection, discover, this.server.parts.clock, discoverMs);
    if (answer.ok && isModern(answer.response)) {
      this.#discovered = answer.response;
      this.upstream.noteDiscovered(answer.response);
      this.server.isReady();
      return true;
    }
    await this.upstream.close();
    this.server.isIdle();
    return false;
  }
}

function isModern(response: Message): boolean {
  if (!response.isError) return response.find(response.resultSpan, 'supportedVersions') !== undefined;
  const code = response.find(response.errorSpan, 'code');
  return code !== undefined && modernErrors.has(response.valueAt(code));
}
