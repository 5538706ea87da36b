import type { z } from 'zod';

import type { Document } from './document.ts';
import { durationHint } from './duration.ts';
import type { Evaluated, JsonValue } from './evaluate.ts';
import { describeUnknownKey } from './known-keys.ts';
import { parseListen } from './listen-address.ts';
import { quoted } from './problem.ts';
import type { ConfigPath, ConfigProblem } from './problem.ts';
import { timings } from './rule-schema.ts';

/** Turns what the schema refuses into problems with a place; what could not be filled in was told already. */
export function schemaProblems(
  issues: readonly z.core.$ZodIssue[],
  document: Document,
  evaluated: Evaluated,
): ConfigProblem[] {
  const told = new Set<string>();
  return issues.flatMap((issue) => {
    const path = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step));
    if (evaluated.isUnresolved(path)) return [];
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => document.atKey([...path, key], describeUnknownKey(key, path)));
    }
    if (issue.code === 'invalid_key') {
      return document.atKey(path, describeUnknownKey(String(path.at(-1)), path.slice(0, -1)));
    }
    // One value may be wrong in several ways; the first says what was expected.
    const place = JSON.stringify(path);
    if (told.has(place)) return [];
    told.add(place);
    return document.atValue(path, describeValue(issue.message, path, valueAt(evaluated.value, path), evaluated));
  });
}

function describeValue(
  expected: string,
  path: ConfigPath,
  value: JsonValue | undefined,
  evaluated: Evaluated,
): { readonly message: string; readonly hint?: string | undefined } {
  const name = path.findLast((step) => typeof step === 'string');
  const subject = name === undefined ? 'the file' : nameOf(path);
  if (value === undefined) return { message: `Expected ${subject} to be ${expected}; it is missing.` };
  const place = JSON.stringify(path);
  const variable = evaluated.variables.find((use) => JSON.stringify(use.path) === place);
  // What comes from the environment is shown in no form, so it gets no hint that is made of it either.
  if (variable !== undefined) {
    return { message: `Expected ${subject} to be ${expected}, got the value of \${${variable.name}}.` };
  }
  return {
    message: `Expected ${subject} to be ${expected}, got ${received(value, path)}.`,
    hint: valueHint(path, value),
  };
}

function valueHint(path: ConfigPath, value: JsonValue): string | undefined {
  const key = String(path.at(-1));
  if (timings.some((timing) => timing === key)) {
    if (value === null) return 'To keep the default, leave the key out.';
    return durationHint(value, key);
  }
  if (key === 'listen') {
    if (typeof value !== 'string' && typeof value !== 'number') return undefined;
    const parsed = parseListen(String(value));
    if (!parsed.ok) return parsed.hint;
    return typeof value === 'number' ? `Write "127.0.0.1:${value}".` : undefined;
  }
  if (path[0] === 'mcpServers' && path.length > 2 && (typeof value === 'number' || typeof value === 'boolean')) {
    return 'Put it in double quotes.';
  }
  if (key === 'store' && typeof value === 'string') return 'Stores that outlive the process are not supported yet.';
  return undefined;
}

// Only what cannot be a secret is shown: short plain words, where a setting takes one of a few words or a number.
function received(value: JsonValue, path: ConfigPath): string {
  if (value === null) return 'null';
  if (typeof value === 'number' || typeof value === 'boolean')
    return isPrivate(path) ? `a ${typeof value}` : String(value);
  if (typeof value !== 'string') return Array.isArray(value) ? 'an array' : 'an object';
  if (value === '') return 'an empty string';
  const isHarmless = /^([A-Za-z]{1,12}|[-+]?\d[\d.]{0,15} ?[A-Za-z]{0,12})$/.test(value);
  return isHarmless && !isPrivate(path) ? quoted(value) : 'another string';
}

function isPrivate(path: ConfigPath): boolean {
  const isSwitch = path.length === 3 && ['type', 'disabled', 'enabled'].includes(String(path[2]));
  return (
    path[0] === 'access' || (path[0] === 'mcpServers' && !isSwitch) || path[0] === 'support' || path[0] === 'stateDir'
  );
}

function nameOf(path: ConfigPath): string {
  const last = path.at(-1);
  const beforeLast = path.at(-2);
  if (typeof last === 'number') return `\`${String(beforeLast)}[${last}]\``;
  if (path[0] === 'mcpServers' && path.length > 3) {
    // With name and value swapped, the name is the secret.
    return /^[A-Za-z_][\w-]{0,40}$/.test(String(last))
      ? `\`${String(last)}\` in \`${String(beforeLast)}\``
      : `this member of \`${String(beforeLast)}\``;
  }
  if (path.length === 2 && ['mcpServers', 'servers', 'tools'].includes(String(path[0])))
    return `\`${String(path[0])}\` ${quoted(String(last))}`;
  if (path.length === 3 && path[0] === 'access') return `the token ${quoted(String(last))}`;
  return `\`${String(last)}\``;
}

function valueAt(value: JsonValue | undefined, path: ConfigPath): JsonValue | undefined {
  let current: unknown = value;
  for (const step of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) return undefined;
    // Sound: an own key of an object or array that the file wrote.
    current = (current as Record<string | number, unknown>)[step];
  }
  // Sound: everything inside a JsonValue is one.
  return current as JsonValue;
}
