import { Message, metaKeys, type Clock, type Fault } from '@breakwater/core';
import type { HostRequest } from '../host/host-request.ts';
import { inTime } from '../in-time.ts';
import type { HostVoice } from '../host/host-voice.ts';
import { subscriptionEnd } from '../modern-envelope.ts';
import type { Upstream } from '../server/upstream.ts';
import { callPart } from './call-part.ts';
import type { Latecomers } from './latecomers.ts';
import type { MergedLists } from './merged-lists.ts';
import {
  changesOf,
  declares,
  filterIn,
  listsIn,
  shareOut,
  unite,
  type SubscriptionFilter,
} from './subscription-filter.ts';

/** How long the acknowledgement waits for the servers; of one that takes longer it names what that one has declared. */
const acknowledgementMs = 5_000;
/** The longest wait before a server is listened to again, in milliseconds; doubled each time up to the second. */
const baseDelayMs = 1_000;
const maxDelayMs = 30_000;
/** A server that has told so long is back; one that ends what it has just begun is not, in milliseconds. */
const steadyMs = 30_000;

/** What a {@link mergedListen} needs of its backend. */
export interface MergedListenParts {
  readonly upstreams: readonly Upstream[];
  readonly lists: MergedLists;
  readonly clock: Clock;
  readonly voice: HostVoice;
  readonly latecomers: Latecomers | undefined;
}

/**
 * A `subscriptions/listen` to several servers: each is asked for its part, and what they tell goes out as one subscription,
 * until the host ends it or no server is left that would tell anything. A server that goes away is listened to again.
 */
export async function mergedListen(
  request: HostRequest,
  { upstreams, lists, clock, voice, latecomers }: MergedListenParts,
): Promise<Message | undefined> {
  const filter = filterIn(request.message);
  if (filter === undefined) {
    const { message, correlationId } = request;
    return voice.refuse('invalid_params', voice.said.filterMissing, { message, correlationId, era: 'modern' });
  }
  const subscription = new Subscription(request, lists);
  const running = new Set<Promise<void>>();
  const wait = (until: Promise<void>): void => {
    const over = (): void => void running.delete(until);
    running.add(until);
    void until.then(over, over);
  };
  const listen = (upstream: Upstream, share: SubscriptionFilter): Part => {
    const part = new Part(upstream, share, request, subscription);
    wait(part.run());
    return part;
  };
  const stop = latecomers?.onJoin((upstream) => {
    const grown = listsIn(filter, (capability) => capability in upstream.capabilities);
    for (const [method, params] of changesOf(grown)) subscription.tell(method, params);
    const share = listsIn(filter, (capability) => declares(upstream, capability, 'listChanged'));
    if (Object.keys(share).length > 0) listen(upstream, share);
  });
  const shares = await shareOut(filter, upstreams, lists);
  const parts = [...shares].map(([upstream, share]) => listen(upstream, share));
  const ofLatecomers = latecomers?.expected === true ? listsIn(filter, () => true) : {};
  // Nobody may be left that tells anything, and somebody may come.
  if (Object.keys(ofLatecomers).length > 0) wait(new Promise((resolve) => request.cancel.onCancel(() => resolve())));
  await inTime(clock, Promise.all(parts.map(({ answered }) => answered)), acknowledgementMs, request.cancel);
  subscription.acknowledge(unite([...parts.map(({ honoured }) => honoured), ofLatecomers]));
  while (running.size > 0) await Promise.all(running);
  stop?.();
  return request.cancel.reason === undefined ? subscriptionEnd(request.id) : undefined;
}

/** What the host hears, under the id of its request, the acknowledgement first. */
class Subscription {
  readonly #request: HostRequest;
  readonly #lists: MergedLists;
  /** What came before the acknowledgement; undefined after it. */
  #held: Message[] | undefined = [];

  constructor(request: HostRequest, lists: MergedLists) {
    this.#request = request;
    this.#lists = lists;
  }

