import { createFault, type Era, type Failure, type FaultKind, type Message } from '@breakwater/core';
import { faultAnswer, type Failed, type Manner } from '../answer/fault-answer.ts';
import { subscriptionEnd } from '../modern-envelope.ts';
import { eraOf } from './era-of.ts';
import type { HostRequest } from './host-request.ts';
import { hostSentences, type HostSentences } from './host-sentences.ts';

/** Options of {@link HostVoice}. */
export interface HostVoiceOptions extends Manner {
  /** The operator's address, for what nobody else can mend. */
  readonly support: string | undefined;
  /** Makes references for failures; unique over processes. */
  readonly newCorrelationId: () => string;
  /** Told of mistakes of our own, which no call should ever meet. */
  readonly onBug: (error: unknown, correlationId: string) => void;
}

/** What an answer of ours is about; its id is the message's where none is given, else `null`. */
export interface Addressed extends Omit<Failed, 'id'> {
  readonly id?: string | undefined;
  /** The reference of the request, where it has one already. */
  readonly correlationId?: string | undefined;
}

/** How hosts are answered where no server is: in the operator's language and under the operator's numbers. */
export class HostVoice {
  /** What can be said, in the operator's language. */
  readonly said: HostSentences;
  readonly manner: Manner;
  readonly newCorrelationId: () => string;
  readonly #options: HostVoiceOptions;

  constructor(options: HostVoiceOptions) {
    this.#options = options;
    this.manner = options;
    this.said = hostSentences[options.locale];
    this.newCorrelationId = options.newCorrelationId;
  }

  /** The answer to a message that never becomes a call. */
  refuse(kind: Exclude<FaultKind, 'cancelled' | 'internal'>, sentence: string | undefined, about: Addressed): Message {
    const failure = { kind, executed: 'no', ...(sentence !== undefined && { message: sentence }) } as const;
    return this.#answer(failure, about, { ...this.manner, errors: 'protocol' });
  }

  /** The answer to a message that has met a mistake of ours, which is told in the log under the same reference; it may have run. */
  mistake(error: unknown, about: Addressed): Message {
    const { correlationId = this.newCorrelationId() } = about;
    this.#options.onBug(error, correlationId);
    const failure = { kind: 'internal', executed: 'unknown' } as const;
    return this.#answer(failure, { ...about, correlationId }, { ...this.manner, errors: 'protocol' });
  }

  /** The answer to a request that comes when we are ending. */
  late(message: Message, era: Era): Message {
    const failure = { kind: 'server_not_running', executed: 'no', message: this.said.ending } as const;
    return this.#answer(failure, { message, era }, this.manner);
  }

  /** The answer to a request that is still running when we end: whether it may have run is all that can be said of it. */
  unfinished({ id, method, correlationId, isDispatched, message, rules }: HostRequest): Message {
    if (method === 'subscriptions/listen') return subscriptionEnd(id);
    const manner = { ...this.manner, ...rules };
    const failure = {
      kind: 'server_not_running',
      executed: isDispatched ? 'unknown' : 'no',
      message: hostSentences[manner.locale].ended,
    } as const;
    return this.#answer(failure, { message, era: eraOf(message), correlationId }, manner);
  }

  #answer(failure: Failure, about: Addressed, manner: Manner): Message {
    const { support } = this.#options;
    const { message, era, data, id = message?.id ?? 'null', correlationId = this.newCorrelationId() } = about;
    const context = { correlationId, locale: manner.locale, ...(support !== undefined && { support }) };
    return faultAnswer(createFault(failure, context), { id, era, message, data }, manner);
  }
}
