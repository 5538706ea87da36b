import { createHash } from 'node:crypto';
import { fetchPages, type PagedList, type WholeList } from './list-pages.ts';
import type { ToolsLine } from './line-tools.ts';

const listTimeoutMs = 30_000;

/** By the notification that tells of their change. */
const lists: Readonly<Record<string, readonly PagedList[]>> = {
  'notifications/prompts/list_changed': ['prompts/list'],
  'notifications/resources/list_changed': ['resources/list', 'resources/templates/list'],
};

/** What the host behind a line was given of lists other than the tools: by these nothing but a difference is decided. */
export class GivenLists {
  readonly #line: ToolsLine;
  /** Undefined for one that was not whole: it can't be said what the host knows. */
  readonly #digests = new Map<PagedList, string | undefined>();

  constructor(line: ToolsLine) {
    this.#line = line;
  }

  given(method: PagedList, { items, failure }: WholeList): void {
    this.#digests.set(method, failure === undefined ? digestOf(items) : undefined);
  }

  /** Reads anew what the host was given; whether it has to hear of it, since that is another list than it knows of or may be. */
  async haveChanged(notification: string): Promise<boolean> {
    const { era, shared } = this.#line;
    const given = (lists[notification] ?? []).filter((method) => this.#digests.has(method));
    // On the modern wire hosts hear by their subscriptions.
    if (given.length === 0 || shared || era === 'modern') return true;
    const changed = await Promise.all(given.map((method) => this.#hasChanged(method)));
    return changed.includes(true);
  }

  async #hasChanged(method: PagedList): Promise<boolean> {
    const { connection, server, era } = this.#line;
    if (connection === undefined) return true;
    const list = await fetchPages({ connection, server, era }, method, listTimeoutMs);
    const before = this.#digests.get(method);
    // One that has no list has told all that there is.
    this.given(method, list.failure?.kind === 'method_not_found' ? { items: [] } : list);
    const now = this.#digests.get(method);
    return now === undefined || now !== before;
  }
}

/** Some servers list in another order each time. */
function digestOf(items: WholeList['items']): string {
  const texts = items.map(({ text }) => text).toSorted();
  return createHash('sha256').update(JSON.stringify(texts)).digest('base64');
}
