import { Message, splice, type Clock, type Edit, type Era } from '@breakwater/core';
import type { Connection } from '@breakwater/transport';
import type { HostRequest } from '../host/host-request.ts';
import { sentences } from '../sentences.ts';
import { inTime } from '../in-time.ts';
import { fetchPages, pagedLists, type ListItem, type PagedList, type WholeList } from '../server/list-pages.ts';
import { ownServerMeta } from '../modern-envelope.ts';
import { NamedResources } from './named-resources.ts';
import { exposedName } from './names.ts';
import { markPartial } from './partial-list.ts';
import { SecondLook } from '../server/second-look.ts';
import type { Upstream } from '../server/upstream.ts';

/** How long one server may keep everybody's list waiting, in milliseconds. */
const listMs = 5_000;
/** How long a list is waited for that nobody waits for any more, in milliseconds. */
const lateListMs = 60_000;
/** How long the last good list of a server stands in for one that can't be had, in milliseconds. */
const graceMs = 600_000;

/** A joined list is nobody's to keep: each of its parts may change, or belong to one caller. */
const modernRest = `"resultType":"complete","ttlMs":0,"cacheScope":"private","_meta":${JSON.stringify(ownServerMeta)}`;

const capabilityOf = {
  'tools/list': 'tools',
  'prompts/list': 'prompts',
  'resources/list': 'resources',
  'resources/templates/list': 'resources',
} as const satisfies Record<PagedList, string>;

/** The lists of several servers as one; a server whose list can't be had keeps its last good one. */
export class MergedLists {
  #upstreams: readonly Upstream[];
  readonly #era: Era;
  readonly #clock: Clock;
  readonly #lastGood = new Map<string, GoodList>();
  readonly #reading = new Map<string, Promise<WholeList>>();
  readonly #late = new Set<string>();
  /** Lists that a server has declared and doesn't have, by the connection on which it said so. */
  readonly #absent = new Map<string, Connection>();
  readonly #secondLook: SecondLook;
  readonly #named = new NamedResources();
  #resourceServers: Promise<(uri: string) => Upstream | undefined> | undefined = undefined;

  constructor(upstreams: readonly Upstream[], era: Era, clock: Clock) {
    this.#upstreams = upstreams;
    this.#era = era;
    this.#clock = clock;
    this.#secondLook = new SecondLook(clock);
  }

  /** There are more servers: these are all, in their order. */
  grow(upstreams: readonly Upstream[]): void {
    this.#upstreams = upstreams;
    this.forgetResources();
  }

  /** The whole list as a response. */
  async response(method: PagedList, request: HostRequest): Promise<Message> {
    const lists = await this.#all(method);
    for (const { upstream, isStale = false, ...list } of lists)
      if (!isStale) {
        if (method === 'tools/list') upstream.tools.given(list.failure === undefined);
        else upstream.lists.given(method, list);
      }
    const items = lists.flatMap(({ upstream, items: own }) => own.map((item) => expose(method, upstream, item)));
    const rest = this.#era === 'modern' ? `,${modernRest}` : '';
    const response = Message.read(
      `{"jsonrpc":"2.0","id":${request.id},"result":{"${pagedLists[method].items}":[${items.join(',')}]${rest}}}`,
    );
    return markPartial(
      response,
      method,
      lists.flatMap(({ upstream: { server }, failure, isStale = false }) =>
        failure === undefined ? [] : [{ server, failure, isStale }],
      ),
      request.correlationId,
    );
  }

