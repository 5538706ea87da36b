import type { Message } from '@breakwater/core';
import type { UpstreamHost } from './upstream.ts';

/** How many resources of one server a host may be subscribed to: each is remembered, and told to every new connection. */
export const mostSubscriptions = 1_000;

/** What one host has asked for one resource, and not ended. */
export interface Wish {
  readonly host: UpstreamHost;
  readonly uri: string;
  /** How many requests the server has not answered yet. */
  underWay: number;
  accepted: Message | undefined;
}

/** What the hosts of one line are subscribed to, told apart by themselves; only with `share: "all"` there are several. */
export class Subscriptions {
  readonly #endAtServer: (uri: string) => void;
  readonly #hosts = new Map<UpstreamHost, Map<string, Wish>>();
  /** What the server has accepted, and has not been told the end of. */
  readonly #atServer = new Set<string>();
  /** What was ended last: the server may tell of it all the same. */
  readonly #past = new Set<string>();

  /** @param endAtServer Tells the server that nobody is subscribed to a resource any more. */
  constructor(endAtServer: (uri: string) => void) {
    this.#endAtServer = endAtServer;
  }

  /** All resources that the server has accepted a subscription of anybody's to. */
  get uris(): readonly string[] {
    const wishes = [...this.#hosts.values()].flatMap((each) => [...each.values()]);
    return [...new Set(wishes.filter(({ accepted }) => accepted !== undefined).map(({ uri }) => uri))];
  }

  /** The request by which a resource was subscribed to; undefined where nobody is subscribed to it any more. */
  requestFor(uri: string): Message | undefined {
    for (const wishes of this.#hosts.values()) {
      const accepted = wishes.get(uri)?.accepted;
      if (accepted !== undefined) return accepted;
    }
    return undefined;
  }

  /**
   * Who is subscribed to an updated resource or to what it is part of: nobody where that has ended, and undefined where it is
   * not known, since a server may call a resource by another name than the one it was subscribed under.
   */
  hostsOf(updated: string): readonly UpstreamHost[] | undefined {
    const isAbout = (uri: string): boolean => covers(uri, updated);
    const known = [...this.#hosts].filter(([, wishes]) => [...wishes.keys()].some(isAbout)).map(([host]) => host);
    return known.length > 0 || [...this.#past].some(isAbout) ? known : undefined;
  }

  /**
   * Notes that a host asks for a subscription; before the answer, or another host's end of it could come in between.
   *
   * @returns Undefined where the host has too many.
   */
  begin(host: UpstreamHost, uri: string): Wish | undefined {
    const wishes = this.#hosts.get(host) ?? new Map<string, Wish>();
    let wish = wishes.get(uri);
    if (wish === undefined) {
      if (wishes.size >= mostSubscriptions) return undefined;
      wish = { host, uri, underWay: 0, accepted: undefined };
      this.#hosts.set(host, wishes.set(uri, wish));
      this.#past.delete(uri);
    }
    wish.underWay += 1;
    return wish;
  }

  accepted(wish: Wish, request: Message): void {
    wish.underWay -= 1;
    wish.accepted = request;
    this.taken(wish.uri);
  }

  /** The server has not accepted a request; others for the same resource stand. */
  refused(wish: Wish): void {
    const { host, uri } = wish;
    wish.underWay -= 1;
    if (wish.underWay > 0 || wish.accepted !== undefined || this.#hosts.get(host)?.get(uri) !== wish) return;
    this.#forget(host, uri);
    // Another host may have ended its own meanwhile, and that was kept from the server.
    if (!this.#isHeld(uri) && this.#atServer.delete(uri)) this.#endAtServer(uri);
  }

  /** The server has accepted what its host has taken back meanwhile; others for the same resource stand. */
  unwanted(wish: Wish): void {
    this.taken(wish.uri);
    this.refused(wish);
  }

  /** The server has accepted a subscription; its end may have overtaken it, since over HTTP each request goes its own way. */
  taken(uri: string): void {
    if (this.#isHeld(uri)) this.#atServer.add(uri);
    else this.#endAtServer(uri);
  }

  /** A host ends its subscription; false where the server must not hear of it, since others have the same. */
  end(host: UpstreamHost, uri: string): boolean {
    this.#forget(host, uri);
    if (this.#isHeld(uri)) return false;
    this.#atServer.delete(uri);
    return true;
  }

  /** A host is gone, and ends all of its own. */
  leave(host: UpstreamHost): void {
    for (const uri of this.#hosts.get(host)?.keys() ?? []) if (this.end(host, uri)) this.#endAtServer(uri);
  }

  #forget(host: UpstreamHost, uri: string): void {
    const wishes = this.#hosts.get(host);
    if (wishes?.delete(uri) !== true) return;
    if (wishes.size === 0) this.#hosts.delete(host);
    if (this.#isHeld(uri)) return;
    this.#past.add(uri);
    const [oldest] = this.#past.size > mostSubscriptions ? this.#past : [];
    if (oldest !== undefined) this.#past.delete(oldest);
  }

  #isHeld(uri: string): boolean {
    for (const wishes of this.#hosts.values()) if (wishes.has(uri)) return true;
    return false;
  }
}

/** A subscription is also to what lies below its resource (2025-11-25, schema, `ResourceUpdatedNotification`). */
function covers(subscribed: string, updated: string): boolean {
  if (!updated.startsWith(subscribed)) return false;
  return subscribed.endsWith('/') || /^(?:$|[/?#])/.test(updated.slice(subscribed.length));
}
