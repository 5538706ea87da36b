import { Message, type Clock, type Target } from '@breakwater/core';
import type { Backend } from './backend.ts';
import { callUpstream } from './call-upstream.ts';
import type { HostRequest } from './host-request.ts';
import { isPagedList } from './list-pages.ts';
import { mergeInitialize } from './merge-initialize.ts';
import { MergedLists } from './merged-lists.ts';
import { nameOf, splitExposed } from './names.ts';
import { protocolError } from './protocol-error.ts';
import type { Server } from './server.ts';
import { unknownName } from './unknown-name.ts';
import { Upstream, type UpstreamHost } from './upstream.ts';

/** How long an `initialize` waits for the servers; what comes later is announced by a change of the lists. */
const openingMs = 5_000;

/** All servers as one: names carry the server's key, lists are joined, and one server's trouble stays its own. */
export class MergedBackend implements Backend {
  readonly #upstreams: ReadonlyMap<string, Upstream>;
  readonly #lists: MergedLists;
  readonly #version: string;
  readonly #clock: Clock;

  constructor(servers: readonly Server[], host: UpstreamHost, { version, clock }: { readonly version: string; readonly clock: Clock }) {
    this.#upstreams = new Map(servers.map((server) => [server.key, new Upstream(server, host)]));
    this.#lists = new MergedLists([...this.#upstreams.values()]);
    this.#version = version;
    this.#clock = clock;
  }

  async request(request: HostRequest): Promise<Message | undefined> {
    const { method, message } = request;
    if (method === 'initialize') return this.#initialize(request);
    if (isPagedList(method)) return this.#lists.response(method, request.id);
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
        if (only === undefined) return protocolError(message.id ?? 'null', 'method_not_found', `No server is named by ${method}, so it can't be passed on here; use the path of one server.`);
        return callUpstream(only, request, { kind: 'method', server: only.server.key, name: method }, { era: 'legacy' });
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
    await Promise.all([...this.#upstreams.values()].map((upstream) => upstream.close()));
  }

  async #initialize(request: HostRequest): Promise<Message> {
    const upstreams = [...this.#upstreams.values()];
    let isAnswered = false;
    const openings = upstreams.map(async (upstream) => {
      await callUpstream(upstream, request, { kind: 'method', server: upstream.server.key, name: 'initialize' }, { era: 'legacy' });
      if (isAnswered) upstream.announce();
    });
    await Promise.race([Promise.all(openings), this.#clock.sleep(openingMs)]);
    isAnswered = true;
    const ready = upstreams.filter(({ connection }) => connection !== undefined);
    return mergeInitialize(request.message, ready, this.#version);
  }

  async #callByName(request: HostRequest, kind: 'tool' | 'prompt'): Promise<Message | undefined> {
    const { message } = request;
    const exposed = nameOf(message);
    const { server: key, name } = splitExposed(exposed ?? '');
    const upstream = this.#upstreams.get(key);
    const span = message.find(message.paramsSpan, 'name');
    if (upstream === undefined || span === undefined) return unknownName(request, kind, exposed ?? '', await this.#lists.names(kind));
    if (kind === 'tool' && !(await upstream.hasTool(name))) return unknownName(request, kind, exposed ?? '', await this.#lists.names(kind));
    const inner = message.edit([{ ...span, replacement: JSON.stringify(name) }]);
    return callUpstream(upstream, request, { kind, server: key, name }, { era: 'legacy', message: inner });
  }

  async #callByUri(request: HostRequest): Promise<Message | undefined> {
    const { message, method } = request;
    const span = message.find(message.paramsSpan, 'uri');
    const uri = span === undefined ? undefined : message.valueAt(span);
    const upstream = typeof uri === 'string' ? await this.#lists.serverOf(uri) : undefined;
    if (typeof uri !== 'string' || upstream === undefined) return protocolError(request.id, 'not_found', `No server lists the resource ${JSON.stringify(uri ?? null)}.`);
    if (method !== 'resources/read') upstream.remember(`resources/subscribe ${uri}`, method === 'resources/subscribe' ? message : undefined);
    return callUpstream(upstream, request, { kind: 'resource', server: upstream.server.key, name: uri }, { era: 'legacy' });
  }

  async #complete(request: HostRequest): Promise<Message | undefined> {
    const { message } = request;
    const name = message.find(message.paramsSpan, 'ref', 'name');
    const uri = message.find(message.paramsSpan, 'ref', 'uri');
    const target = (upstream: Upstream): Target => ({ kind: 'method', server: upstream.server.key, name: request.method });
    if (name !== undefined) {
      const exposed = message.valueAt(name);
      const { server, name: inner } = splitExposed(typeof exposed === 'string' ? exposed : '');
      const upstream = this.#upstreams.get(server);
      if (upstream === undefined) return unknownName(request, 'prompt', String(exposed), await this.#lists.names('prompt'));
      return callUpstream(upstream, request, target(upstream), { era: 'legacy', message: message.edit([{ ...name, replacement: JSON.stringify(inner) }]) });
    }
    const template = uri === undefined ? undefined : message.valueAt(uri);
    const upstream = typeof template === 'string' ? await this.#lists.serverOf(template) : undefined;
    if (upstream === undefined) return protocolError(request.id, 'invalid_params', 'The `ref` names no prompt and no resource that is listed here.');
    return callUpstream(upstream, request, target(upstream), { era: 'legacy' });
  }

  async #setLevel(request: HostRequest): Promise<Message | undefined> {
    const able = [...this.#upstreams.values()].filter(({ capabilities }) => 'logging' in capabilities);
    for (const upstream of able) upstream.remember('logging/setLevel', request.message);
    const answers = await Promise.all(
      able.map((upstream) => callUpstream(upstream, request, { kind: 'method', server: upstream.server.key, name: request.method }, { era: 'legacy' })),
    );
    const refused = answers.find((answer) => answer?.isError === true);
    return answers.includes(undefined) ? undefined : (refused ?? Message.result(request.id, {}));
  }
}
