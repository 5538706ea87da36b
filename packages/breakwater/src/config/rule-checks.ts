import { nearestNames } from '@breakwater/core';

import type { Document } from './document.ts';
import { oddDuration, parseDuration } from './duration.ts';
import { isObject, member } from './evaluate.ts';
import type { JsonObject, JsonValue } from './evaluate.ts';
import { quoted } from './problem.ts';
import type { ConfigPath, ConfigProblem } from './problem.ts';
import { timings } from './rule-schema.ts';
import type { Findings } from './server-checks.ts';

/** Checks that rules are for servers that exist, say each thing once, and have no limit whose unit looks wrong. */
export function checkRules(value: JsonValue, document: Document, servers: readonly string[]): Findings {
  const problems: ConfigProblem[] = [];
  const warnings: ConfigProblem[] = [];

  for (const server of Object.keys(objectAt(value, 'servers'))) {
    if (!servers.includes(server)) problems.push(document.atKey(['servers', server], unknownServer(server, servers)));
  }
  for (const key of Object.keys(objectAt(value, 'tools'))) {
    const refusal = refuseToolKey(key, servers);
    if (refusal !== undefined) problems.push(document.atKey(['tools', key], refusal));
  }
  for (const [path, rules] of ruleSets(value)) {
    for (const timing of timings) {
      const inUnits = member(rules, timing);
      const inMs = member(rules, `${timing}Ms`);
      if (inUnits !== undefined && inMs !== undefined) {
        problems.push(
          document.atKey([...path, `${timing}Ms`], {
            message: `Both \`${timing}\` and \`${timing}Ms\` are given; expected one of them.`,
          }),
        );
      }
      const key = inUnits === undefined ? `${timing}Ms` : timing;
      const ms = typeof inUnits === 'string' ? parseDuration(inUnits) : inMs;
      const odd = typeof ms === 'number' && ms > 0 ? oddDuration(ms) : undefined;
      if (odd === undefined) continue;
      warnings.push(document.atValue([...path, key], { message: `\`${key}\` ${odd}; is its unit right?` }));
    }
    problems.push(...checkKeyed(path, rules, value, document));
  }
  for (const [kind, code] of Object.entries(objectAt(value, 'codes'))) {
    if (typeof code !== 'number') continue;
    const meaning = meaningOf(code);
    if (meaning === undefined) continue;
    const message = `${quoted(kind)} is given the number ${code}, which ${meaning}; hosts may act on that meaning.`;
    warnings.push(document.atValue(['codes', kind], { message }));
  }
  return { problems, warnings };
}

function meaningOf(code: number): string | undefined {
  if (code >= -32_768 && code <= -32_600) return 'JSON-RPC reserves';
  return takenCodes.get(code);
}

const takenCodes: ReadonlyMap<number, string> = new Map([
  [-32_000, 'official SDKs read as a closed connection'],
  [-32_001, "official SDKs read as a timeout of the host's own"],
  [-32_002, 'means an unknown resource'],
  [-32_020, 'means mismatched headers'],
  [-32_021, 'means a missing capability of the client'],
  [-32_022, 'means an unsupported protocol version'],
  [-32_042, 'asks the host to open a URL'],
]);

function refuseToolKey(
  key: string,
  servers: readonly string[],
): { readonly message: string; readonly hint?: string } | undefined {
  const slash = key.indexOf('/');
  const server = key.slice(0, Math.max(0, slash));
  const tool = key.slice(slash + 1);
  if (slash < 1 || tool === '') {
    const message = `Expected the key ${quoted(key)} of \`tools\` to be "server/tool" or "server/*".`;
    const exposed = servers.find((name) => key.startsWith(`${name}__`));
    if (exposed !== undefined)
      return { message, hint: `Did you mean ${quoted(`${exposed}/${key.slice(exposed.length + 2)}`)}?` };
    if (servers.includes(key)) return { message, hint: `Did you mean ${quoted(`${key}/*`)}?` };
    const [first] = servers;
    return first === undefined || slash >= 0 || key === ''
      ? { message }
      : { message, hint: `For example ${quoted(`${first}/${key}`)}.` };
  }
  if (!servers.includes(server)) return unknownServer(server, servers);
  if (tool === '*' || !/[*?]/.test(tool)) return undefined;
  return {
    message: `The key ${quoted(key)} of \`tools\` has a pattern; expected a tool's whole name, or "*" alone for all tools of the server.`,
  };
}

function unknownServer(
  server: string,
  servers: readonly string[],
): { readonly message: string; readonly hint?: string } {
  const message = `There is no server ${quoted(server)} in \`mcpServers\`.`;
  const near = nearestNames(server, servers, 1)[0];
  if (near !== undefined) return { message, hint: `Did you mean ${quoted(near)}?` };
  const shown = servers.slice(0, 10).map(quoted).join(', ');
  return servers.length === 0
    ? { message }
    : { message, hint: `There ${servers.length === 1 ? 'is' : 'are'} ${shown}.` };
}

// Without its argument a keyed write would never be repeated, though the file says that it may be.
function checkKeyed(path: ConfigPath, rules: JsonObject, value: JsonValue, document: Document): ConfigProblem[] {
  if (rules['safety'] !== 'keyed') return [];
  const [level, name] = path;
  const server = level === 'servers' ? String(name) : String(name ?? '').split('/')[0];
  const more: readonly (JsonValue | undefined)[] =
    level === 'defaults' || server === undefined
      ? [rules]
      : [
          rules,
          member(value, 'defaults'),
          member(member(value, 'servers'), server),
          member(member(value, 'tools'), `${server}/*`),
        ];
  if (more.some((each) => member(each, 'keyArgument') !== undefined)) return [];
  return [
    document.atValue([...path, 'safety'], {
      message: '`safety` is "keyed", but no `keyArgument` says which argument holds the key.',
      hint: 'For example "keyArgument": "request_id".',
    }),
  ];
}

function ruleSets(value: JsonValue): (readonly [ConfigPath, JsonObject])[] {
  const sets: [ConfigPath, JsonValue][] = [[['defaults'], objectAt(value, 'defaults')]];
  for (const level of ['servers', 'tools']) {
    for (const [name, rules] of Object.entries(objectAt(value, level))) sets.push([[level, name], rules]);
  }
  return sets.flatMap(([path, rules]) => (isObject(rules) ? [[path, rules] as const] : []));
}

function objectAt(value: JsonValue, key: string): JsonObject {
  const found = member(value, key);
  return isObject(found) ? found : {};
}
