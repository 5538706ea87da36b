import type { Safety } from '../call.ts';

/** Which annotations of a server are believed: `readOnlyHint` alone, all of them, or none. */
export type TrustAnnotations = 'read' | 'all' | 'none';

/** What the definition of a tool says of itself; hints, believed only as far as the operator allows. */
export interface ToolHints {
  readonly readOnlyHint?: boolean;
  readonly idempotentHint?: boolean;
}

/** Methods that only read, whatever the server behind them. */
const readMethods: ReadonlySet<string> = new Set([
  'ping',
  'server/discover',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'subscriptions/listen',
  'tasks/get',
  'tasks/list',
  'tasks/result',
]);

/** Methods that set a state: sent twice, they leave what one leaves. */
const idempotentMethods: ReadonlySet<string> = new Set([
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe',
  'tasks/cancel',
]);

/** Says how a method other than `tools/call` may be repeated. */
export function safetyOfMethod(method: string): Safety {
  if (readMethods.has(method)) return 'read';
  return idempotentMethods.has(method) ? 'idempotent' : 'unsafe';
}

/** What the configuration says of a tool's calls. */
export interface ConfiguredSafety {
  readonly safety: Safety | undefined;
  /** The argument that holds a write's key. */
  readonly keyArgument: string | undefined;
}

/**
 * Says how a tool's call may be repeated: configuration first, then annotations as far as they are believed, else not at
 * all. The name of a key makes a write `keyed`; a tool that is known to be safe without needs none.
 */
export function safetyOfTool(
  { safety, keyArgument }: ConfiguredSafety,
  hints: ToolHints | undefined,
  trust: TrustAnnotations,
): Safety {
  if (safety !== undefined) return safety;
  if (trust !== 'none' && hints?.readOnlyHint === true) return 'read';
  if (trust === 'all' && hints?.idempotentHint === true) return 'idempotent';
  return keyArgument === undefined ? 'unsafe' : 'keyed';
}
