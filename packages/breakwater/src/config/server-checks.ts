import type { Document } from './document.ts';
import { isObject, member } from './evaluate.ts';
import type { Evaluated, JsonObject } from './evaluate.ts';
import { hintForEntryMember } from './known-keys.ts';
import { quoted } from './problem.ts';
import type { ConfigProblem } from './problem.ts';
import { entryKeys } from './server-entry.ts';
import { refuseServerName } from './server-name.ts';

/** What the servers' entries have wrong between them, beyond what each value must be. */
export interface Findings {
  readonly problems: readonly ConfigProblem[];
  readonly warnings: readonly ConfigProblem[];
}

/** Checks the names of servers and that each entry says one way to reach its server. */
export function checkServers({ value, disabled }: Evaluated, document: Document): Findings {
  const problems: ConfigProblem[] = [];
  const warnings: ConfigProblem[] = [];
  const servers = member(value, 'mcpServers');
  if (!isObject(servers)) return { problems, warnings };

  for (const [name, entry] of Object.entries(servers)) {
    const path = ['mcpServers', name];
    const refusal = refuseServerName(name);
    if (refusal !== undefined) problems.push(document.atKey(path, refusal));
    if (!isObject(entry)) continue;

    const contradiction = describeReach(entry);
    if (contradiction !== undefined)
      problems.push(document.atKey(path, { message: `The server ${quoted(name)} ${contradiction}` }));
    for (const map of ['env', 'headers'] as const) problems.push(...checkNames(map, entry, name, document));
    for (const key of Object.keys(entry)) {
      if (entryKeys.includes(key)) continue;
      const message = `The key ${quoted(key)} of the server ${quoted(name)} is a host's, or unknown; it has no effect here.`;
      warnings.push(document.atKey([...path, key], { message, hint: hintForEntryMember(key, name) }));
    }
  }
  for (const name of disabled) {
    warnings.push(
      document.atKey(['mcpServers', name], { message: `The server ${quoted(name)} is disabled and is not served.` }),
    );
  }
  if (Object.keys(servers).length === 0 && disabled.length === 0) {
    warnings.push(document.atValue(['mcpServers'], { message: '`mcpServers` is empty: there is nothing to serve.' }));
  }
  return { problems, warnings };
}

function describeReach(entry: JsonObject): string | undefined {
  const { command, url, type } = entry;
  if (command !== undefined && url !== undefined) return 'has both `command` and `url`; expected one of them.';
  if (command === undefined && url === undefined) return 'has neither `command` nor `url`; expected one of them.';
  if (command !== undefined && typeof type === 'string' && type !== 'stdio')
    return `has a \`command\`, but its \`type\` is not "stdio".`;
  if (url !== undefined && type === 'stdio') return 'has a `url`, but its `type` is "stdio".';
  for (const key of ['args', 'env', 'cwd']) {
    if (url !== undefined && entry[key] !== undefined)
      return `has a \`url\`; \`${key}\` is for a server with a \`command\`.`;
  }
  if (command !== undefined && entry['headers'] !== undefined)
    return 'has a `command`; `headers` are for a server with a `url`.';
  return undefined;
}

// A wrong name is not shown: with name and value swapped it is a secret.
function checkNames(map: 'env' | 'headers', entry: JsonObject, server: string, document: Document): ConfigProblem[] {
  const names = Object.keys(member(entry, map) ?? {});
  const isValid = map === 'env' ? isVariableName : isHeaderName;
  const what = map === 'env' ? 'the name of a variable, without "=" and NUL' : 'the name of an HTTP header';
  const message = `Expected each key of \`${map}\` to be ${what}.`;
  const owner = ['mcpServers', server, map];
  return names.filter((name) => !isValid(name)).map((name) => document.atKey([...owner, name], { message }, owner));
}

function isVariableName(name: string): boolean {
  return name !== '' && !/[=\0]/.test(name);
}

function isHeaderName(name: string): boolean {
  return /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/.test(name);
}
