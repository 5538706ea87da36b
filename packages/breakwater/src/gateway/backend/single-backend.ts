import type { Era, Message, Target } from '@breakwater/core';
import type { Backend } from './backend.ts';
import { saysError } from '../answer/answer.ts';
import { callUpstream } from '../server/call-upstream.ts';
import { eraOf } from '../host/era-of.ts';
import type { HostRequest } from '../host/host-request.ts';
import { nameOf } from './names.ts';
import { fetchPages, isPagedList, pagedLists, readPage, type PagedList, type WholeList } from '../server/list-pages.ts';
import { markPartial } from './partial-list.ts';
import { deniesTool, unknownName } from './unknown-name.ts';
import { subscribeOn, type Line } from '../server/shared-line.ts';
import type { Upstream } from '../server/upstream.ts';

/** One server behind one host, under its own names: everything passes, and what fails becomes an answer. */
export class SingleBackend implements Backend {
  readonly #upstream: Upstream;
  readonly #line: Line;

  constructor(line: Line) {
    this.#upstream = line.upstream;
    this.#line = line;
  }

  request(request: HostRequest): Promise<Message | undefined> {
    return request.method === 'tools/call' ? this.#callTool(request) : this.#callMethod(request);
  }

  notification(message: Message): void {
    if (message.method === 'notifications/initialized') this.#upstream.hostInitialized();
    else this.#upstream.send(message);
  }

  changed(_message: Message): void {}

  close(): Promise<void> {
    return this.#line.release();
  }

  #callTool(request: HostRequest): Promise<Message | undefined> {
    const name = nameOf(request.message);
    const era = eraOf(request.message);
    // A call of no tool at all is the protocol's mistake, and is answered as such.
    if (name === undefined) return callUpstream(this.#upstream, request, this.#target(request), { era });
    const { tools } = this.#upstream;
    return tools.mayHave(name) ? this.#callListed(request, name, era) : this.#callUnlisted(request, name, era);
  }

  async #callUnlisted(request: HostRequest, name: string, era: Era): Promise<Message | undefined> {
    const isListed = await this.#upstream.tools.has(name);
    return isListed ? this.#callListed(request, name, era) : this.#unknownTool(request, name, era);
  }

  #callListed(request: HostRequest, name: string, era: Era): Promise<Message | undefined> {
    const { server } = this.#upstream;
    return callUpstream(this.#upstream, request, { kind: 'tool', server: server.key, name }, { era }).then((answer) =>
      answer !== undefined && saysError(answer) && deniesTool(answer)
        ? this.#denied(request, name, era, answer)
        : answer,
    );
  }

  /** Servers say "unknown tool" in ways of their own. Anything else that they say of a failure is an answer, whatever the list says by now. */
  async #denied(request: HostRequest, name: string, era: Era, answer: Message): Promise<Message> {
    return (await this.#upstream.tools.lists(name)) ? answer : this.#unknownTool(request, name, era);
  }

  #unknownTool(request: HostRequest, name: string, era: Era): Message {
    const { server, tools } = this.#upstream;
    return unknownName(request, 'tool', name, tools.names, era, server.mannerFor(this.#target(request)));
  }

  async #callMethod(request: HostRequest): Promise<Message | undefined> {
    const { method, message } = request;
    const { change } = this.#upstream.tools;
    const call = (endures: boolean): Promise<Message | undefined> =>
      callUpstream(this.#upstream, request, this.#target(request), { era: eraOf(message), endures });
    const answer = await (isSubscription(method) ? subscribeOn(this.#line, request, call) : call(false));
    if (answer === undefined || answer.isError) return answer;
    if (method === 'logging/setLevel') this.#upstream.levelSet(message);
    return isPagedList(method) ? this.#onePage(method, request, answer, change) : answer;
  }

  #target(request: HostRequest): Target {
    return { kind: 'method', server: this.#upstream.server.key, name: request.method };
  }

  /** Hosts get a list in one page: many never ask for the second, and some servers' cursors never end. */
  async #onePage(method: PagedList, request: HostRequest, answer: Message, change: number): Promise<Message> {
    const { connection, server } = this.#upstream;
    const asked = request.message.find(request.message.paramsSpan, 'cursor');
    const first = readPage(method, answer);
    if (first === undefined || asked !== undefined) return answer;
    if (first.nextCursor === undefined) {
      this.#given(method, first, change);
      // An empty cursor is the end, but not every host takes it for one.
      return asWhole(answer);
    }
    const era = eraOf(request.message);
    const list: WholeList =
      connection === undefined
        ? { items: first.items, failure: { kind: 'connection_lost', executed: 'unknown' } }
        : await fetchPages({ connection, server, era }, method, pageTimeoutMs, answer);
    const whole = asOnePage(
      method,
      answer,
      list.items.map(({ text }) => text),
    );
    this.#given(method, list, change);
    if (list.failure === undefined) return whole;
    server.requestFailed(method, list.failure);
    return markPartial(whole, method, [{ server, failure: list.failure }], request.correlationId);
  }

  /** What the host knows from here on. */
  #given(method: PagedList, list: WholeList, change: number): void {
    const { lists, tools } = this.#upstream;
    if (method !== 'tools/list') {
      lists.given(method, list);
      return;
    }
    if (list.failure === undefined) tools.replace(list, change);
    tools.given(list.failure === undefined);
  }
}

const pageTimeoutMs = 30_000;

function isSubscription(method: string): boolean {
  return method === 'resources/subscribe' || method === 'resources/unsubscribe';
}

/** The response with all items in it, and without a cursor. */
function asOnePage(method: PagedList, response: Message, items: readonly string[]): Message {
  const array = response.find(response.resultSpan, pagedLists[method].items);
  if (array === undefined) return response;
  return asWhole(response.edit([{ ...array, replacement: `[${items.join(',')}]` }]));
}

/** The list without a cursor. */
function asWhole(response: Message): Message {
  return response.without(response.resultSpan, (name) => name === 'nextCursor');
}
