import type { Message } from '@breakwater/core';

/** How many resources of one server a host may be subscribed to: each is remembered, and told to every new connection. */
export const mostSubscriptions = 1_000;

/** What one host has asked for one resource, and not ended. */
interface Wish {
  /** Those that the server has not answered yet. */
  readonly asked: Set<Message>;
  accepted: Message | undefined;
}

/** What the hosts of one line are subscribed to, told apart by themselves; only with `share: "all"` there are several. */
export class Subscriptions {
  readonly #endAtServer: (uri: string) => void;
  readonly #hosts = new Map<object, Map<string, Wish>>();
  /** What the server has accepted, and has not been told the end of. */
  readonly #accepted = new Set<string>();

  /** @param endAtServer Tells the server that nobody is subscribed to a resource any more. */
  constructor(endAtServer: (uri: string) => void) {
    this.#endAtServer = endAtServer;
  }

  /** All resources that anybody is subscribed to. */
  get uris(): ReadonlySet<string> {
    return new Set([...this.#hosts.values()].flatMap((wishes) => [...wishes.keys()]));
  }

  urisOf(host: object): readonly string[] {
    return [...(this.#hosts.get(host)?.keys() ?? [])];
  }

  /** A request for the resource, one that was accepted if there is one; undefined where nobody is subscribed to it. */
  requestFor(uri: string): Message | undefined {
    const wishes = [...this.#hosts.values()].flatMap((each) => each.get(uri) ?? []);
    return wishes.find(({ accepted }) => accepted !== undefined)?.accepted ?? wishes[0]?.asked.values().next().value;
  }

  /**
   * Notes that a host asks for a subscription; before the answer, or another host's end of it could come in between.
   *
   * @returns False where the host has too many.
   */
  begin(host: object, uri: string, request: Message): boolean {
    let wishes = this.#hosts.get(host);
    if (wishes === undefined) this.#hosts.set(host, (wishes = new Map<string, Wish>()));
    let wish = wishes.get(uri);
    if (wish === undefined) {
      if (wishes.size >= mostSubscriptions) return false;
      wishes.set(uri, (wish = { asked: new Set(), accepted: undefined }));
    }
    wish.asked.add(request);
    return true;
  }

  accepted(host: object, uri: string, request: Message): void {
    const wish = this.#hosts.get(host)?.get(uri);
    if (wish?.asked.delete(request) === true) wish.accepted = request;
    if (this.#isHeld(uri)) this.#accepted.add(uri);
  }

  /** The server has not accepted a request; others for the same resource stand. */
  refused(host: object, uri: string, request: Message): void {
    const wishes = this.#hosts.get(host);
    const wish = wishes?.get(uri);
    if (wish?.asked.delete(request) !== true || wish.asked.size > 0 || wish.accepted !== undefined) return;
    wishes?.delete(uri);
    // Another host may have ended its own meanwhile, and that was kept from the server.
    if (!this.#isHeld(uri) && this.#accepted.delete(uri)) this.#endAtServer(uri);
  }

  /** A host ends its subscription; false where the server must not hear of it, since others have the same. */
  end(host: object, uri: string): boolean {
    this.#hosts.get(host)?.delete(uri);
    if (this.#isHeld(uri)) return false;
    this.#accepted.delete(uri);
    return true;
  }

  /** A host is gone, and ends all of its own. */
  leave(host: object): void {
    for (const uri of this.urisOf(host)) if (this.end(host, uri)) this.#endAtServer(uri);
    this.#hosts.delete(host);
  }

  #isHeld(uri: string): boolean {
    for (const wishes of this.#hosts.values()) if (wishes.has(uri)) return true;
    return false;
  }
}
