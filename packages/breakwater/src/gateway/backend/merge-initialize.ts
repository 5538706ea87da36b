import { legacyRevisions, Message } from '@breakwater/core';
import { ownInfo } from '../modern-envelope.ts';
import { versionAsked } from '../server/negotiation.ts';
import type { Upstream } from '../server/upstream.ts';
import { declares } from './subscription-filter.ts';

/** The answer to an `initialize` that goes to several servers: what any of them can do, under our own name. */
export function mergeInitialize(request: Message, ready: readonly Upstream[]): Message {
  const asked = versionAsked(request);
  const revision = legacyRevisions.find((known) => known === asked) ?? legacyRevisions[0];
  const all = ready.map(({ capabilities }) => capabilities);
  const any = (name: string): boolean => all.some((capabilities) => name in capabilities);
  const subscribe = ready.some((upstream) => declares(upstream, 'resources', 'subscribe'));
  const instructions = ready.flatMap((upstream) => {
    const response = upstream.initializeResponse && upstream.server.presentResult(upstream.initializeResponse);
    const span = response?.find(response.resultSpan, 'instructions');
    const text = span === undefined ? undefined : response?.valueAt(span);
    return typeof text === 'string' && text !== '' ? [`# ${upstream.server.key}\n\n${text}`] : [];
  });
  return Message.result(request.id ?? 'null', {
    protocolVersion: revision,
    capabilities: {
      // Servers that come late may have any of these; their lists are announced then.
      tools: { listChanged: true },
      prompts: { listChanged: true },
      resources: { listChanged: true, ...(subscribe && { subscribe: true }) },
      ...(any('logging') && { logging: {} }),
      ...(any('completions') && { completions: {} }),
    },
    serverInfo: ownInfo,
    ...(instructions.length > 0 && { instructions: instructions.join('\n\n') }),
  });
}
