import { Message, modernRevisions } from '@breakwater/core';
import type { HostRequest } from '../host/host-request.ts';
import { ownServerMeta } from '../modern-envelope.ts';
import type { Upstream } from '../server/upstream.ts';
import { declaredWithoutTasks } from './without-tasks.ts';

/** The servers behind a path. */
export interface Together {
  /** Whether others may join, which may have any list. */
  readonly mayGrow: boolean;
  /** Whether there is one server and will be no other. */
  readonly isAlone: boolean;
}

/** The answer to a `server/discover` that goes to several servers: what any of them can do, under our own name. */
export function mergeDiscover(
  request: HostRequest,
  upstreams: readonly Upstream[],
  { mayGrow, isAlone }: Together,
): Message {
  const results = upstreams.map(({ server, discovered }) =>
    asRecord(discovered && server.presentResult(discovered).result),
  );
  const capabilities: Record<string, unknown> = {};
  for (const result of results)
    // What one of them announces, such as a change of its list, can be subscribed to here.
    for (const [name, value] of Object.entries(asRecord(result['capabilities'])))
      capabilities[name] = { ...asRecord(capabilities[name]), ...withoutFalse(asRecord(value)) };
  if (mayGrow)
    for (const name of ['tools', 'prompts', 'resources'])
      capabilities[name] = { ...asRecord(capabilities[name]), listChanged: true };
  const instructions = results.flatMap(({ instructions: text }, index) =>
    typeof text === 'string' && text !== '' ? [`# ${upstreams[index]?.server.key ?? ''}\n\n${text}`] : [],
  );
  return Message.result(request.id, {
    resultType: 'complete',
    supportedVersions: modernRevisions,
    capabilities: isAlone ? capabilities : declaredWithoutTasks(capabilities),
    ...(instructions.length > 0 && { instructions: instructions.join('\n\n') }),
    ttlMs: 0,
    cacheScope: 'private',
    _meta: ownServerMeta,
  });
}

function withoutFalse(flags: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== false));
}

function asRecord(value: unknown): Record<string, unknown> {
  // Sound: any object's members may be read as unknown.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
