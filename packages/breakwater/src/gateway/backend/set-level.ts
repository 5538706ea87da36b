import { Message, type Clock, type Era } from '@breakwater/core';
import type { HostRequest } from '../host/host-request.ts';
import { inTime } from '../in-time.ts';
import type { Upstream } from '../server/upstream.ts';
import { callPart } from './call-part.ts';

/** How long the host's answer waits for the servers, in milliseconds. */
const answerMs = 5_000;

/**
 * Tells all servers which logs the host wants; those that are away hear it when they come. The host is refused only where
 * all refuse that have answered.
 */
export async function setLevel(
  request: HostRequest,
  upstreams: readonly Upstream[],
  { clock, era }: { readonly clock: Clock; readonly era: Era },
): Promise<Message | undefined> {
  for (const upstream of upstreams) upstream.remember(request.method, request.message);
  const able = upstreams.filter(
    ({ connection, capabilities }) => connection !== undefined && 'logging' in capabilities,
  );
  const answers: Message[] = [];
  const tellings = able.map(async (upstream) => {
    const target = { kind: 'method', server: upstream.server.key, name: request.method } as const;
    const answer = await callPart(upstream, request, target, { era, hear: (message) => request.send(message) });
    if (answer !== undefined) answers.push(answer);
  });
  await inTime(clock, Promise.all(tellings), answerMs, request.cancel);
  if (request.cancel.reason !== undefined) return undefined;
  const [refusal] = answers.every(({ isError }) => isError) ? answers : [];
  return refusal ?? Message.result(request.id, {});
}