  get isAcknowledged(): boolean {
    return this.#held === undefined;
  }

  acknowledge(honoured: SubscriptionFilter): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    this.tell('notifications/subscriptions/acknowledged', { notifications: honoured });
    for (const message of held) this.send(message);
  }

  tell(method: string, params: object): void {
    const members = JSON.stringify(params).slice(1, -1);
    const rest = members === '' ? '' : `,${members}`;
    this.send(
      Message.read(
        `{"jsonrpc":"2.0","method":"${method}","params":{"_meta":{"${metaKeys.subscriptionId}":${this.#request.id}}${rest}}}`,
      ),
    );
  }

  send(message: Message): void {
    if (message.method === 'notifications/resources/list_changed') this.#lists.forgetResources();
    if (this.#held === undefined) this.#request.send(message);
    else this.#held.push(message);
  }
}

/** The part of one server. */
class Part {
  /** Resolves when the server has said what it will tell, or that it won't. */
  readonly answered: Promise<void>;
  /** What the server has agreed to tell; before it was heard, what it has declared that it can. */
  honoured: SubscriptionFilter;
  readonly #upstream: Upstream;
  readonly #request: HostRequest;
  readonly #subscription: Subscription;
  readonly #message: Message;
  #answer: () => void = () => {};
  #failures = 0;
  #acknowledgedAtMs = Infinity;

  constructor(upstream: Upstream, share: SubscriptionFilter, request: HostRequest, subscription: Subscription) {
    this.#upstream = upstream;
    this.honoured = share;
    this.#request = request;
    this.#subscription = subscription;
    const { message } = request;
    const span = message.find(message.paramsSpan, 'notifications');
    this.#message = span === undefined ? message : message.edit([{ ...span, replacement: JSON.stringify(share) }]);
    this.answered = new Promise((resolve) => (this.#answer = resolve));
  }

  /** Listens until the host ends it or the server has nothing to tell. */
  async run(): Promise<void> {
    const { clock, random } = this.#upstream.server.parts;
    for (;;) {
      this.#acknowledgedAtMs = Infinity;
      const { answer, fault } = await this.#listen();
      if (clock.now() - this.#acknowledgedAtMs >= steadyMs) this.#failures = 0;
      if (isFinal(fault)) this.honoured = {};
      if (answer === undefined || Object.keys(this.honoured).length === 0) break;
      const delayMs = random() * Math.min(maxDelayMs, baseDelayMs * 2 ** this.#failures++);
      if (!(await clock.sleep((fault?.retryAfterMs ?? 0) + delayMs, this.#request.cancel))) break;
    }
    this.#answer();
  }

  async #listen(): Promise<{ readonly answer: Message | undefined; readonly fault: Fault | undefined }> {
    let fault: Fault | undefined;
    const target = { kind: 'method', server: this.#upstream.server.key, name: this.#request.method } as const;
    const answer = await callPart(this.#upstream, this.#request, target, {
      era: 'modern',
      message: this.#message,
      failed: (failed) => (fault = failed),
      hear: (message) => {
        this.#hear(message);
        return true;
      },
    });
    return { answer, fault };
  }

  #hear(message: Message): void {
    if (message.method !== 'notifications/subscriptions/acknowledged') {
      this.#subscription.send(message);
      return;
    }
    this.honoured = filterIn(message) ?? {};
    this.#acknowledgedAtMs = this.#upstream.server.parts.clock.now();
    this.#answer();
    // Nobody knows what has changed while the server was away.
    if (this.#subscription.isAcknowledged)
      for (const [method, params] of changesOf(this.honoured)) this.#subscription.tell(method, params);
  }
}

/** Whether a fault is the server's own answer, which it would only give again: it names no time after which it wouldn't. */
function isFinal(fault: Fault | undefined): boolean {
  return fault?.origin === 'server' && fault.retryAfterMs === undefined;
}
