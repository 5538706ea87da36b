import { isSetSecret } from './secret-value.ts';
import { looksLikeKey, secrecyOf } from './key-names.ts';
import type { KnownSecret } from './known-secrets.ts';
import { findTokens } from './token-shapes.ts';
import { findUserInfo } from './urls.ts';

/** Options of {@link secretsFromEnvironment}. */
export interface EnvironmentOptions {
  /**
   * Whether our configuration names these variables, so that their values are masked in successes too.
   *
   * @default false
   */
  readonly named?: boolean;
}

/**
 * The values of variables that are secret by their name or their shape, and the passwords inside of URLs. A region or a
 * folder is none: masking those would spoil answers that hold no secret.
 */
export function secretsFromEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  { named = false }: EnvironmentOptions = {},
): readonly KnownSecret[] {
  return Object.entries(env).flatMap(([name, value]) =>
    value === undefined || /^(?:OLD|INIT_)?PWD$/i.test(name)
      ? []
      : secretsIn(name, value).map((secret) => ({ value: secret, named })),
  );
}

// Headers that say what a message is, not who sends it.
const openHeader =
  /^(?:accept(?:-.+)?|content-.+|user-agent|host|origin|referer|connection|cache-control|date|from|te|via|x-request-id|x-correlation-id|traceparent|tracestate|mcp-(?:method|name|protocol-version|param-.+)|x-(?:region|tenant|org(?:anization)?|project|workspace|team)(?:-id)?)$/i;

/** The credentials in the headers that our configuration adds to requests: the whole value, and what follows its scheme. */
export function secretsFromHeaders(headers: Readonly<Record<string, string>>): readonly KnownSecret[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    if (openHeader.test(name)) return [];
    const credentials = /^(?:[A-Za-z][\w-]{1,40} {1,4})(\S.*)$/.exec(value)?.[1];
    if (/authorization/i.test(name))
      return [...new Set([credentials ?? value, ...basicPassword(value)])].map(namedSecret);
    if (/^cookie$/i.test(name)) return cookieValues(value).map(namedSecret);
    return [...new Set([...secretsIn(name, credentials ?? value), ...(looksLikeKey(value) ? [value] : [])])].map(
      namedSecret,
    );
  });
}

function secretsIn(name: string, value: string): string[] {
  const trimmed = value.trim();
  const found = isSetSecret(trimmed, secrecyOf(name)) ? [trimmed] : [];
  for (const span of findTokens(trimmed)) found.push(trimmed.slice(span.start, span.end));
  for (const span of findUserInfo(trimmed)) found.push(...passwordOf(trimmed.slice(span.start, span.end)));
  return [...new Set(found)];
}

/** The password of `user:password`, as written and decoded; a lone user of some length is a token. */
function passwordOf(userInfo: string): string[] {
  const colon = userInfo.indexOf(':');
  const secret = colon < 0 ? userInfo : userInfo.slice(colon + 1);
  if (secret === '' || (colon < 0 && !looksLikeKey(secret))) return [];
  try {
    return [secret, decodeURIComponent(secret)];
  } catch {
    return [secret];
  }
}

function basicPassword(value: string): string[] {
  const encoded = /^Basic {1,4}([A-Za-z0-9+/=_-]+)$/i.exec(value)?.[1];
  if (encoded === undefined) return [];
  try {
    const bytes = Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0));
    const userInfo = new TextDecoder().decode(bytes);
    return [userInfo, ...passwordOf(userInfo)];
  } catch {
    return [];
  }
}

function cookieValues(value: string): string[] {
  return value.split(';').flatMap((pair) => {
    const held = pair.slice(pair.indexOf('=') + 1).trim();
    return pair.includes('=') && held !== '' ? [held] : [];
  });
}

function namedSecret(value: string): KnownSecret {
  return { value, named: true };
}
