import { isSetSecret } from './secret-value.ts';
import { looksLikeKey, secrecyOf, secrecyOfSetting } from './key-names.ts';
import type { KnownSecret } from './known-secrets.ts';
import { findTokens } from './token-shapes.ts';
import { findUserInfo } from './urls.ts';

/**
 * The values of inherited variables that are secret by their name or their shape, and the passwords inside of URLs. A region
 * or a folder is none: masking those would spoil errors that hold no secret.
 */
export function secretsFromEnvironment(env: Readonly<Record<string, string | undefined>>): readonly KnownSecret[] {
  return Object.entries(env).flatMap(([name, value]) =>
    value === undefined || /^(?:OLD|INIT_)?PWD$/i.test(name)
      ? []
      : secretsIn(name, value).map((secret) => ({ value: secret, named: false })),
  );
}

/** Whether a value that an operator has set under a name, as a variable, header, flag or parameter, is a secret. */
export function isSecretSetting(name: string, value: string): boolean {
  return isSetSecret(value.trim(), secrecyOfSetting(name));
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
