import { createFault, Message } from '@breakwater/core';
import { ask, type Connection } from '@breakwater/transport';
import { faultAnswer } from '../answer/fault-answer.ts';
import type { HostRequest } from '../host/host-request.ts';
import { hostSentences } from '../host/host-sentences.ts';
import { refuseQuestion } from '../host/refuse-question.ts';
import { askedUri } from '../answer/asked.ts';
import type { Server } from './server.ts';
import { Upstream, type UpstreamHost } from './upstream.ts';

/** How many resources of one server a host may be subscribed to: each is remembered, and told to every new connection. */
const mostSubscriptions = 1_000;

/** A line to a server, and what to do when its host is gone. */
export interface Line {
  readonly upstream: Upstream;
  /**
   * Notes that the host subscribes to a resource, or ends that, so that a new connection is told the same.
   *
   * @returns False where the server must not hear of it, since it would end what other hosts still have.
   */
  noteSubscription(request: Message): boolean | 'too-many';
  /** Forgets a subscription that the server has not accepted. */
  dropSubscription(request: Message): void;
  /** Ends the line where nobody else uses it. */
  release(): Promise<void>;
}

/** The line of a host to a server: one of its own, or with `share: "all"` the one that all hosts have. */
export function lineTo(server: Server, host: UpstreamHost): Line {
  if (server.settings.share === 'all') return server.sharedLine(() => new SharedLine(server)).join(host);
  const upstream = new Upstream(server, host);
  return lineOf(upstream, new Subscriptions(upstream, () => false), () => upstream.close());
}

function lineOf(upstream: Upstream, subscriptions: Subscriptions, release: () => Promise<void>): Line {
  return {
    upstream,
    noteSubscription: (request) => subscriptions.note(request),
    dropSubscription: (request) => subscriptions.drop(request),
    release,
  };
}

/** Takes a host's request to begin or end a subscription to the server of a line, where that may hear of it. */
export async function subscribeOn(
  line: Line,
  request: HostRequest,
  call: () => Promise<Message | undefined>,
): Promise<Message | undefined> {
  const { message, id } = request;
  // Noted before the answer, or another host's end of the same subscription could come in between.
  const noted = line.noteSubscription(message);
  if (noted === 'too-many') return refuse(request, line.upstream.server);
  if (!noted) return Message.result(id, {});
  const answer = await call();
  if (answer === undefined || answer.isError) line.dropSubscription(message);
  return answer;
}

function refuse({ message, id, method, correlationId }: HostRequest, server: Server): Message {
  const manner = server.mannerFor({ kind: 'method', server: server.key, name: method });
  const sentence = hostSentences[manner.locale].tooManySubscriptions(server.key, mostSubscriptions);
  const failure = { kind: 'quota_exhausted', executed: 'no', message: sentence } as const;
  const fault = createFault(failure, { correlationId, server: server.key, locale: manner.locale });
  return faultAnswer(fault, { id, era: 'legacy', message }, manner);
}

/**
 * One process of a server on the legacy wire for all hosts (`share: "all"`): opened by us, without the
 * capabilities that a question to a single host would need.
 */
export class SharedLine implements UpstreamHost {
  readonly #server: Server;
  readonly #upstream: Upstream;
  readonly #hosts = new Map<UpstreamHost, Subscriptions>();

  constructor(server: Server) {
    this.#server = server;
    this.#upstream = new Upstream(server, this, { shared: true, schedule: server.schedule });
  }

