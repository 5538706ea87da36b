import { metaKeys, TransientMap, type Message } from '@breakwater/core';
import type { RequestSink } from '@breakwater/transport';
import type { HostRequest } from '../host/host-request.ts';
import { CallSink } from './call-sink.ts';

/** The calls under way on one line, and whose of them a message of the server's may be about. */
export class Callers {
  /** The newest last. */
  readonly #calls = new TransientMap<CallSink, true>();
  /** Who has ever called here. */
  readonly #principals = new Set<string>();

  add(sink: CallSink): void {
    this.#calls.set(sink, true);
    if (sink.hostRequest !== undefined) this.#principals.add(sink.hostRequest.principal.id);
  }

  delete(sink: CallSink): void {
    this.#calls.delete(sink);
  }

  /** The host's request that a message belongs to; on a shared stream a question is put to the newest caller. */
  asked(about: RequestSink | undefined): HostRequest | undefined {
    if (about instanceof CallSink) return about.hostRequest;
    let newest: CallSink | undefined;
    for (const sink of this.#calls.keys()) newest = sink;
    return newest?.hostRequest;
  }

  /** On a shared stream nobody can see whose question it is, so that all calls under way may be waiting. */
  waiting(about: RequestSink | undefined): readonly HostRequest[] {
    const sinks = about instanceof CallSink ? [about] : [...this.#calls.keys()];
    return sinks.flatMap(({ hostRequest }) => hostRequest ?? []);
  }

  /**
   * The host's request that a notification belongs to. On the modern wire a process says log lines without a request's id:
   * they go to the only call that wants any, and to none where the line has served several principals, since some servers
   * still log for calls that are over.
   */
  told(about: RequestSink | undefined, { method }: Message): HostRequest | undefined {
    if (about instanceof CallSink) return about.hostRequest;
    if (method !== 'notifications/message' || this.#principals.size > 1) return undefined;
    const wanting = this.waiting(undefined).filter(
      ({ message }) => message.find(message.paramsSpan, '_meta', metaKeys.logLevel) !== undefined,
    );
    return wanting.length === 1 ? wanting[0] : undefined;
  }
}
