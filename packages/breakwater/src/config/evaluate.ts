import type { Node } from 'jsonc-parser';

import type { Document } from './document.ts';
import { formatPath } from './problem.ts';
import type { ConfigPath, ConfigProblem } from './problem.ts';
import { expand, soleVariable } from './variables.ts';
import type { Environment, UsedVariable } from './variables.ts';

/** A value as JSON has it. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

/** An object as JSON has it. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** A variable, and the place into which it was put. */
export interface VariableUse extends UsedVariable {
  readonly path: ConfigPath;
}

/** The file's content with its variables filled in. */
export interface Evaluated {
  readonly value: JsonValue;
  readonly variables: readonly VariableUse[];
  readonly problems: readonly ConfigProblem[];
  /** Servers that the file leaves out, and nothing of which was looked at. */
  readonly disabled: readonly string[];
  /** Whether the text at this path could not be filled in, so that judging it would be judging the placeholder. */
  isUnresolved(path: ConfigPath): boolean;
}

/**
 * Turns the tree into values, filling in variables in every string but `$schema`; keys are left as they are. Without the
 * `gateway`, what concerns it alone is passed over: other servers, the listener and its access.
 */
export function evaluate({ root, atValue }: Document, environment: Environment, gateway: boolean): Evaluated {
  const variables: VariableUse[] = [];
  const problems: ConfigProblem[] = [];
  const disabled: string[] = [];
  const unresolved = new Set<string>();

  function visit(node: Node, path: ConfigPath): JsonValue {
    switch (node.type) {
      case 'object':
        return visitObject(node, path);
      case 'array':
        return (node.children ?? []).map((child, index) => visit(child, [...path, index]));
      case 'string':
        return visitString(String(node.value), path);
      case 'number':
        return Number(node.value);
      case 'boolean':
        return node.value === true;
      default:
        return null;
    }
  }

  function visitObject(node: Node, path: ConfigPath): JsonObject {
    const object: Record<string, JsonValue> = {};
    for (const property of node.children ?? []) {
      const [key, value] = property.children ?? [];
      if (key === undefined || value === undefined || key.value === '__proto__') continue;
      const name = String(key.value);
      if (path.length === 0 && !gateway && gatewayKeys.has(name)) continue;
      if (path.length === 1 && path[0] === 'mcpServers' && isDisabled(value)) disabled.push(name);
      else object[name] = visit(value, [...path, name]);
    }
    return object;
  }

  function visitString(template: string, path: ConfigPath): string {
    if (path[0] === '$schema') return template;
    const isToken = isTokenPath(path);
    if (isToken && soleVariable(template) === undefined) {
      unresolved.add(JSON.stringify(path));
      problems.push(
        atValue(path, {
          message:
            'An access token comes from the environment or from a file; it is not written here, and it has no default.',
          hint: 'Expected "${VARIABLE}" or { "file": "path" }.',
        }),
      );
      return template;
    }
    const expanded = expand(template, environment, formatPath(path));
    variables.push(...expanded.used.map((variable) => ({ ...variable, path })));
    if (expanded.problems.length === 0) return expanded.text;
    unresolved.add(JSON.stringify(path));
    problems.push(...expanded.problems.map((text) => atValue(path, isToken ? { ...text, hint: tokenHint } : text)));
    return template;
  }

  const value = visit(root, []);
  return {
    value: gateway || !isObject(value) ? value : { ...value, mcpServers: {} },
    variables,
    problems,
    disabled,
    isUnresolved: (path) => unresolved.has(JSON.stringify(path)),
  };
}

/** What to do about a variable that is not there: a token has no default. */
const tokenHint = 'Set it before starting, or name a file that holds the token: { "file": "path" }.';

const gatewayKeys: ReadonlySet<string> = new Set(['mcpServers', 'listen', 'access']);

/** Whether a value is an object with keys. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The member of an object that the file wrote, never one that every object has. */
export function member(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function isTokenPath(path: ConfigPath): boolean {
  return path.length === 3 && path[0] === 'access' && path[1] === 'tokens';
}

function isDisabled(entry: Node): boolean {
  for (const property of entry.type === 'object' ? (entry.children ?? []) : []) {
    const [key, value] = property.children ?? [];
    if (key?.value === 'disabled' && value?.value === true) return true;
    if (key?.value === 'enabled' && value?.value === false) return true;
  }
  return false;
}
