import { isSecretSetting, shortestSoughtInSuccesses } from '@breakwater/core';

import type { VariableUse } from './evaluate.ts';
import { formatPath } from './problem.ts';
import type { ConfigPath } from './problem.ts';
import type { ServerEntry } from './server-entry.ts';

/** A value that must not come out again. */
export interface ConfiguredSecret {
  readonly value: string;
  /** Whether the configuration names it as a secret; what only looks like one counts in errors and logs alone. */
  readonly named: boolean;
  /** Where in the configuration it stands. */
  readonly where: string;
}

/** A secret together with its place, for those who must point at it. */
export interface PlacedSecret extends ConfiguredSecret {
  readonly path: ConfigPath;
}

/** Finds the secrets in what was configured: by the names that stand beside them, and inside URLs, headers and JSON. */
export function collectSecrets(
  servers: Readonly<Record<string, ServerEntry>>,
  variables: readonly VariableUse[],
  tokens: readonly { readonly name: string; readonly value: string }[],
): readonly PlacedSecret[] {
  const found = new Map<string, PlacedSecret>();
  function add(path: ConfigPath, values: Iterable<string>, named = true): void {
    for (const value of values) {
      if (value === '') continue;
      const known = found.get(value);
      if (known === undefined || (named && !known.named))
        found.set(value, { value, named, where: formatPath(path), path });
    }
  }

  for (const { name, value } of tokens) add(['access', 'tokens', name], [value]);
  for (const { name, value, path } of variables) if (isSecretSetting(name, value)) add(path, [value]);
  for (const [server, entry] of Object.entries(servers)) {
    const path = ['mcpServers', server];
    if (entry.kind === 'remote') {
      add([...path, 'url'], secretsInText(entry.url));
      add([...path, 'url'], opaqueSegments(entry.url), false);
      for (const [name, value] of Object.entries(entry.headers)) {
        const secrets = secretsInHeader(name, value);
        add([...path, 'headers', name], secrets);
        if (secrets.length === 0) add([...path, 'headers', name], opaqueWords(value, shortestOpaqueInHeader), false);
      }
      continue;
    }
    for (const [name, value] of Object.entries(entry.env)) {
      const secrets = secretsInMember(name, value);
      add([...path, 'env', name], secrets);
      if (secrets.length === 0) add([...path, 'env', name], opaqueWords(value, shortestOpaqueInVariable), false);
    }
    for (const [index, text] of entry.args.entries()) {
      const previous = index === 0 ? '' : (entry.args[index - 1] ?? '');
      add([...path, 'args', index], secretsInArgument(text, previous));
    }
  }
  return [...found.values()];
}

function secretsInMember(name: string, value: string): string[] {
  return isSecretSetting(name, value) ? [value, ...secretsInText(value)] : secretsInText(value);
}

function secretsInHeader(name: string, value: string): string[] {
  if (!isSecretSetting(name, value)) return secretsInText(value);
  if (/cookie$/i.test(name)) {
    const crumbs = value.split(';').map((pair) => pair.slice(pair.indexOf('=') + 1).trim());
    return [value, ...crumbs.filter((crumb) => crumb.length >= shortestSoughtInSuccesses)];
  }
  const [, scheme, credentials] = /^([A-Za-z][\w-]*)\s+(\S.*)$/.exec(value.trim()) ?? [];
  if (credentials === undefined) return [value];
  // What is masked is the credential; the scheme in front of it is no secret.
  if (scheme?.toLowerCase() !== 'basic') return [credentials];
  const pair = Buffer.from(credentials, 'base64').toString();
  const password = pair.slice(pair.indexOf(':') + 1);
  return [credentials, password];
}

function secretsInArgument(text: string, previous: string): string[] {
  const values = secretsInText(text);
  // `--header "Authorization: Bearer …"`, as the adapters to remote servers take it.
  const [, header, content] = /^([\w-]{1,64}):\s*(\S.*)$/.exec(text) ?? [];
  if (header !== undefined && content !== undefined && isSecretSetting(header, content))
    values.push(...secretsInHeader(header, content));
  const [, flag, value] = /^--?([A-Za-z][\w-]*)[=:](.+)$/s.exec(text) ?? [];
  if (flag !== undefined && value !== undefined && isSecretSetting(flag, value)) values.push(value);
  const before = /^--?([A-Za-z][\w-]*)$/.exec(previous)?.[1];
  if (before !== undefined && isSecretSetting(before, text) && !text.startsWith('-')) values.push(text);
  return values;
}

/** Secrets inside a text of any kind: passwords of URLs, pairs of a secret-looking name and its value, and JSON. */
function secretsInText(text: string): string[] {
  const values: string[] = [];
  for (const [, scheme = '', rest = ''] of text.matchAll(/([a-z][a-z\d+.-]*):\/\/([^\s"'<>]*)/gi)) {
    // Generated passwords of databases hold `/`, `?` and `@` as they are; a web address has `@` in its path as well.
    const authority = /^https?$/i.test(scheme) ? (/^[^/?#]*/.exec(rest)?.[0] ?? '') : rest;
    const userInfo = authority.slice(0, Math.max(0, authority.lastIndexOf('@')));
    const [user = '', ...password] = userInfo.split(':');
    // A user without a password is a token where it is long, as in https://ghp_…@github.com.
    if (password.length > 0) values.push(...bothForms(password.join(':')));
    else if (user.length >= shortestSoughtInSuccesses) values.push(...bothForms(user));
  }
  for (const [, name = '', value = ''] of text.matchAll(
    /(?:^|[\s?&;,])([A-Za-z][\w.-]{0,63})=("[^"]*"|'[^']*'|[^\s&;,#]+)/g,
  )) {
    const bare = value.replace(/^(["'])(.*)\1$/s, '$2');
    if (isSecretSetting(name, bare)) values.push(...bothForms(bare));
  }
  if (/^\s*[{[]/.test(text)) values.push(...secretsInJson(text));
  return values;
}

function secretsInJson(text: string): string[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return [];
  }
  const values: string[] = [];
  const pending: (readonly [string, unknown])[] = [['', parsed]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [name, value] = next;
    if (typeof value === 'string') {
      if (isSecretSetting(name, value)) values.push(...secretsInHeader(name, value));
    } else if (Array.isArray(value)) {
      for (const each of value) pending.push([name, each]);
    } else if (typeof value === 'object' && value !== null) pending.push(...Object.entries(value));
  }
  return values;
}

// Some services put the credential into the path; such a part may as well be an id that an answer needs.
function opaqueSegments(url: string): string[] {
  const { pathname = '' } = URL.parse(url) ?? {};
  return pathname.split('/').filter((part) => part.length >= 20 && isMixed(part));
}

// A header goes to nobody but the server, and is seldom there for anything else than to let us in.
const shortestOpaqueInHeader = 8;
const shortestOpaqueInVariable = 16;

/** Words that look made by a machine, whatever their name is: it may as well be an id. */
function opaqueWords(text: string, shortest: number): string[] {
  return text
    .split(/[\s"',;]+/)
    .filter((word) => /^[\w+/=.~-]+$/.test(word) && !/^\.{0,2}\//.test(word))
    .filter((word) => word.split(/[^A-Za-z0-9]+/).some((run) => isMixed(run) && run.length >= shortest));
}

function isMixed(run: string): boolean {
  return /\d/.test(run) && /[A-Za-z]/.test(run);
}

function bothForms(encoded: string): string[] {
  try {
    const decoded = decodeURIComponent(encoded);
    return decoded === encoded ? [encoded] : [decoded, encoded];
  } catch {
    return [encoded];
  }
}