  /** The names that hosts see, as far as they are known, for telling which one was probably meant. */
  names(kind: 'tool' | 'prompt'): readonly string[] {
    return this.#upstreams.flatMap(({ server, tools }) => {
      const names =
        kind === 'tool'
          ? tools.names
          : (this.#lastGood.get(`prompts/list ${server.key}`)?.items ?? []).map(({ name }) => name);
      return names.map((name) => exposedName(server.key, name));
    });
  }

  /**
   * The server that lists a URI or a template which fits it, as far as is known, on a collision the first in the
   * configuration; else the one that has named it last.
   */
  async knownServerOf(uri: string): Promise<Upstream | undefined> {
    return (await (this.#resourceServers ??= this.#mapResources()))(uri) ?? this.#named.serverOf(uri);
  }

  /** The same after another look at the lists, where they don't show it. */
  async serverOf(uri: string): Promise<Upstream | undefined> {
    const known = await this.knownServerOf(uri);
    if (known !== undefined) return known;
    // Within a second of another look the lists are taken as they are: links to what none of them has are common.
    if (!this.#secondLook.isFresh)
      await this.#secondLook.take(async () => void (await (this.#resourceServers = this.#mapResources())));
    return this.knownServerOf(uri);
  }

  /** Keeps the resources that a server names in an answer: those are not always listed. */
  note(answer: Message, upstream: Upstream): void {
    this.#named.note(answer, upstream);
  }

  /** A resource was read from a server; undefined where it could not be. */
  wasRead(uri: string, upstream: Upstream | undefined): void {
    this.#named.wasRead(uri, upstream);
  }

  /** A server's resources have changed. */
  forgetResources(): void {
    this.#resourceServers = undefined;
  }

  async #mapResources(): Promise<(uri: string) => Upstream | undefined> {
    const [resources, templates] = await Promise.all([
      this.#all('resources/list'),
      this.#all('resources/templates/list'),
    ]);
    const byUri = new Map<string, Upstream>();
    for (const { upstream, items } of [...resources, ...templates])
      for (const { name } of items) if (!byUri.has(name)) byUri.set(name, upstream);
    const patterns = templates.flatMap(({ upstream, items }) =>
      items.map(({ name }) => ({ upstream, template: name })),
    );
    return (uri) => byUri.get(uri) ?? patterns.find(({ template }) => fitsTemplate(template, uri))?.upstream;
  }

  #all(method: PagedList): Promise<readonly ListOfOne[]> {
    return Promise.all(
      this.#upstreams.map(async (upstream) => ({ upstream, ...(await this.#list(method, upstream)) })),
    );
  }

  async #list(method: PagedList, upstream: Upstream): Promise<ServerList> {
    const key = `${method} ${upstream.server.key}`;
    if (upstream.connection === undefined && !(await this.#isBack(key, method, upstream)))
      return this.#standIn(key, { items: [], failure: { kind: 'server_starting', executed: 'no' } });
    if (this.#absent.get(key) === upstream.connection) return { items: [] };
    if (!(capabilityOf[method] in upstream.capabilities)) return { items: [] };
    upstream.readyForCalls();
    const list = (await this.#readInTime(key, method, upstream)) ?? {
      items: [],
      failure: { kind: 'request_timeout', executed: 'unknown' },
    };
    return list.failure === undefined ? list : this.#standIn(key, list);
  }

  /** Whether a server that restarts is there again in time; who has its last list, or has never seen it, doesn't wait for it. */
  async #isBack(key: string, method: PagedList, upstream: Upstream): Promise<boolean> {
    if (this.#lastGood.has(key) || !(capabilityOf[method] in upstream.capabilities)) return false;
    await inTime(this.#clock, upstream.open(), listMs);
    return upstream.connection !== undefined;
  }

  /** The last good list in place of one that failed, or what there is of that where nothing was good for too long. */
  #standIn(key: string, failed: WholeList): ServerList {
    const good = this.#lastGood.get(key);
    if (good === undefined) return failed;
    const now = this.#clock.now();
    good.failedSinceMs ??= now;
    if (now - good.failedSinceMs < graceMs) return { ...failed, items: good.items, isStale: true };
    this.#lastGood.delete(key);
    return failed;
  }

  /** One reading of a list at a time; undefined where it takes too long, and then it is announced when it is there. */
  async #readInTime(key: string, method: PagedList, upstream: Upstream): Promise<WholeList | undefined> {
    // Whoever asks again while a late one is on its way doesn't wait for it a second time.
    if (this.#late.has(key)) return undefined;
    const reading =
      this.#reading.get(key) ?? this.#read(key, method, upstream).finally(() => this.#reading.delete(key));
    this.#reading.set(key, reading);
    const list = await inTime(this.#clock, reading, listMs);
    if (list !== undefined || this.#late.has(key)) return list;
    this.#late.add(key);
    const { server } = upstream;
    const message = sentences[server.settings.locale].listTooLate(listMs);
    server.requestFailed(method, { kind: 'request_timeout', executed: 'unknown', message });
    const before = this.#lastGood.get(key)?.items;
    void reading.then(({ items, failure }) => {
      this.#late.delete(key);
      // Of a list that is always late and always the same nobody need hear.
      if (failure === undefined && textOf(items) !== textOf(before)) upstream.announce(capabilityOf[method]);
    });
    return undefined;
  }

  async #read(key: string, method: PagedList, upstream: Upstream): Promise<WholeList> {
    const { connection, server, tools } = upstream;
    const { change } = tools;
    if (connection === undefined) return { items: [], failure: { kind: 'server_not_running', executed: 'no' } };
    const list = await fetchPages({ connection, server, era: this.#era }, method, lateListMs);
    if (list.failure !== undefined) {
      server.requestFailed(method, list.failure);
      if (list.failure.kind !== 'method_not_found') return list;
      this.#absent.set(key, connection);
      return { items: [] };
    }
    if (method === 'tools/list') tools.replace(list, change);
    this.#lastGood.set(key, { items: list.items, failedSinceMs: undefined });
    return list;
  }
}

function textOf(items: readonly ListItem[] | undefined): string | undefined {
  return items?.map(({ text }) => text).join();
}

interface GoodList {
  readonly items: readonly ListItem[];
  /** Since when the list can't be had, on the clock's scale. */
  failedSinceMs: number | undefined;
}

/** What one server lists, or has listed last. */
interface ServerList extends WholeList {
  readonly isStale?: boolean;
}

interface ListOfOne extends ServerList {
  readonly upstream: Upstream;
}

/** The definition under the name that hosts see; URIs stay as they are. */
function expose(method: PagedList, upstream: Upstream, item: ListItem): string {
  if (method !== 'tools/list' && method !== 'prompts/list') return item.text;
  const edit: Edit = {
    start: item.nameSpan.start,
    end: item.nameSpan.end,
    replacement: JSON.stringify(exposedName(upstream.server.key, item.name)),
  };
  return splice(item.text, [edit]);
}

/** Whether a URI may be what an RFC 6570 template expands to, generously: each expression is anything. Linear, since both come from others. */
function fitsTemplate(template: string, uri: string): boolean {
  const literals = template.split(/\{[^{}]*\}/);
  const first = literals[0] ?? '';
  const last = literals.at(-1) ?? '';
  if (literals.length === 1) return uri === template;
  if (!uri.startsWith(first) || !uri.endsWith(last) || uri.length < first.length + last.length) return false;
  let at = first.length;
  for (const literal of literals.slice(1, -1)) {
    at = uri.indexOf(literal, at);
    if (at < 0) return false;
    at += literal.length;
  }
  return at <= uri.length - last.length;
}