  /** Adds a host; the line itself stays open when it goes. */
  join(host: UpstreamHost): Line {
    const isHeld = (uri: string): boolean => [...this.#hosts.values()].some((each) => each.has(uri));
    const own = new Subscriptions(this.#upstream, isHeld);
    this.#hosts.set(host, own);
    return lineOf(this.#upstream, own, async () => this.#leave(host, own));
  }

  /** Whom to ask can't be known, which is why no host's abilities were declared. */
  serverRequest(_upstream: Upstream, connection: Connection, message: Message): void {
    const { id, method = '' } = message;
    const sentence = hostSentences[this.#server.settings.locale].sharedServer(method);
    connection.send(refuseQuestion(id, 'client_capability_missing', sentence));
  }

  /** Changes go to whom they concern; what might be one host's own goes to it alone, or to nobody. */
  serverNotification(upstream: Upstream, message: Message, about: HostRequest | undefined): void {
    if (message.method === 'notifications/resources/updated')
      for (const host of this.#subscribersTo(askedUri(message))) host.serverNotification(upstream, message, undefined);
    else if (about !== undefined) about.send(message);
    else if (this.#hosts.size === 1 || concernsAll.has(message.method ?? ''))
      for (const host of this.#hosts.keys()) host.serverNotification(upstream, message, undefined);
  }

  /** Nobody was asked anything. */
  serverLost(): void {}
  callTakenBack(): void {}

  close(): Promise<void> {
    return this.#upstream.close();
  }

  #leave(host: UpstreamHost, own: Subscriptions): void {
    this.#hosts.delete(host);
    const { connection } = this.#upstream;
    const { parts, settings } = this.#server;
    for (const uri of own.uris)
      if (own.end(uri) && connection !== undefined)
        void ask(
          connection,
          Message.request(1, 'resources/unsubscribe', { uri }),
          parts.clock,
          settings.connectTimeoutMs,
        );
  }

  /** All hosts where none is known: a server may call a resource by another name than the one it was subscribed under. */
  #subscribersTo(updated: string | undefined): readonly UpstreamHost[] {
    const all = [...this.#hosts];
    const known = all.filter(([, { uris }]) => updated !== undefined && uris.some((uri) => covers(uri, updated)));
    return (known.length > 0 ? known : all).map(([host]) => host);
  }
}

/** What one host is subscribed to on a line, remembered for new connections. */
class Subscriptions {
  readonly #upstream: Upstream;
  readonly #isHeld: (uri: string) => boolean;
  /** By URI, how many requests stand behind it: one that the server refuses takes nothing from those before. */
  readonly #requests = new Map<string, number>();

  /** @param isHeld Whether any other host of the line is subscribed to a resource. */
  constructor(upstream: Upstream, isHeld: (uri: string) => boolean) {
    this.#upstream = upstream;
    this.#isHeld = isHeld;
  }

  get uris(): readonly string[] {
    return [...this.#requests.keys()];
  }

  has(uri: string): boolean {
    return this.#requests.has(uri);
  }

  /** As {@link Line.noteSubscription}. */
  note(request: Message): boolean | 'too-many' {
    const uri = askedUri(request);
    if (uri === undefined) return true;
    if (!isSubscribe(request)) return this.end(uri);
    if (!this.has(uri) && this.#requests.size >= mostSubscriptions) return 'too-many';
    // What is remembered stays, since the server has accepted that.
    if (!this.has(uri) && !this.#isHeld(uri)) this.#upstream.remember(keyOf(uri), request);
    this.#requests.set(uri, (this.#requests.get(uri) ?? 0) + 1);
    return true;
  }

  /** As {@link Line.dropSubscription}. */
  drop(request: Message): void {
    const uri = askedUri(request);
    if (uri === undefined || !isSubscribe(request)) return;
    const others = (this.#requests.get(uri) ?? 0) - 1;
    if (others > 0) this.#requests.set(uri, others);
    else this.end(uri);
  }

  /** Where nobody is left who wants to hear of a resource, a new connection isn't told of it either; false where somebody is. */
  end(uri: string): boolean {
    this.#requests.delete(uri);
    if (this.#isHeld(uri)) return false;
    this.#upstream.remember(keyOf(uri), undefined);
    return true;
  }
}

const concernsAll: ReadonlySet<string> = new Set([
  'notifications/tools/list_changed',
  'notifications/prompts/list_changed',
  'notifications/resources/list_changed',
]);

function isSubscribe({ method }: Message): boolean {
  return method === 'resources/subscribe';
}

function keyOf(uri: string): string {
  return `resources/subscribe ${uri}`;
}

/** A subscription is also to what lies below its resource (2025-11-25, schema, `ResourceUpdatedNotification`). */
function covers(subscribed: string, updated: string): boolean {
  if (!updated.startsWith(subscribed)) return false;
  return subscribed.endsWith('/') || /^(?:$|[/?#])/.test(updated.slice(subscribed.length));
}
