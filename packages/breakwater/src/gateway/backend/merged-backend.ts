import { Message, type Clock, type Era, type Target } from '@breakwater/core';
import { saysError } from '../answer/answer.ts';
import type { Backend } from './backend.ts';
import { callUpstream } from '../server/call-upstream.ts';
import type { HostRequest } from '../host/host-request.ts';
import { isPagedList } from '../server/list-pages.ts';
import { mergeDiscover } from './merge-discover.ts';
import { mergedListen } from './merged-listen.ts';
import { mergeInitialize } from './merge-initialize.ts';
import { MergedLists } from './merged-lists.ts';
import type { ModernLine } from '../server/modern-line.ts';
import { nameOf, splitExposed } from './names.ts';
import { protocolError } from '../host/protocol-error.ts';
import type { Server } from '../server/server.ts';
import { deniesTool, unknownName } from './unknown-name.ts';
import { lineTo, type Line } from '../server/shared-line.ts';
import type { Upstream, UpstreamHost } from '../server/upstream.ts';

/** How long an `initialize` waits for the servers; what comes later is announced by a change of the lists. */
const openingMs = 5_000;

/** All servers as one: names carry the server's key, lists are joined, and one server's trouble stays its own. */
export class MergedBackend implements Backend {
  readonly #upstreams: ReadonlyMap<string, Upstream>;
  readonly #lines: readonly Line[];
  readonly #lists: MergedLists;
  readonly #clock: Clock;
  readonly #era: Era;
  /** The answers to `server/discover`; on the modern wire alone. */
  readonly #discovered: readonly Message[];

  private constructor(lines: readonly Line[], clock: Clock, era: Era, discovered: readonly Message[]) {
    const upstreams = lines.map(({ upstream }) => upstream);
    this.#upstreams = new Map(upstreams.map((upstream) => [upstream.server.key, upstream]));
    this.#lines = lines;
    this.#lists = new MergedLists(upstreams, era, clock);
    this.#clock = clock;
    this.#era = era;
    this.#discovered = discovered;
  }

  /** One host's session: a line of its own to each server. */
  static legacy(servers: readonly Server[], host: UpstreamHost, clock: Clock): MergedBackend {
    return new MergedBackend(
      servers.map((server) => lineTo(server, host)),
      clock,
      'legacy',
      [],
    );
  }

  /** All hosts on the modern wire: the lines that they share. */
  static modern(lines: readonly ModernLine[], clock: Clock): MergedBackend {
    const discovered = lines.flatMap((line) =>
      line.discovered === undefined ? [] : [line.server.presentResult(line.discovered)],
    );
    return new MergedBackend(lines, clock, 'modern', discovered);
  }

  async request(request: HostRequest): Promise<Message | undefined> {
    const { method } = request;
    if (method === 'initialize' && this.#era === 'legacy') return this.#initialize(request);
    if (method === 'server/discover' && this.#era === 'modern')
      return mergeDiscover(request, [...this.#upstreams.keys()], this.#discovered);
    if (isPagedList(method)) return this.#lists.response(method, request);
    if (method === 'subscriptions/listen' && this.#era === 'modern')
      return mergedListen(request, {
        upstreams: [...this.#upstreams.values()],
        lists: this.#lists,
        clock: this.#clock,
      });
    switch (method) {
      case 'tools/call':
      case 'prompts/get':
        return this.#callByName(request, method === 'tools/call' ? 'tool' : 'prompt');
      case 'resources/read':
      case 'resources/subscribe':
      case 'resources/unsubscribe':
        return this.#callByUri(request);
      case 'completion/complete':
        return this.#complete(request);
      case 'logging/setLevel':
        return this.#setLevel(request);
      default: {
        const [only] = this.#upstreams.size === 1 ? this.#upstreams.values() : [];
        if (only === undefined)
          return this.#refuse(
            request,
            'method_not_found',
            `No server is named by ${method}, so it can't be passed on here; use the path of one server.`,
          );
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

  #refuse(request: HostRequest, kind: 'not_found' | 'method_not_found' | 'invalid_params', sentence: string): Message {
    return protocolError(request.id, kind, sentence, { era: this.#era, method: request.method });
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
    await Promise.race([Promise.all(openings), this.#clock.sleep(openingMs)]);
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
    const inner = message.edit([{ ...span, replacement: JSON.stringify(name) }]);
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
    return answer;
  }

  #unknown(request: HostRequest, kind: 'tool' | 'prompt', exposed: string, upstream: Upstream | undefined): Message {
    const locale = upstream?.server.settings.locale ?? 'en';
    return unknownName(request, kind, exposed, this.#lists.names(kind), { era: this.#era, locale });
  }

  async #callByUri(request: HostRequest): Promise<Message | undefined> {
    const { message, method } = request;
    const span = message.find(message.paramsSpan, 'uri');
    const uri = span === undefined ? undefined : message.valueAt(span);
    const upstream = typeof uri === 'string' ? await this.#lists.serverOf(uri) : undefined;
    if (typeof uri === 'string' && upstream === undefined && method === 'resources/read')
      return this.#readUnlisted(request, uri);
    if (typeof uri !== 'string' || upstream === undefined)
      return this.#refuse(request, 'not_found', `No server lists the resource ${JSON.stringify(uri ?? null)}.`);
    const line = this.#lines.find((each) => each.upstream === upstream);
    if (method !== 'resources/read' && line?.noteSubscription(message) === false) return Message.result(request.id, {});
    return callUpstream(
      upstream,
      request,
      { kind: 'resource', server: upstream.server.key, name: uri },
      { era: this.#era },
    );
  }

  /** A result may link to what no list has (S26/server/tools "Resource Links"): the first server that knows it answers, for reading harms nobody. */
  async #readUnlisted(request: HostRequest, uri: string): Promise<Message | undefined> {
    for (const upstream of this.#upstreams.values()) {
      if (this.#era === 'legacy' && !('resources' in upstream.capabilities)) continue;
      const answer = await callUpstream(
        upstream,
        request,
        { kind: 'resource', server: upstream.server.key, name: uri },
        { era: this.#era },
      );
      if (answer === undefined || !answer.isError) return answer;
    }
    return this.#refuse(
      request,
      'not_found',
      `No server lists the resource ${JSON.stringify(uri)}, and none that could be asked has it.`,
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
    if (upstream === undefined)
      return this.#refuse(request, 'invalid_params', 'The `ref` names no prompt and no resource that is listed here.');
    return callUpstream(upstream, request, target(upstream), { era: this.#era });
  }

  async #setLevel(request: HostRequest): Promise<Message | undefined> {
    const able = [...this.#upstreams.values()].filter(({ capabilities }) => 'logging' in capabilities);
    for (const upstream of able) upstream.remember('logging/setLevel', request.message);
    const answers = await Promise.all(
      able.map((upstream) =>
        callUpstream(
          upstream,
          request,
          { kind: 'method', server: upstream.server.key, name: request.method },
          { era: this.#era },
        ),
      ),
    );
    const refused = answers.find((answer) => answer?.isError === true);
    return answers.includes(undefined) ? undefined : (refused ?? Message.result(request.id, {}));
  }
}
