import type { Clock, Era, Message, Target } from '@breakwater/core';
import { saysError } from '../answer/answer.ts';
import type { Backend } from './backend.ts';
import { callUpstream } from '../server/call-upstream.ts';
import type { HostRequest } from '../host/host-request.ts';
import { inTime } from '../in-time.ts';
import { isPagedList } from '../server/list-pages.ts';
import { mergeDiscover, type Together } from './merge-discover.ts';
import { mergedListen } from './merged-listen.ts';
import { mergeInitialize } from './merge-initialize.ts';
import { MergedLists } from './merged-lists.ts';
import type { ModernLine } from '../server/modern-line.ts';
import { nameOf, splitExposed } from './names.ts';
import { laterLeg, withAsker } from './reading-state.ts';
import { readUnlisted } from './read-unlisted.ts';
import { setLevel } from './set-level.ts';
import type { HostVoice } from '../host/host-voice.ts';
import type { Server } from '../server/server.ts';
import { deniesTool, unknownName } from './unknown-name.ts';
import { callWithoutTasks } from './without-tasks.ts';
import type { Latecomers } from './latecomers.ts';
import { lineTo, subscribeOn, type Line } from '../server/shared-line.ts';
import type { Upstream, UpstreamHost } from '../server/upstream.ts';

/** How long an `initialize` waits for the servers; what comes later is announced by a change of the lists. */
const openingMs = 5_000;

/** What a {@link MergedBackend} needs of its process. */
export interface MergedBackendParts {
  readonly clock: Clock;
  readonly voice: HostVoice;
  /** On the modern wire, where hosts share a backend. */
  readonly latecomers?: Latecomers;
}

/** All servers as one: names carry the server's key, lists are joined, and one server's trouble stays its own. */
export class MergedBackend implements Backend {
  #upstreams: ReadonlyMap<string, Upstream>;
  #lines: readonly Line[];
  readonly #lists: MergedLists;
  readonly #clock: Clock;
  readonly #voice: HostVoice;
  readonly #latecomers: Latecomers | undefined;
  readonly #era: Era;

  private constructor(lines: readonly Line[], { clock, voice, latecomers }: MergedBackendParts, era: Era) {
    this.#lines = lines;
    this.#upstreams = byKey(lines);
    this.#lists = new MergedLists([...this.#upstreams.values()], era, clock);
    this.#clock = clock;
    this.#voice = voice;
    this.#latecomers = latecomers;
    this.#era = era;
  }

  /** One host's session: a line of its own to each server. */
  static legacy(servers: readonly Server[], host: UpstreamHost, parts: MergedBackendParts): MergedBackend {
    return new MergedBackend(
      servers.map((server) => lineTo(server, host)),
      parts,
      'legacy',
    );
  }

  /** All hosts on the modern wire: the lines that they share. */
  static modern(lines: readonly ModernLine[], parts: MergedBackendParts): MergedBackend {
    return new MergedBackend(lines, parts, 'modern');
  }

  grow(lines: readonly ModernLine[]): void {
    this.#lines = lines;
    this.#upstreams = byKey(lines);
    this.#lists.grow([...this.#upstreams.values()]);
  }

