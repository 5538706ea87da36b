import { CancelSource, Timer, type Clock, type Era, type Message } from '@breakwater/core';
import type { HostRequest } from '../host/host-request.ts';
import type { Upstream } from '../server/upstream.ts';
import { callPart } from './call-part.ts';

/** How long a server may keep waiting the good answer of one that stands behind it, in milliseconds. */
const precedenceMs = 1_000;

/** A resource and who has it. */
export interface FoundResource {
  readonly answer: Message;
  readonly upstream: Upstream;
}

/**
 * Reads a resource that nobody lists or has named: of several servers that know it the first in their order answers, for
 * reading harms nobody. Only those are asked that can answer now, all at once. Undefined where none of them has it.
 */
export async function readUnlisted(
  request: HostRequest,
  uri: string,
  upstreams: readonly Upstream[],
  { clock, era }: { readonly clock: Clock; readonly era: Era },
): Promise<FoundResource | undefined> {
  const able = upstreams.filter(
    ({ connection, capabilities }) => connection !== undefined && (era === 'modern' || 'resources' in capabilities),
  );
  const found = new CancelSource();
  // Progress of several at once would not rise, and is left out.
  const hear = (message: Message): boolean =>
    (message.method === 'notifications/progress' && able.length > 1) || request.send(message);
  const answers = able.map(async (upstream) => {
    const target = { kind: 'resource', server: upstream.server.key, name: uri } as const;
    const answer = await callPart(upstream, request, target, { era, hear, signal: found });
    return answer?.isError === false ? { answer, upstream } : undefined;
  });
  const answer = await firstGood(answers, clock);
  found.cancel('caller');
  return answer;
}

function firstGood(
  answers: readonly Promise<FoundResource | undefined>[],
  clock: Clock,
): Promise<FoundResource | undefined> {
  return new Promise((resolve) => {
    const good = new Map<number, FoundResource>();
    const open = new Set(answers.keys());
    const first = (): FoundResource | undefined => good.get(Math.min(...good.keys()));
    const precedence = new Timer(() => resolve(first()));
    const settle = (): void => {
      const isFirst = Math.min(...good.keys()) < Math.min(...open);
      if (!isFirst && open.size > 0) return;
      clock.cancel(precedence);
      resolve(first());
    };
    for (const [index, answer] of answers.entries())
      void answer.then((resource) => {
        open.delete(index);
        if (resource !== undefined && good.set(index, resource).size === 1) clock.schedule(precedence, precedenceMs);
        settle();
      });
    settle();
  });
}
