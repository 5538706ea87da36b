import { CancelSource, metaKeys, type Message, type Principal } from '@breakwater/core';
import type { Backend } from '../backend/backend.ts';
import { correlationIdOf } from './correlation.ts';
import { countUnanswered, HostRequest, type Exchange } from './host-request.ts';
import type { ModernLine } from '../server/modern-line.ts';
import type { HostVoice } from './host-voice.ts';

/** Options of {@link ModernHost}. */
export interface ModernHostOptions {
  /** The servers behind the endpoint; it offers the wire if one of them speaks it. */
  readonly lines: readonly ModernLine[];
  /** Made for the lines that speak the wire. */
  readonly backend: (lines: readonly ModernLine[]) => Backend;
  readonly voice: HostVoice;
}

/** All hosts of an endpoint on the modern wire, which knows no sessions: each request stands alone and takes the line that all share. */
export class ModernHost {
  readonly #options: ModernHostOptions;
  /** The lines behind the backend. */
  #able: readonly ModernLine[] = [];
  #backend: Backend | undefined = undefined;
  readonly #requests = new Set<HostRequest>();
  readonly #closed = new CancelSource();

  constructor(options: ModernHostOptions) {
    this.#options = options;
  }

  /**
   * Whether the wire is spoken here; to be known before a request's answer begins, since its HTTP status depends on it.
   */
  async speaks(): Promise<boolean> {
    return (await this.#ready()) !== undefined;
  }

  /**
   * The versions that a request asks for in vain: it asks for one that no server here has named.
   *
   * @returns What is supported instead; undefined where the version is, or nothing is known.
   */
  unsupported(message: Message): readonly string[] | undefined {
    const span = message.find(message.paramsSpan, '_meta', metaKeys.protocolVersion);
    if (span === undefined) return undefined;
    const wanted = message.valueAt(span);
    const { lines } = this.#options;
    if (lines.some(({ supportedVersions }) => supportedVersions.some((version) => version === wanted)))
      return undefined;
    const supported = [...new Set(lines.flatMap(({ supportedVersions }) => supportedVersions))];
    return supported.length === 0 ? undefined : supported;
  }

  /** How many requests wait for an answer. */
  get openRequests(): number {
    return countUnanswered(this.#requests);
  }

  /** Answers whatever still runs, and what is yet to come. */
  close(): void {
    this.#closed.cancel('shutdown');
    for (const request of this.#requests) {
      request.answer(this.#options.voice.unfinished(request));
      request.drop('shutdown');
    }
  }

  /** Takes one request; it ends when the returned one is dropped. */
  receive(message: Message, exchange: Exchange, principal: Principal): HostRequest {
    const { voice } = this.#options;
    const correlationId = correlationIdOf(message) ?? voice.newCorrelationId();
    const request = new HostRequest(message, exchange, {
      correlationId,
      principal,
      ended: (ended) => this.#requests.delete(ended),
    });
    this.#requests.add(request);
    this.#answer(request)
      .then((answer) => {
        if (answer === undefined) request.drop('caller');
        else request.answer(answer);
      })
      // Nothing rejects by design; a mistake of ours must still not leave the host without an answer.
      .catch((error: unknown) => request.answer(voice.mistake(error, { message, correlationId, era: 'modern' })));
    return request;
  }

  async #answer(request: HostRequest): Promise<Message | undefined> {
    const backend = await this.#ready();
    const { voice } = this.#options;
    if (this.#closed.reason !== undefined) return voice.unfinished(request);
    if (backend !== undefined) return backend.request(request);
    const { message, correlationId } = request;
    const about = { message, correlationId, era: 'modern' } as const;
    // A host that asks which wire is spoken falls back on an answer that is no modern one.
    return request.method === 'server/discover'
      ? voice.refuse('method_not_found', undefined, about)
      : voice.refuse('invalid_request', voice.said.unspoken, about);
  }

  /** The backend for all lines that are known to speak the wire; a new one when they have become more. */
  async #ready(): Promise<Backend | undefined> {
    const { lines, backend } = this.#options;
    if (this.#able.length === lines.length) return this.#backend;
    const asked = Promise.all(lines.map((line) => line.speaks()));
    // Servers that were away join once they have answered; where others speak the wire, nobody waits for that.
    if (this.#able.length === 0) await this.#whileOpen(asked);
    const able = lines.filter(({ discovered }) => discovered !== undefined);
    if (able.length > this.#able.length) {
      this.#able = able;
      this.#backend = backend(able);
    }
    return this.#backend;
  }

  /** Waits, but not when the endpoint is closed: some servers never answer. */
  #whileOpen(asked: Promise<unknown>): Promise<void> {
    return new Promise((resolve, reject) => {
      const forget = this.#closed.onCancel(() => resolve());
      void asked.then(() => resolve(), reject).finally(forget);
    });
  }
}
