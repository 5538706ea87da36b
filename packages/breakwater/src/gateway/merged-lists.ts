import { Message, splice, type Edit } from '@breakwater/core';
import { fetchPages, pagedLists, type ListItem, type PagedList } from './list-pages.ts';
import { exposedName } from './names.ts';
import type { Upstream } from './upstream.ts';

/** How long one server may keep everybody's list waiting, in milliseconds. */
const listMs = 5_000;

const capabilityOf = {
  'tools/list': 'tools',
  'prompts/list': 'prompts',
  'resources/list': 'resources',
  'resources/templates/list': 'resources',
} as const satisfies Record<PagedList, string>;

/** The lists of several servers as one; a server whose list can't be had keeps its last good one. */
export class MergedLists {
  readonly #upstreams: readonly Upstream[];
  readonly #lastGood = new Map<string, readonly ListItem[]>();
  #resourceServers: Promise<(uri: string) => Upstream | undefined> | undefined = undefined;

  constructor(upstreams: readonly Upstream[]) {
    this.#upstreams = upstreams;
  }

  /** The whole list as a response. */
  async response(method: PagedList, id: string): Promise<Message> {
    const lists = await this.#all(method);
    const items = lists.flatMap(({ upstream, items: own }) => own.map((item) => expose(method, upstream, item)));
    return Message.read(`{"jsonrpc":"2.0","id":${id},"result":{"${pagedLists[method].items}":[${items.join(',')}]}}`);
  }

  /** The names that hosts see, for telling which one was probably meant. */
  async names(kind: 'tool' | 'prompt'): Promise<readonly string[]> {
    const lists = await this.#all(kind === 'tool' ? 'tools/list' : 'prompts/list');
    return lists.flatMap(({ upstream, items }) => items.map(({ name }) => exposedName(upstream.server.key, name)));
  }

  /** The server that lists a URI or a template which fits it; on a collision the first in the configuration. */
  async serverOf(uri: string): Promise<Upstream | undefined> {
    const known = (await (this.#resourceServers ??= this.#mapResources()))(uri);
    if (known !== undefined) return known;
    this.#resourceServers = this.#mapResources();
    return (await this.#resourceServers)(uri);
  }

  /** A server's resources have changed. */
  forgetResources(): void {
    this.#resourceServers = undefined;
  }

  async #mapResources(): Promise<(uri: string) => Upstream | undefined> {
    const [resources, templates] = await Promise.all([this.#all('resources/list'), this.#all('resources/templates/list')]);
    const byUri = new Map<string, Upstream>();
    for (const { upstream, items } of [...resources, ...templates]) for (const { name } of items) if (!byUri.has(name)) byUri.set(name, upstream);
    const patterns = templates.flatMap(({ upstream, items }) => items.map(({ name }) => ({ upstream, fits: templatePattern(name) })));
    return (uri) => byUri.get(uri) ?? patterns.find(({ fits }) => fits.test(uri))?.upstream;
  }

  #all(method: PagedList): Promise<readonly { readonly upstream: Upstream; readonly items: readonly ListItem[] }[]> {
    return Promise.all(this.#upstreams.map(async (upstream) => ({ upstream, items: await this.#list(method, upstream) })));
  }

  async #list(method: PagedList, upstream: Upstream): Promise<readonly ListItem[]> {
    const key = `${method} ${upstream.server.key}`;
    const lastGood = this.#lastGood.get(key) ?? [];
    const { connection, server } = upstream;
    if (connection === undefined) return lastGood;
    if (!(capabilityOf[method] in upstream.capabilities)) return [];
    upstream.readyForCalls();
    const { items, failure } = await fetchPages(connection, method, { clock: server.parts.clock, timeoutMs: listMs });
    if (failure !== undefined) {
      server.listFailed(method, failure);
      return lastGood;
    }
    if (method === 'tools/list') server.catalog.replace(items);
    this.#lastGood.set(key, items);
    return items;
  }
}

/** The definition under the name that hosts see; URIs stay as they are. */
function expose(method: PagedList, upstream: Upstream, item: ListItem): string {
  if (method !== 'tools/list' && method !== 'prompts/list') return item.text;
  const edit: Edit = { start: item.nameSpan.start, end: item.nameSpan.end, replacement: JSON.stringify(exposedName(upstream.server.key, item.name)) };
  return splice(item.text, [edit]);
}

/** What an RFC 6570 template may expand to, generously: each expression is anything. */
function templatePattern(template: string): RegExp {
  const parts = template.split(/\{[^{}]*\}/).map((literal) => literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}
