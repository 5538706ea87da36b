import { elementsOf, Message, type Era, type Failure, type Span } from '@breakwater/core';
import { ask, type Connection } from '@breakwater/transport';
import { ownEnvelope } from '../modern-envelope.ts';
import type { Server } from './server.ts';

/** The lists that come in pages, and the member that holds their items. */
export const pagedLists = {
  'tools/list': { items: 'tools', name: 'name' },
  'prompts/list': { items: 'prompts', name: 'name' },
  'resources/list': { items: 'resources', name: 'uri' },
  'resources/templates/list': { items: 'resourceTemplates', name: 'uriTemplate' },
} as const;

/** A method whose answer is a list in pages. */
export type PagedList = keyof typeof pagedLists;

/** One entry of a list: its name or URI, and its definition as the server wrote it. */
export interface ListItem {
  readonly name: string;
  readonly text: string;
  /** Where the name stands in the text, quotes included. */
  readonly nameSpan: Span;
}

/** All pages of a list, as one. */
export interface WholeList {
  readonly items: readonly ListItem[];
  /** Set where a page could not be had; what stands in `items` is then all there is. */
  readonly failure?: Failure;
  /** How long it is fresh, on the modern wire. */
  readonly ttlMs?: number;
}

/** More pages than any honest list has. */
const maxPages = 1_000;

/** Whether a method's answer is a list in pages. */
export function isPagedList(method: string): method is PagedList {
  return Object.hasOwn(pagedLists, method);
}

/** One page of a list. */
export interface Page {
  readonly items: readonly ListItem[];
  readonly nextCursor: string | undefined;
  /** 0 where the page says nothing of it. */
  readonly ttlMs: number;
}

/** Reads one page; undefined where the response is none. */
export function readPage(method: PagedList, response: Message): Page | undefined {
  const { items: member, name: nameMember } = pagedLists[method];
  const array = response.find(response.resultSpan, member);
  if (array === undefined || response.text[array.start] !== '[') return undefined;
  const items: ListItem[] = [];
  for (const span of elementsOf(response.text, array.start)) {
    const name = response.find(span, nameMember);
    const value = name === undefined ? undefined : response.valueAt(name);
    if (name !== undefined && typeof value === 'string')
      items.push({
        name: value,
        text: response.slice(span),
        nameSpan: { start: name.start - span.start, end: name.end - span.start },
      });
  }
  const cursor = response.find(response.resultSpan, 'nextCursor');
  const nextCursor = cursor === undefined ? undefined : response.valueAt(cursor);
  const ttl = response.find(response.resultSpan, 'ttlMs');
  const ttlMs = ttl === undefined ? undefined : response.valueAt(ttl);
  return {
    items,
    // An empty cursor ends the paging, as servers in the field mean it.
    nextCursor: typeof nextCursor === 'string' && nextCursor !== '' ? nextCursor : undefined,
    ttlMs: typeof ttlMs === 'number' ? ttlMs : 0,
  };
}

/** A connection of a line, and what the line is to. */
export interface Lister {
  readonly connection: Connection;
  readonly server: Pick<Server, 'parts' | 'presentResult'>;
  readonly era: Era;
}

/**
 * Fetches a whole list; ends on a repeated cursor, on a page with nothing new, and tries a failed page once more.
 *
 * @param timeoutMs For the whole list, in milliseconds.
 * @param firstPage Where it is there already.
 */
export async function fetchPages(
  lister: Lister,
  method: PagedList,
  timeoutMs: number,
  firstPage?: Message,
): Promise<WholeList> {
  const { server } = lister;
  const items = new Map<string, ListItem>();
  const cursors = new Set<string>();
  const deadlineAt = server.parts.clock.now() + timeoutMs;
  let cursor: string | undefined;
  let ttlMs = Infinity;
  for (let page = 0; page < maxPages; page++) {
    const given = page === 0 ? firstPage : undefined;
    const answer =
      given === undefined
        ? await fetchPage(lister, method, cursor, deadlineAt)
        : { ok: true as const, response: given };
    if (!answer.ok) return { items: [...items.values()], failure: answer.failure };
    const read = readPage(method, server.presentResult(answer.response));
    if (read === undefined)
      return { items: [...items.values()], failure: { kind: 'upstream_bad_answer', executed: 'yes' } };
    const before = items.size;
    for (const item of read.items) if (!items.has(item.name)) items.set(item.name, item);
    ttlMs = Math.min(ttlMs, read.ttlMs);
    cursor = read.nextCursor;
    if (cursor === undefined || cursors.has(cursor) || items.size === before) break;
    cursors.add(cursor);
  }
  return { items: [...items.values()], ttlMs };
}

async function fetchPage(
  { connection, server, era }: Lister,
  method: PagedList,
  cursor: string | undefined,
  deadlineAt: number,
) {
  const { clock } = server.parts;
  const params = {
    ...(cursor !== undefined && { cursor }),
    ...(era === 'modern' && { _meta: ownEnvelope }),
  };
  const request = Message.request(1, method, Object.keys(params).length === 0 ? undefined : params);
  for (let attempt = 1; ; attempt++) {
    const answer = await ask(connection, request, clock, deadlineAt - clock.now());
    if (answer.ok && !answer.response.isError) return answer;
    // Asking again would change nothing.
    if (answer.ok && saysAbsent(answer.response, method))
      return {
        ok: false as const,
        failure: { kind: 'method_not_found', executed: 'no', cause: answer.response.error } satisfies Failure,
      };
    if (attempt === 2 || !connection.open || clock.now() >= deadlineAt) {
      if (!answer.ok) return answer;
      return {
        ok: false as const,
        failure: { kind: 'upstream_bad_answer', executed: 'yes', cause: answer.response.error } satisfies Failure,
      };
    }
  }
}

/**
 * Whether an error says that the server has no such list: by the code for it, or in words under another. Of what a server
 * need not have, fewer words are enough, and that it takes our request for no valid one: there is nothing else to it.
 */
function saysAbsent(response: Message, method: PagedList): boolean {
  // Sound: members of any type are taken; the scanner has found an object there.
  const { code, message } = (response.error ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  const isOptional = method !== 'tools/list';
  if (code === -32601 || (isOptional && code === -32600)) return true;
  return typeof message === 'string' && (unknownMethod.test(message) || (isOptional && unsupported.test(message)));
}

const unknownMethod =
  /\bmethod\b.{0,80}\b(?:not (?:found|supported|implemented|available)|unsupported|unknown)\b|\bunknown method\b/i;
const unsupported = /\b(?:not (?:supported|implemented)|unsupported|unimplemented|no handler)\b/i;
