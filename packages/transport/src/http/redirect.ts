/** What to do about a redirect: ask there, or give up with this sentence. */
export type RedirectDecision = { readonly follow: string } | { readonly refuse: string };

const maxHops = 5;

/** What is known of a redirecting answer. */
export interface Redirect {
  readonly server: string;
  readonly method: string;
  readonly status: number;
  /** The address that was asked. */
  readonly from: URL;
  readonly location: string | undefined;
  /** How many redirects this request has followed. */
  readonly hops: number;
}

/** Whether a status is one of the redirects that carry a `Location`. */
export function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

/** Whether a redirect asks for the same message at another place; the others may come after the work, as after a form. */
export function keepsMessage(status: number): boolean {
  return status === 307 || status === 308;
}

/**
 * Decides on a redirect: followed on the same origin only, and with a body only where the status keeps method and body,
 * so that no credential and no call ever reaches an address that nobody configured.
 */
export function decideRedirect(redirect: Redirect): RedirectDecision {
  const { server, method, status, from, hops } = redirect;
  const answered = `The server "${server}" answered HTTP ${status}`;
  const to = redirect.location === undefined ? undefined : parseUrl(redirect.location, from);
  if (to === undefined) return { refuse: `${answered} without an address to go to.` };
  if (from.protocol === 'https:' && to.protocol === 'http:') {
    return { refuse: `${answered}, a redirect from https to http; that was refused. Check the server's url.` };
  }
  if (to.origin !== from.origin) {
    const where =
      to.hostname === from.hostname ? `${to.protocol.slice(0, -1)} on another port or scheme` : 'another host';
    return {
      refuse: `${answered}, a redirect to ${where}, path "${to.pathname}"; set that address as its url if it is right.`,
    };
  }
  if (method !== 'GET' && !keepsMessage(status)) {
    return { refuse: `${answered}, a redirect that loses the message; set its url to the path "${to.pathname}".` };
  }
  if (hops >= maxHops) return { refuse: `The server "${server}" redirected more than ${maxHops} times.` };
  return { follow: to.pathname + to.search };
}

function parseUrl(location: string, from: URL): URL | undefined {
  const to = URL.parse(location, from.href);
  return to !== null && (to.protocol === 'http:' || to.protocol === 'https:') ? to : undefined;
}
