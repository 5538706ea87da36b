import { sentences, type Subject } from '../sentences.ts';

/** What to do about a redirect: ask there, or give up with this sentence. */
export type RedirectDecision = { readonly follow: string } | { readonly refuse: string };

const maxHops = 5;

/** What is known of a redirecting answer. */
export interface Redirect extends Subject {
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
  const { server, locale, method, status, from, hops } = redirect;
  const said = sentences[locale];
  const to = redirect.location === undefined ? undefined : parseUrl(redirect.location, from);
  if (to === undefined) return { refuse: said.redirectNowhere(server, status) };
  if (from.protocol === 'https:' && to.protocol === 'http:') return { refuse: said.redirectToHttp(server, status) };
  if (to.hostname !== from.hostname) return { refuse: said.redirectToHost(server, status, to.pathname) };
  if (to.origin !== from.origin)
    return { refuse: said.redirectToOrigin(server, status, to.pathname, to.protocol.slice(0, -1)) };
  if (method !== 'GET' && !keepsMessage(status))
    return { refuse: said.redirectLosesMessage(server, status, to.pathname) };
  if (hops >= maxHops) return { refuse: said.redirectedTooOften(server, maxHops) };
  return { follow: to.pathname + to.search };
}

function parseUrl(location: string, from: URL): URL | undefined {
  const to = URL.parse(location, from.href);
  return to !== null && (to.protocol === 'http:' || to.protocol === 'https:') ? to : undefined;
}
