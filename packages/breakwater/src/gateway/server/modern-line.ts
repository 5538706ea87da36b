import { Message } from '@breakwater/core';
import { ask, Connection, type Answer, type RestartPolicy } from '@breakwater/transport';
import type { HostRequest } from '../host/host-request.ts';
import { ownEnvelope } from '../modern-envelope.ts';
import { hostSentences } from '../host/host-sentences.ts';
import { refuseQuestion } from '../host/refuse-question.ts';
import type { Server } from './server.ts';
import type { Line } from './shared-line.ts';
import { Upstream, type UpstreamHost } from './upstream.ts';

/** How long nothing is asked again of a server that gave no answer, in milliseconds. */
const pauseMs = 60_000;

/** How long a process may be silent to `server/discover` before it counts as one that doesn't know it, in milliseconds. */
const discoverMs = 30_000;

/** Errors that only servers of the modern wire send. */
const modernErrors: ReadonlySet<unknown> = new Set([-32020, -32021, -32022]);

const internalError = -32603;
/** A process that has said so often that it fails says it of all that it doesn't know: each question starts one anew. */
const mostInternalErrors = 3;

/** The one line to a server that all hosts on the modern wire share, and the question whether it speaks that wire at all. */
export class ModernLine implements UpstreamHost, Line {
  readonly server: Server;
  readonly host = this;
  readonly #schedule: RestartPolicy;
  #upstream: Upstream;
  #discovered: Message | undefined = undefined;
  #supportedVersions: readonly string[] = [];
  #speaks: Promise<boolean> | undefined = undefined;
  #askAgainAtMs = Number.POSITIVE_INFINITY;
  #isLegacy = false;
  #wasSilent = false;
  #internalErrors = 0;

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

  /** Whether the server may still turn out to speak the modern wire. */
  get mayJoin(): boolean {
    return this.#discovered === undefined && !this.#isLegacy;
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
  serverRequest(_upstream: Upstream, connection: Connection, message: Message): void {
    const sentence = hostSentences[this.server.settings.locale].noQuestions;
    connection.send(refuseQuestion(message.id, 'method_not_found', sentence, 'modern'));
  }

  serverNotification(
    _upstream: Upstream,
    message: Message,
    about: HostRequest | undefined,
    connection?: Connection,
  ): void {
    const isTold = about?.send(message) === true;
    // Of what we know ourselves hosts hear by their subscriptions.
    if (!isTold && connection !== undefined) this.server.dropped('unattributed-notification', message.text);
  }

  /** Nobody was asked anything. */
  serverLost(): void {}
  callTakenBack(): void {}

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

  /** Where hosts are served on the legacy wire, the question is no reason to start a second process. */
  get #mayAskAgain(): boolean {
    const { settings, standing } = this.server;
    const { state } = standing;
    return settings.source.isRemote || (state !== 'ready' && state !== 'starting');
  }

  async #askOnce(): Promise<boolean> {
    if (!this.server.settings.source.mayBeModern) {
      this.#isLegacy = true;
      return false;
    }
    this.#askAgainAtMs = Number.POSITIVE_INFINITY;
    const answer = await this.#ask();
    if (answer.ok) {
      this.#isLegacy = !isModern(answer.response);
      return !this.#isLegacy;
    }
    const { kind, retryAfterMs = 0 } = answer.failure;
    this.#wasSilent = kind === 'request_timeout' || kind === 'connect_timeout';
    this.#askAgainAtMs = this.server.parts.clock.now() + Math.max(pauseMs, retryAfterMs);
    return false;
  }

  async #ask(): Promise<Answer> {
    const { parts, settings } = this.server;
    const connection = await this.#upstream.open();
    if (!(connection instanceof Connection)) return { ok: false, failure: connection };
    const discover = Message.request(1, 'server/discover', { _meta: ownEnvelope });
    const patienceMs = settings.source.isRemote ? settings.connectTimeoutMs : discoverMs;
    const answer = await ask(connection, discover, parts.clock, patienceMs);
    if (answer.ok && isModern(answer.response)) {
      this.#discovered = answer.response;
      this.#supportedVersions = versionsIn(answer.response);
      this.#upstream.noteDiscovered(answer.response);
      return answer;
    }
    await this.#upstream.close();
    // A closed one never opens again.
    this.#upstream = this.#newUpstream();
    // One that fails has said nothing of its wire: it may be starting.
    const fails = answer.ok && errorCodeOf(answer.response) === internalError;
    if (fails && (settings.source.isRemote || ++this.#internalErrors < mostInternalErrors))
      return { ok: false, failure: this.server.classify(answer.response, discover) };
    return answer;
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
  return modernErrors.has(errorCodeOf(response));
}

function errorCodeOf(response: Message): unknown {
  const code = response.find(response.errorSpan, 'code');
  return code === undefined ? undefined : response.valueAt(code);
}
