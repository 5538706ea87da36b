import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import type { Document } from './document.ts';
import { isObject, member } from './evaluate.ts';
import type { Evaluated, JsonValue } from './evaluate.ts';
import { quoted } from './problem.ts';
import type { ConfigPath, ConfigProblem } from './problem.ts';

/** A bearer token, and the name of whoever holds it. */
export interface AccessToken {
  readonly name: string;
  readonly value: string;
}

/** Reads a small text file; what is thrown has a `code`, as the errors of `node:fs` have. */
export type ReadText = (path: string) => string;

const maxTokenFileBytes = 65_536;

/** Reads a token file from the disk. */
export function readTokenFile(path: string): string {
  const stats = statSync(path);
  if (!stats.isFile() || stats.size > maxTokenFileBytes)
    throw Object.assign(new Error('not a token file'), { code: 'EINVAL' });
  return readFileSync(path, 'utf8');
}

/** Reads the tokens that are in files, and checks that each can be sent in a header and belongs to one name. */
export function resolveTokens(
  evaluated: Evaluated,
  document: Document,
  file: string,
  readText: ReadText,
): { readonly tokens: readonly AccessToken[]; readonly problems: readonly ConfigProblem[] } {
  const resolved: AccessToken[] = [];
  const problems: ConfigProblem[] = [];

  function readTokenOf(name: string, path: ConfigPath, source: JsonValue): string | undefined {
    if (typeof source === 'string') return evaluated.isUnresolved(path) ? undefined : source.trim();
    const tokenFile = member(source, 'file');
    if (typeof tokenFile !== 'string' || tokenFile === '' || evaluated.isUnresolved([...path, 'file']))
      return undefined;
    try {
      return readText(resolve(dirname(file), tokenFile))
        .replace(/^\ufeff/, '')
        .trim();
    } catch (error) {
      const message = `The file of the token ${quoted(name)} cannot be read: ${describeReadError(error)}.`;
      const hint = 'Paths are relative to the folder of the configuration.';
      problems.push(document.atValue([...path, 'file'], { message, hint }));
      return undefined;
    }
  }

  const tokens = member(member(evaluated.value, 'access'), 'tokens');
  for (const [name, source] of isObject(tokens) ? Object.entries(tokens) : []) {
    const path = ['access', 'tokens', name];
    if (!/^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/.test(name)) {
      const message =
        'The name of a token consists of letters, digits, ".", "_", "@" and "-", and has at most 64 characters.';
      problems.push(document.atKey(path, { message }));
    }
    const value = readTokenOf(name, path, source);
    if (value === undefined) continue;
    const fault = refuseToken(value, resolved);
    if (fault === undefined) resolved.push({ name, value });
    else problems.push(document.atValue(path, { message: `The token ${quoted(name)} ${fault}` }));
  }
  return { tokens: resolved, problems };
}

/** Says in a few words why a file could not be read. */
export function describeReadError(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return (typeof code === 'string' ? readErrors.get(code) : undefined) ?? 'reading it failed';
}

const readErrors: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such file'],
  ['ENOTDIR', 'a part of its path is not a folder'],
  ['EISDIR', 'it is a folder'],
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['ELOOP', 'its links lead in a circle'],
  ['ENAMETOOLONG', 'its name is too long'],
  ['EINVAL', 'it is not an ordinary file of a sensible size'],
  ['EMFILE', 'too many files are open'],
]);

function refuseToken(value: string, others: readonly AccessToken[]): string | undefined {
  if (value === '') return 'is empty.';
  // RFC 6750 §2.1: what a bearer token can consist of.
  if (!/^[A-Za-z0-9\-._~+/]+=*$/.test(value))
    return 'holds characters that a bearer token cannot have; expected letters, digits and "-._~+/".';
  const other = others.find((each) => each.value === value);
  return other === undefined
    ? undefined
    : `is the same as that of ${quoted(other.name)}; a call could not be told to be of one or the other.`;
}
