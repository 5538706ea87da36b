import { nearestNames } from '@breakwater/core';

import { accessRules, configSchema } from './config-schema.ts';
import { faultKinds } from './fault-kinds.ts';
import { quoted } from './problem.ts';
import type { ConfigPath } from './problem.ts';
import { defaultRules, retryRules, serverRules, toolRules } from './rule-schema.ts';
import { entryKeys } from './server-entry.ts';

const connectionKeys = new Set(Object.keys(defaultRules.shape).filter((key) => !Object.hasOwn(toolRules.shape, key)));

/** Settings that the design has and this version has not. */
const laterKeys: ReadonlySet<string> = new Set(
  (
    'alternates breaker cache concurrency confirm dedupe definitions degrade expose faults faultText fill hosts ' +
    'invalidates journal models queue queueWait rate result router split telemetry verify'
  ).split(' '),
);

/** Says what to do about a key that an object of the configuration does not have. */
export function describeUnknownKey(
  key: string,
  parent: ConfigPath,
): { readonly message: string; readonly hint?: string } {
  const known = keysAt(parent);
  const where = parent.length === 0 ? '' : ` in ${wherePhrase(parent)}`;
  if (laterKeys.has(key)) {
    return { message: `\`${key}\`${where} is not supported yet.`, hint: 'Remove it: this version would not obey it.' };
  }

  const message = `Unknown key ${quoted(key)}${where}.`;
  const moved = whereItBelongs(key, parent);
  if (moved !== undefined) return { message, hint: moved };
  const near = nearestNames(key, known, 1)[0];
  if (near !== undefined) return { message, hint: `Did you mean \`${near}\`?` };
  return known.length === 0 || known.length > 30
    ? { message }
    : { message, hint: `Expected one of ${known.map((each) => `\`${each}\``).join(', ')}.` };
}

/** Says where a member of an `mcpServers` entry would have an effect, or which one was probably meant. */
export function hintForEntryMember(key: string, server: string): string | undefined {
  if (Object.hasOwn(serverRules.shape, key))
    return `To have an effect here it stands beside \`mcpServers\`: "servers": { ${quoted(server)}: { "${key}": … } }.`;
  const near = nearestNames(key, entryKeys, 1)[0];
  return near === undefined ? undefined : `Did you mean \`${near}\`?`;
}

function whereItBelongs(key: string, parent: ConfigPath): string | undefined {
  const [top, name] = parent;
  if (top === 'tools' && parent.length === 2 && connectionKeys.has(key)) {
    const server = String(name).split('/')[0] ?? '';
    return `It belongs to the connection: "servers": { ${quoted(server)}: { "${key}": … } }, or \`defaults\`.`;
  }
  if (entryKeys.includes(key)) return `It belongs in an entry of \`mcpServers\`.`;
  if (parent.length === 0 && Object.hasOwn(defaultRules.shape, key))
    return `It belongs under \`defaults\`, \`servers\` or \`tools\`.`;
  if (parent.length > 0 && Object.hasOwn(serverRules.shape, key)) {
    return Object.hasOwn(defaultRules.shape, key)
      ? `It belongs under \`defaults\`, \`servers\` or \`tools\` themselves.`
      : `It belongs to one server, under \`servers\`.`;
  }
  if (parent.length > 0 && Object.hasOwn(configSchema.shape, key)) return `It belongs to the top of the file.`;
  return undefined;
}

function wherePhrase(parent: ConfigPath): string {
  const [top, name, ...rest] = parent;
  if ((top === 'servers' || top === 'tools' || top === 'mcpServers') && name !== undefined && rest.length === 0) {
    return `\`${top}\` ${quoted(String(name))}`;
  }
  return `\`${String(parent.at(-1))}\``;
}

function keysAt(path: ConfigPath): readonly string[] {
  const [top] = path;
  if (path.length === 0) return Object.keys(configSchema.shape);
  if (path.at(-1) === 'retry') return Object.keys(retryRules.shape);
  if (top === 'codes') return faultKinds;
  if (top === 'access') return path.length === 1 ? Object.keys(accessRules.shape) : [];
  if (top === 'defaults') return Object.keys(defaultRules.shape);
  return top === 'servers' ? Object.keys(serverRules.shape) : Object.keys(toolRules.shape);
}