  async request(request: HostRequest): Promise<Message | undefined> {
    const { method } = request;
    if (method === 'initialize' && this.#era === 'legacy') return this.#initialize(request);
    if (method === 'server/discover' && this.#era === 'modern')
      return mergeDiscover(request, [...this.#upstreams.values()], this.#together);
    if (isPagedList(method)) return this.#lists.response(method, request);
    if (method === 'subscriptions/listen' && this.#era === 'modern')
      return mergedListen(request, {
        upstreams: [...this.#upstreams.values()],
        lists: this.#lists,
        clock: this.#clock,
        voice: this.#voice,
        latecomers: this.#latecomers,
      });
    switch (method) {
      case 'tools/call':
      case 'prompts/get':
        return this.#callByName(request, method === 'tools/call' ? 'tool' : 'prompt');
      case 'resources/read':
        return this.#read(request);
      case 'resources/subscribe':
      case 'resources/unsubscribe':
        return this.#callByUri(request);
      case 'completion/complete':
        return this.#complete(request);
      case 'logging/setLevel':
        return setLevel(request, [...this.#upstreams.values()], { clock: this.#clock, era: this.#era });
      default: {
        const [only] = this.#upstreams.size === 1 ? this.#upstreams.values() : [];
        if (only === undefined)
          return this.#refuse(request, 'method_not_found', this.#voice.said.noServerNamed(method));
        return callUpstream(
          only,
          request,
          { kind: 'method', server: only.server.key, name: method },
          { era: this.#era },
        );
      }
    }
  }

  notification(message: Message): void {
    for (const upstream of this.#upstreams.values()) {
      if (message.method === 'notifications/initialized') upstream.hostInitialized();
      else upstream.send(message);
    }
  }

  changed(message: Message): void {
    if (message.method === 'notifications/resources/list_changed') this.#lists.forgetResources();
  }

  async close(): Promise<void> {
    // One that hangs at its end must not keep the others.
    await Promise.all(this.#lines.map((line) => line.release()));
  }

  get #together(): Together {
    const mayGrow = this.#latecomers?.expected === true;
    return { mayGrow, isAlone: this.#upstreams.size === 1 && !mayGrow };
  }

  #refuse(request: HostRequest, kind: 'not_found' | 'method_not_found' | 'invalid_params', sentence: string): Message {
    const { message, correlationId } = request;
    return this.#voice.refuse(kind, sentence, { message, correlationId, era: this.#era });
  }

  async #initialize(request: HostRequest): Promise<Message> {
    const upstreams = [...this.#upstreams.values()];
    let isAnswered = false;
    const openings = upstreams.map(async (upstream) => {
      upstream.persist();
      await callUpstream(
        upstream,
        request,
        { kind: 'method', server: upstream.server.key, name: 'initialize' },
        { era: this.#era },
      );
      if (isAnswered) upstream.announce();
    });
    await inTime(this.#clock, Promise.all(openings), openingMs);
    isAnswered = true;
    const ready = upstreams.filter(({ connection }) => connection !== undefined);
    return mergeInitialize(request.message, ready);
  }

  async #callByName(request: HostRequest, kind: 'tool' | 'prompt'): Promise<Message | undefined> {
    const { message } = request;
    const exposed = nameOf(message);
    const { server: key, name } = splitExposed(exposed ?? '');
    const upstream = this.#upstreams.get(key);
    const span = message.find(message.paramsSpan, 'name');
    if (upstream === undefined || span === undefined) return this.#unknown(request, kind, exposed ?? '', upstream);
    if (kind === 'tool' && !(await upstream.tools.has(name)))
      return this.#unknown(request, kind, exposed ?? '', upstream);
    const named = message.edit([{ ...span, replacement: JSON.stringify(name) }]);
    const inner = this.#together.isAlone ? named : callWithoutTasks(named);
    const answer = await callUpstream(
      upstream,
      request,
      { kind, server: key, name },
      { era: this.#era, message: inner },
    );
    if (
      kind === 'tool' &&
      answer !== undefined &&
      saysError(answer) &&
      deniesTool(answer) &&
      !(await upstream.tools.lists(name))
    )
      return this.#unknown(request, kind, exposed ?? '', upstream);
    if (answer !== undefined) this.#lists.note(answer, upstream);
    return answer;
  }

  #unknown(request: HostRequest, kind: 'tool' | 'prompt', exposed: string, upstream: Upstream | undefined): Message {
    const manner = upstream?.server.mannerFor({ kind, server: upstream.server.key, name: exposed });
    return unknownName(request, kind, exposed, this.#lists.names(kind), this.#era, manner ?? this.#voice.manner);
  }

  /** What a user has answered goes to the server that has asked, whoever lists the resource or has named it by now. */
  async #read(request: HostRequest): Promise<Message | undefined> {
    const leg = laterLeg(request.message);
    if (leg === undefined) return this.#callByUri(request);
    const uri = uriOf(request.message);
    const upstream = this.#upstreams.get(leg.server);
    if (uri === undefined || upstream === undefined) return this.#notFound(request, uri);
    return this.#ask(upstream, request, uri, leg.message);
  }

  async #callByUri(request: HostRequest): Promise<Message | undefined> {
    const uri = uriOf(request.message);
    if (uri === undefined) return this.#notFound(request, uri);
    const upstream = await this.#lists.serverOf(uri);
    if (upstream !== undefined) return this.#ask(upstream, request, uri);
    const parts = { clock: this.#clock, era: this.#era };
    const found =
      request.method === 'resources/read'
        ? await readUnlisted(request, uri, [...this.#upstreams.values()], parts)
        : undefined;
    if (found !== undefined) return this.#asRead(uri, found.answer, found.upstream);
    return request.cancel.reason === undefined ? this.#notFound(request, uri) : undefined;
  }

  async #ask(
    upstream: Upstream,
    request: HostRequest,
    uri: string,
    message = request.message,
  ): Promise<Message | undefined> {
    const { key } = upstream.server;
    const target = { kind: 'resource', server: key, name: uri } as const;
    const call = (endures: boolean): Promise<Message | undefined> =>
      callUpstream(upstream, request, target, { era: this.#era, message, endures });
    if (request.method !== 'resources/read') {
      const line = this.#lines.find((each) => each.upstream === upstream);
      return line === undefined ? call(false) : subscribeOn(line, request, call);
    }
    const answer = await call(false);
    return answer && this.#asRead(uri, answer, upstream);
  }

  /** What a reading has brought, as its host may have it. */
  #asRead(uri: string, answer: Message, upstream: Upstream): Message {
    this.#lists.wasRead(uri, answer.isError ? undefined : upstream);
    this.#lists.note(answer, upstream);
    return withAsker(answer, upstream.server.key);
  }

  #notFound(request: HostRequest, uri: string | undefined): Message {
    const { said } = this.#voice;
    return this.#refuse(
      request,
      'not_found',
      uri === undefined ? said.noResourceNamed : said.notFound(JSON.stringify(uri)),
    );
  }

  async #complete(request: HostRequest): Promise<Message | undefined> {
    const { message } = request;
    const name = message.find(message.paramsSpan, 'ref', 'name');
    const uri = message.find(message.paramsSpan, 'ref', 'uri');
    const target = (upstream: Upstream): Target => ({
      kind: 'method',
      server: upstream.server.key,
      name: request.method,
    });
    if (name !== undefined) {
      const exposed = message.valueAt(name);
      const { server, name: inner } = splitExposed(typeof exposed === 'string' ? exposed : '');
      const upstream = this.#upstreams.get(server);
      if (upstream === undefined) return this.#unknown(request, 'prompt', String(exposed), upstream);
      return callUpstream(upstream, request, target(upstream), {
        era: this.#era,
        message: message.edit([{ ...name, replacement: JSON.stringify(inner) }]),
      });
    }
    const template = uri === undefined ? undefined : message.valueAt(uri);
    const upstream = typeof template === 'string' ? await this.#lists.serverOf(template) : undefined;
    if (upstream === undefined) return this.#refuse(request, 'invalid_params', this.#voice.said.refUnknown);
    return callUpstream(upstream, request, target(upstream), { era: this.#era });
  }
}

function uriOf(message: Message): string | undefined {
  const span = message.find(message.paramsSpan, 'uri');
  const uri = span === undefined ? undefined : message.valueAt(span);
  return typeof uri === 'string' ? uri : undefined;
}

function byKey(lines: readonly Line[]): ReadonlyMap<string, Upstream> {
  return new Map(lines.map(({ upstream }) => [upstream.server.key, upstream]));
}
