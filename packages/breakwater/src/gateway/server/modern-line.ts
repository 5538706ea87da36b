import { Message } from '@breakwater/core';
import { ask, Connection, type RestartPolicy } from '@breakwater/transport';
import type { HostRequest } from '../host/host-request.ts';
import { ownEnvelope } from '../modern-envelope.ts';
import { protocolError } from '../host/protocol-error.ts';
import type { Server } from './server.ts';
import type { Line } from './shared-line.ts';
import { Upstream, type UpstreamHost } from './upstream.ts';

/** How long nothing is asked again of a server that gave no answer, in milliseconds. */
const pauseMs = 60_000;

/** How long a process may be silent to `server/discover` before it counts as one that doesn't know it, in milliseconds. */
const discoverMs = 30_000;

/** Errors that only servers of the modern wire send. */
const modernErrors: ReadonlySet<unknown> = new Set([-32020, -32021, -32022]);

/** The one line to a server that all hosts on the modern wire share, and the question whether it speaks that wire at all. */
export class ModernLine implements UpstreamHost, Line {
  readonly server: Server;
  readonly #schedule: RestartPolicy;
  #upstream: Upstream;
  #discovered: Message | undefined = undefined;
  #supportedVersions: readonly string[] = [];
  #speaks: Promise<boolean> | undefined = undefined;
  #askAgainAtMs = Number.POSITIVE_INFINITY;
  #wasSilent = false;

  constructor(server: Server) {
    this.server = server;
    // A process that ends at an opening it doesn't know has done nothing wrong: its restarts are counted apart.
    this.#schedule = server.newSchedule();
    this.#upstream = this.#newUpstream();
  }

  /** The same one from the answer to `server/discover` on. */
  get upstream(): Upstream {
    return this.#upstream;
  }

  /** The answer to `server/discover`, once there is one. */
  get discovered(): Message | undefined {
    return this.#discovered;
  }

  /** The protocol versions that the server has named; empty before it was asked. */
  get supportedVersions(): readonly string[] {
    return this.#supportedVersions;
  }

  /** Whether the server speaks the modern wire; asked once, and again, after a pause, where nothing could be learnt. */
  speaks(): Promise<boolean> {
    if (this.#speaks === undefined) this.#speaks = this.#askOnce();
    else if (this.server.parts.clock.now() >= this.#askAgainAtMs && this.#mayAskAgain) {
      const speaks = this.#askOnce();
      // Who was silent is likely to be so again, and nobody should wait for that a second time.
      if (this.#wasSilent) void speaks.then(() => (this.#speaks = speaks));
      else this.#speaks = speaks;
    }
    return this.#speaks;
  }

  /** Servers of this wire ask by their results; a question as a request is not answered by anybody. */
  serverRequest(upstream: Upstream, message: Message): void {
    upstream.send(protocolError(message.id ?? 'null', 'method_not_found', undefined, { era: 'modern' }));
  }

  serverNotification(_upstream: Upstream, message: Message, about: HostRequest | undefined): void {
    about?.send(message);
  }

  /** Nobody was asked anything. */
  serverLost(): void {}

  /** Servers of this wire know no subscription that outlives its request. */
  noteSubscription(): boolean {
    return true;
  }

  dropSubscription(): void {}

  /** All hosts share it, so the end of one of them is nothing to it. */
  release(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    return this.#upstream.close();
  }

  #newUpstream(): Upstream {
    return new Upstream(this.server, this, {
      prepare: () => this.server.settings.source.prepare(),
      schedule: this.#schedule,
      unproven: true,
    });
  }

  /** Where a process serves hosts on the legacy wire already, the question is no reason to start a second one. */
  get #mayAskAgain(): boolean {
    const { settings, standing } = this.server;
    const { state } = standing;
    return settings.source.speaksModern() !== undefined || (state !== 'ready' && state !== 'starting');
  }

  async #askOnce(): Promise<boolean> {
    this.#askAgainAtMs = Number.POSITIVE_INFINITY;
    const speaks = await this.#ask();
    if (speaks === undefined) this.#askAgainAtMs = this.server.parts.clock.now() + pauseMs;
    return speaks === true;
  }

  /** Undefined where nothing could be learnt. */
  async #ask(): Promise<boolean | undefined> {
    const { source } = this.server.settings;
    const unprepared = await source.prepare();
    if (unprepared !== undefined) return undefined;
    if (source.speaksModern() === false) return false;
    const connection = await this.#upstream.open();
    if (!(connection instanceof Connection)) return undefined;
    const discover = Message.request(1, 'server/discover', { _meta: ownEnvelope });
    const answer = await ask(connection, discover, this.server.parts.clock, discoverMs);
    if (answer.ok && isModern(answer.response)) {
      this.#discovered = answer.response;
      this.#supportedVersions = versionsIn(answer.response);
      this.#upstream.noteDiscovered(answer.response);
      return true;
    }
    this.#wasSilent = !answer.ok;
    await this.#upstream.close();
    // A closed one never opens again.
    this.#upstream = this.#newUpstream();
    return answer.ok ? false : undefined;
  }
}

function versionsIn(response: Message): readonly string[] {
  const span =
    response.find(response.resultSpan, 'supportedVersions') ?? response.find(response.errorSpan, 'data', 'supported');
  const versions = span === undefined ? undefined : response.valueAt(span);
  return Array.isArray(versions) ? versions.filter((version) => typeof version === 'string') : [];
}

function isModern(response: Message): boolean {
  if (!response.isError) return response.find(response.resultSpan, 'supportedVersions') !== undefined;
  const code = response.find(response.errorSpan, 'code');
  return code !== undefined && modernErrors.has(response.valueAt(code));
}
