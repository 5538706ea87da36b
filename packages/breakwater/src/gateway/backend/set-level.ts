import { Message, type Clock, type Era } from '@breakwater/core';
import type { Connection } from '@breakwater/transport';
import type { HostRequest } from '../host/host-request.ts';
import { inTime } from '../in-time.ts';
import type { Upstream } from '../server/upstream.ts';
import { callPart } from './call-part.ts';

/** How long the host's answer waits for the servers, in milliseconds. */
const answerMs = 5_000;

/**
 * Tells all servers which logs the host wants; those that are away hear it when they come, unless it was refused. The host
 * is refused only where all refuse that have answered.
 */
export async function setLevel(
  request: HostRequest,
  upstreams: readonly Upstream[],
  { clock, era }: { readonly clock: Clock; readonly era: Era },
): Promise<Message | undefined> {
  const answers: Message[] = [];
  const told = new Set<Connection>();
  let isNoted = false;
  const tell = async (upstream: Upstream): Promise<void> => {
    const { connection, capabilities, server } = upstream;
    if (connection === undefined || !('logging' in capabilities) || told.has(connection)) return;
    told.add(connection);
    const target = { kind: 'method', server: server.key, name: request.method } as const;
    const answer = await callPart(upstream, request, target, { era, hear: (message) => request.send(message) });
    if (answer === undefined) return;
    answers.push(answer);
    if (!answer.isError) note();
  };
  const note = (): void => {
    if (isNoted) return;
    isNoted = true;
    for (const upstream of upstreams) {
      upstream.levelSet(request.message);
      // It may have come since the others were told.
      void tell(upstream);
    }
  };
  await inTime(clock, Promise.all(upstreams.map(tell)), answerMs, request.cancel);
  if (request.cancel.reason !== undefined) return undefined;
  const [refusal] = answers.every(({ isError }) => isError) ? answers : [];
  // Where nobody was there, or has answered yet, it is for those that will.
  if (refusal === undefined) note();
  return refusal ?? Message.result(request.id, {});
}
