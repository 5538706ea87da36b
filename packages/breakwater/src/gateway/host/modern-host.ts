import { CancelSource, metaKeys, type Clock, type Message, type Principal, TransientMap } from '@breakwater/core';
import type { Backend } from '../backend/backend.ts';
import type { Latecomers } from '../backend/latecomers.ts';
import { inTime } from '../in-time.ts';
import type { Upstream } from '../server/upstream.ts';
import { correlationIdOf } from './correlation.ts';
import { countUnanswered, HostRequest, type Exchange } from './host-request.ts';
import type { ModernLine } from '../server/modern-line.ts';
import type { HostVoice } from './host-voice.ts';

/** How long requests wait for servers that have not said yet which wire they speak, where another is there, in milliseconds. */
const openingMs = 5_000;
/** How often servers are looked for that may join, where somebody waits to hear of it, in milliseconds. */
const lookMs = 60_000;

/** Options of {@link ModernHost}. */
export interface ModernHostOptions {
  /** The servers behind the endpoint; it offers the wire if one of them speaks it. */
  readonly lines: readonly ModernLine[];
  /** Made for the first lines that speak the wire; it grows with those that come later. */
  readonly backend: (lines: readonly ModernLine[], latecomers: Latecomers) => Backend;
  readonly clock: Clock;
  readonly voice: HostVoice;
}

/** All hosts of an endpoint on the modern wire, which knows no sessions: each request stands alone and takes the line that all share. */
export class ModernHost implements Latecomers {
  readonly #options: ModernHostOptions;
  /** The lines behind the backend. */
  #able: readonly ModernLine[] = [];
  #backend: Backend | undefined = undefined;
  /** What each line was asked last. */
  readonly #asked = new Map<ModernLine, Promise<boolean>>();
  #opening: Promise<void> | undefined = undefined;
  readonly #joins = new Set<(upstream: Upstream) => void>();
  #isLookingOut = false;
  readonly #requests = new TransientMap<HostRequest, true>();
  readonly #closed = new CancelSource();

  constructor(options: ModernHostOptions) {
    this.#options = options;
  }

  /** Whether a server here is known to speak the wire. */
  get isSpoken(): boolean {
    return this.#backend !== undefined;
  }

  get expected(): boolean {
    return this.#options.lines.some(({ mayJoin }) => mayJoin);
  }

  /** How many requests wait for an answer. */
  get openRequests(): number {
    return countUnanswered(this.#requests.keys());
  }

  /**
   * Waits until it is known whether the wire is spoken here, but not for long; to be called before a request's answer
   * begins, since its HTTP status depends on it.
   */
  async opened(): Promise<void> {
    if (this.#backend === undefined) await inTime(this.#options.clock, this.#ready(), openingMs, this.#closed);
  }

  onJoin(listener: (upstream: Upstream) => void): () => void {
    this.#joins.add(listener);
    void this.#lookOut();
    return () => this.#joins.delete(listener);
  }

  /** Answers whatever still runs, and what is yet to come. */
  close(): void {
    this.#closed.cancel('shutdown');
    for (const request of this.#requests.keys()) {
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
    this.#requests.set(request, true);
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
    const { message, correlationId } = request;
    const about = { message, correlationId, era: 'modern' } as const;
    const unsupported = this.#unsupported(message);
    if (unsupported !== undefined) {
      const { supported, requested } = unsupported;
      const sentence = voice.said.unsupportedVersion(JSON.stringify(requested).slice(0, 64), supported);
      return voice.refuse('unsupported_protocol_version', sentence, { ...about, data: unsupported });
    }
    if (backend !== undefined) return backend.request(request);
    // A host that asks which wire is spoken falls back on an answer that is no modern one.
    return request.method === 'server/discover'
      ? voice.refuse('method_not_found', undefined, about)
      : voice.refuse('invalid_request', voice.said.unspoken, about);
  }

  /** What is supported, and what a request asks for instead; undefined where that is supported, or nothing is known. */
  #unsupported(message: Message): { readonly supported: readonly string[]; readonly requested: unknown } | undefined {
    const span = message.find(message.paramsSpan, '_meta', metaKeys.protocolVersion);
    if (span === undefined) return undefined;
    const requested = message.valueAt(span);
    const { lines } = this.#options;
    if (lines.some(({ supportedVersions }) => supportedVersions.some((version) => version === requested)))
      return undefined;
    const supported = [...new Set(lines.flatMap(({ supportedVersions }) => supportedVersions))];
    return supported.length === 0 ? undefined : { supported, requested };
  }

  /** The backend for all lines that are known to speak the wire; those that are not yet keep nobody waiting for long. */
  async #ready(): Promise<Backend | undefined> {
    if (this.#able.length === this.#options.lines.length) return this.#backend;
    this.#look();
    if (this.#backend === undefined) {
      this.#opening ??= this.#open().finally(() => (this.#opening = undefined));
      await this.#opening;
    }
    return this.#backend;
  }

  /** Waits until all have answered, or the time is over and one speaks the wire. */
  async #open(): Promise<void> {
    const { clock } = this.#options;
    const asked = [...this.#asked.values()];
    const all = Promise.all(asked);
    await inTime(clock, all, openingMs, this.#closed);
    if (this.#backend !== undefined || this.#closed.reason !== undefined) return;
    const first = Promise.race([all, ...asked.map(async (speaks) => (await speaks) || all)]);
    await new Promise<void>((resolve, reject) => {
      // Some servers never answer.
      const forget = this.#closed.onCancel(() => resolve());
      void first.then(() => resolve(), reject).finally(forget);
    });
  }

  /** Asks the lines whether they speak the wire; those that turn out to are taken in, whoever waits for that. */
  #look(): void {
    const { lines, voice } = this.#options;
    for (const line of lines) {
      const speaks = line.speaks();
      if (this.#asked.get(line) === speaks) continue;
      this.#asked.set(line, speaks);
      speaks.then(() => this.#join()).catch((error: unknown) => void voice.mistake(error, { era: 'modern' }));
    }
  }

  #join(): void {
    const { lines, backend } = this.#options;
    const able = lines.filter(({ discovered }) => discovered !== undefined);
    if (able.length === this.#able.length) return;
    const joined = able.filter((line) => !this.#able.includes(line));
    this.#able = able;
    if (this.#backend === undefined) this.#backend = backend(able, this);
    else this.#backend.grow?.(able);
    for (const listener of this.#joins) for (const { upstream } of joined) listener(upstream);
  }

  /** Goes on looking as long as somebody waits to hear of servers that join. */
  async #lookOut(): Promise<void> {
    if (this.#isLookingOut) return;
    this.#isLookingOut = true;
    while (this.#joins.size > 0 && this.expected && (await this.#options.clock.sleep(lookMs, this.#closed)))
      this.#look();
    this.#isLookingOut = false;
  }
}
