import type { CancelSignal, Message, Target } from '@breakwater/core';
import { HostRequest } from '../host/host-request.ts';
import { callUpstream, type CallOptions } from '../server/call-upstream.ts';
import type { Upstream } from '../server/upstream.ts';

/** Options of {@link callPart}. */
export interface PartOptions extends CallOptions {
  /** Takes what the server says before its answer; false where that can't go this way. */
  readonly hear: (message: Message) => boolean;
  /** Ends this part alone; the end of the host's request ends it too. */
  readonly signal?: CancelSignal;
}

/** Takes a host's request to one of several servers; resolves as `callUpstream` does. */
export async function callPart(
  upstream: Upstream,
  { message, correlationId, principal, cancel }: HostRequest,
  target: Target,
  { hear, signal, ...options }: PartOptions,
): Promise<Message | undefined> {
  const exchange = { send: hear, answer: () => {}, end: () => {} };
  const part = new HostRequest(options.message ?? message, exchange, { correlationId, principal, ended: () => {} });
  const releases = [cancel, signal].map((each) => each?.onCancel((reason) => part.drop(reason)));
  const answer = await callUpstream(upstream, part, target, options);
  for (const release of releases) release?.();
  return answer;
}
