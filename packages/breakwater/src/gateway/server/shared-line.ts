import { createFault, Message } from '@breakwater/core';
import type { Connection } from '@breakwater/transport';
import { faultAnswer } from '../answer/fault-answer.ts';
import type { HostRequest } from '../host/host-request.ts';
import { hostSentences } from '../host/host-sentences.ts';
import { refuseQuestion } from '../host/refuse-question.ts';
import { askedUri } from '../answer/asked.ts';
import type { Server } from './server.ts';
import { mostSubscriptions } from './subscriptions.ts';
import { Upstream, type UpstreamHost } from './upstream.ts';

/** A line to a server, and what to do when its host is gone. */
export interface Line {
  readonly upstream: Upstream;
  /** Whom it works for. */
  readonly host: UpstreamHost;
  /** Ends the line where nobody else uses it. */
  release(): Promise<void>;
}

/** The line of a host to a server: one of its own, or with `share: "all"` the one that all hosts have. */
export function lineTo(server: Server, host: UpstreamHost): Line {
  if (server.settings.share === 'all') return server.sharedLine(() => new SharedLine(server)).join(host);
  const upstream = new Upstream(server, host);
  return { upstream, host, release: () => upstream.close() };
}

/** Takes a host's request to begin or end a subscription to the server of a line, where that may hear of it. */
export async function subscribeOn(
  { upstream, host }: Line,
  request: HostRequest,
  call: (endures: boolean) => Promise<Message | undefined>,
): Promise<Message | undefined> {
  const { message, id, method } = request;
  const { subscriptions } = upstream;
  const uri = askedUri(message);
  // The modern wire has no subscription that outlives its request.
  if (uri === undefined || upstream.era === 'modern') return call(false);
  if (method === 'resources/unsubscribe') return subscriptions.end(host, uri) ? call(false) : Message.result(id, {});
  const wish = subscriptions.begin(host, uri);
  if (wish === undefined) return refuse(request, upstream.server);
  // Servers don't say whether they have accepted what was cancelled, and a shared one would keep it.
  const answer = await call(upstream.shared);
  if (answer === undefined || answer.isError) subscriptions.refused(wish);
  else if (request.cancel.reason === undefined) subscriptions.accepted(wish, message);
  else subscriptions.unwanted(wish);
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
  readonly #hosts = new Set<UpstreamHost>();

  constructor(server: Server) {
    this.#server = server;
    this.#upstream = new Upstream(server, this, { shared: true, schedule: server.schedule });
  }

  /** Adds a host; the line itself stays open when it goes. */
  join(host: UpstreamHost): Line {
    this.#hosts.add(host);
    return { upstream: this.#upstream, host, release: async () => this.#leave(host) };
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
      for (const host of this.#hostsOf(message)) host.serverNotification(upstream, message, undefined);
    else if (about !== undefined) about.send(message);
    else if (this.#hosts.size === 1 || concernsAll.has(message.method ?? ''))
      for (const host of this.#hosts) host.serverNotification(upstream, message, undefined);
  }

  /** Nobody was asked anything. */
  serverLost(): void {}
  callTakenBack(): void {}

  close(): Promise<void> {
    return this.#upstream.close();
  }

  #hostsOf(update: Message): Iterable<UpstreamHost> {
    const uri = askedUri(update);
    return (uri === undefined ? undefined : this.#upstream.subscriptions.hostsOf(uri)) ?? this.#hosts;
  }

  #leave(host: UpstreamHost): void {
    this.#hosts.delete(host);
    this.#upstream.subscriptions.leave(host);
  }
}

const concernsAll: ReadonlySet<string> = new Set([
  'notifications/tools/list_changed',
  'notifications/prompts/list_changed',
  'notifications/resources/list_changed',
]);
