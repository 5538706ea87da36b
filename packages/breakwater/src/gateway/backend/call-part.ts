import type { CancelSignal, Message, Target } from '@breakwater/core';
import type { HostRequest } from '../host/host-request.ts';
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
  request: HostRequest,
  target: Target,
  { hear, signal, ...options }: PartOptions,
): Promise<Message | undefined> {
  const part = request.part(options.message ?? request.message, hear);
  const release = signal?.onCancel((reason) => part.drop(reason));
  const answer = await callUpstream(upstream, part, target, options);
  release?.();
  if (answer === undefined) part.drop('caller');
  else part.answer(answer);
  return answer;
}
