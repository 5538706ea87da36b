import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Principal } from '@breakwater/core';
import { isLoopback } from '../../../config/listen-address.ts';
import type { AccessToken } from '../../../config/tokens.ts';

/** Why a request is turned away at the door. */
export interface Refusal {
  readonly status: 401 | 403;
  readonly reason: 'notLoopback' | 'otherOrigin' | 'tokenNeeded';
}

const local: Principal = { id: 'local', kind: 'local' };

/** Decides who may come in: pages of other origins than ours and loopback never, names that lead here by DNS tricks never, and with tokens only those who have one. */
export class Access {
  readonly #tokens: readonly { readonly principal: Principal; readonly digest: Buffer }[];
  readonly #loopbackOnly: boolean;
  #lastGoodHost: string | undefined = undefined;

  constructor(tokens: readonly AccessToken[], loopbackOnly: boolean) {
    this.#tokens = tokens.map(({ name, value }) => ({ principal: { id: name, kind: 'token' }, digest: digest(value) }));
    this.#loopbackOnly = loopbackOnly;
  }

  /** The principal of a request, or why it is refused. */
  admit(headers: IncomingHttpHeaders): Principal | Refusal {
    if (this.#loopbackOnly && !this.#isGoodHost(headers.host)) return { status: 403, reason: 'notLoopback' };
    if (headers.origin !== undefined && !isOwnOrigin(headers.origin, headers.host))
      return { status: 403, reason: 'otherOrigin' };
    return this.#tokens.length === 0 ? local : this.#byToken(headers.authorization);
  }

  /** Hosts name us the same way each time, so the last good name needs no second look. */
  #isGoodHost(host: string | undefined): boolean {
    if (host === undefined) return false;
    if (host === this.#lastGoodHost) return true;
    if (!isLoopbackName(host.replace(/:\d+$/, ''))) return false;
    this.#lastGoodHost = host;
    return true;
  }

  #byToken(authorization: string | undefined): Principal | Refusal {
    const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
    if (token !== undefined) {
      const presented = digest(token);
      let found: Principal | undefined;
      // All are compared, whichever fits: the time taken says nothing.
      for (const { principal, digest: expected } of this.#tokens)
        if (timingSafeEqual(presented, expected)) found = principal;
      if (found !== undefined) return found;
    }
    return { status: 401, reason: 'tokenNeeded' };
  }
}

/** Whether {@link Access.admit} has refused. */
export function isRefusal(admitted: Principal | Refusal): admitted is Refusal {
  return 'status' in admitted;
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Whether a host, as URLs and headers have it, is this machine: no page elsewhere can go by such a name. */
function isLoopbackName(host: string): boolean {
  return isLoopback({ host: host.replace(/^\[(.*)\]$/, '$1') });
}

function isOwnOrigin(origin: string, host: string | undefined): boolean {
  if (!URL.canParse(origin)) return false;
  const { hostname, host: originHost } = new URL(origin);
  return isLoopbackName(hostname) || originHost === host?.toLowerCase();
}
