import { Message } from '@breakwater/core';
import { ask, type Connection } from '@breakwater/transport';
import type { HostRequest } from '../host/host-request.ts';
import { hostSentences } from '../host/host-sentences.ts';
import { refuseQuestion } from '../host/refuse-question.ts';
import { askedUri } from '../answer/asked.ts';
import type { Server } from './server.ts';
import { Upstream, type UpstreamHost } from './upstream.ts';

/** A line to a server, and what to do when its host is gone. */
export interface Line {
  readonly upstream: Upstream;
  /**
   * Notes that the host subscribes to a resource, or ends that, so that a new connection is told the same.
   *
   * @returns False where the server must not hear of it, since it would end what other hosts still have.
   */
  noteSubscription(request: Message): boolean;
  /** Forgets a subscription that the server has not accepted. */
  dropSubscription(request: Message): void;
  /** Ends the line where nobody else uses it. */
  release(): Promise<void>;
}

/** The line of a host to a server: one of its own, or with `share: "all"` the one that all hosts have. */
export function lineTo(server: Server, host: UpstreamHost): Line {
  if (server.settings.share === 'all') return server.sharedLine(() => new SharedLine(server)).join(host);
  const upstream = new Upstream(server, host);
  return {
    upstream,
    noteSubscription: (request) => {
      const uri = askedUri(request);
      if (uri !== undefined) upstream.remember(keyOf(uri), isSubscribe(request) ? request : undefined);
      return true;
    },
    dropSubscription: (request) => {
      const uri = askedUri(request);
      if (uri !== undefined && isSubscribe(request)) upstream.remember(keyOf(uri), undefined);
    },
    release: () => upstream.close(),
  };
}

/** Takes a host's request to begin or end a subscription to the server of a line, where that may hear of it. */
export async function subscribeOn(
  line: Line,
  { message, id }: HostRequest,
  call: () => Promise<Message | undefined>,
): Promise<Message | undefined> {
  // Noted before the answer, or another host's end of the same subscription could come in between.
  if (!line.noteSubscription(message)) return Message.result(id, {});
  const answer = await call();
  if (answer === undefined || answer.isError) line.dropSubscription(message);
  return answer;
}

/**
 * One process of a server on the legacy wire for all hosts (`share: "all"`): opened by the first one, without the
 * capabilities that a question to a single host would need.
 */
export class SharedLine implements UpstreamHost {
  readonly #server: Server;
  readonly #upstream: Upstream;
  /** With the resources that each is subscribed to. */
  readonly #hosts = new Map<UpstreamHost, Set<string>>();

  constructor(server: Server) {
    this.#server = server;
    this.#upstream = new Upstream(server, this, { shared: true });
  }

  /** Adds a host; the line itself stays open when it goes. */
  join(host: UpstreamHost): Line {
    const uris = new Set<string>();
    this.#hosts.set(host, uris);
    return {
      upstream: this.#upstream,
      noteSubscription: (request) => this.#noteSubscription(uris, request),
      dropSubscription: (request) => {
        const uri = askedUri(request);
        if (uri === undefined || !isSubscribe(request)) return;
        uris.delete(uri);
        this.#isLeftByAll(uri);
      },
      release: async () => this.#leave(host, uris),
    };
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

  #noteSubscription(uris: Set<string>, request: Message): boolean {
    const uri = askedUri(request);
    if (uri === undefined) return true;
    if (isSubscribe(request)) {
      uris.add(uri);
      this.#upstream.remember(keyOf(uri), request);
      return true;
    }
    uris.delete(uri);
    return this.#isLeftByAll(uri);
  }

  /** Where nobody is left who wants to hear of a resource, a new connection isn't told of it either. */
  #isLeftByAll(uri: string): boolean {
    for (const uris of this.#hosts.values()) if (uris.has(uri)) return false;
    this.#upstream.remember(keyOf(uri), undefined);
    return true;
  }

  #leave(host: UpstreamHost, uris: ReadonlySet<string>): void {
    this.#hosts.delete(host);
    const { connection } = this.#upstream;
    const { parts, settings } = this.#server;
    for (const uri of uris)
      if (this.#isLeftByAll(uri) && connection !== undefined)
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
    const known = all.filter(([, uris]) => updated !== undefined && [...uris].some((uri) => covers(uri, updated)));
    return (known.length > 0 ? known : all).map(([host]) => host);
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
