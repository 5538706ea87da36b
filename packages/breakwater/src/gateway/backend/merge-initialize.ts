import { legacyRevisions, Message } from '@breakwater/core';
import { version } from '../../version.ts';
import type { Upstream } from '../server/upstream.ts';

/** The answer to an `initialize` that goes to several servers: what any of them can do, under our own name. */
export function mergeInitialize(request: Message, ready: readonly Upstream[]): Message {
  const asked = request.find(request.paramsSpan, 'protocolVersion');
  const revision =
    legacyRevisions.find((known) => asked !== undefined && request.valueAt(asked) === known) ?? legacyRevisions[0];
  const all = ready.map(({ capabilities }) => capabilities);
  const any = (name: string): boolean => all.some((capabilities) => name in capabilities);
  const subscribe = all.some(
    ({ resources }) => typeof resources === 'object' && resources !== null && 'subscribe' in resources,
  );
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
    serverInfo: { name: 'breakwater', version },
    ...(instructions.length > 0 && { instructions: instructions.join('\n\n') }),
  });
}
