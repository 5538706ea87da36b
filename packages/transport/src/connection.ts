import { Message, metaKeys, type Channel, type ChannelListener, type Failure, TransientMap } from '@breakwater/core';
import { retag, underId, withToken } from './own-ids.ts';
import { meantId } from './request-id.ts';

/** What becomes of one request on a connection; `answered` or `failed` is called once and nothing after it. */
export interface RequestSink {
  /** What a caller's request is called in the log; absent for one of our own. */
  readonly reference?: string;
  /** Hears the response to a request that was taken back; absent where nothing comes of it. */
  readonly late?: ((response: Message) => void) | undefined;
  /** The peer's response, still under our id. */
  answered(response: Message): void;
  failed(failure: Failure): void;
  /** A progress notification under the caller's own token; only where the caller's message had one. */
  progress(notification: Message): void;
  /** A notification of the subscription that this request has opened, under the caller's own id. */
  subscribed(notification: Message): void;
  /** Any sign of life for this request, progress included. */
  alive(): void;
  /** The peer has said something about an unnamed request, or one that never was; this one may be meant. */
  suspected(response: Message): void;
  /** The peer has answered a request that never was or another one, and this is the only one that it can have meant. */
  misplaced(response: Message): void;
  /** The peer has refused a request without naming it, and this is the only one that it can have meant: under our id. */
  presumed(error: Message): void;
}

/** What a connection tells the one who opened it, beyond its requests. */
export interface ConnectionOwner {
  /**
   * A request of the peer's (ping apart, which is answered here).
   *
   * @param about The request whose stream carried it, if known.
   * @param connection Where its answer belongs.
   */
  request(message: Message, about: RequestSink | undefined, connection: Connection): void;
  notification(message: Message, about: RequestSink | undefined, connection: Connection): void;
  /**
   * Something came that belongs to nobody.
   *
   * @param reference The request that was taken back and gets its answer now, by its name in the log.
   */
  stray(
    what: 'late-answer' | 'late-progress' | 'unknown-id' | 'noise' | 'unattributed-error' | 'unattributed-notification',
    text: string,
    reference?: string,
  ): void;
  /** Notifications that belong to no request may have been missed. */
  missed?(): void;
  /** A message has met a mistake of ours. */
  bug(error: unknown): void;
  /** The connection takes no more requests. Those on it have failed by now, unless it is `draining`. */
  closed(failure: Failure): void;
}

interface Pending {
  readonly sink: RequestSink;
  /** The caller's own id of a `subscriptions/listen`, raw; its notifications and its result carry it. */
  readonly subscription: string | undefined;
  /** The caller's own progress token, raw. */
  readonly token: string | undefined;
}

/** How many requests that were taken back are remembered. */
const mostRemembered = 1_024;

/**
 * One opened channel on which requests of many callers travel under ids and progress tokens of ours: integers from 1,
 * since some peers cannot cancel 0 and others read strings as numbers.
 */
export class Connection implements ChannelListener {
  /** Resolves when the connection takes no more requests and the owner was told. */
  readonly ended: Promise<void>;
  /** Resolves when no request is left on it either. */
  readonly drained: Promise<void>;
  readonly #channel: Channel;
  readonly #owner: ConnectionOwner;
  readonly #pending = new TransientMap<string, Pending>();
  /** What is left of requests that were taken back, by id. */
  readonly #takenBack = new Map<string, Pick<RequestSink, 'reference' | 'late'>>();
  #lastId = 0;
  #answers = 0;
  #received = 0;
  /** The newest request that was answered; a peer that reads in order is done with all that was sent before it. */
  #lastAnswered = 0;
  /** How many requests had been sent before the newest message that wants no answer, and gets one from some peers. */
  #lastUnasked = -1;
  /** Whether answers come on streams of their own, so that nothing on the common one is an answer. */
  #hasStreams = false;
  #closedBy: Failure | undefined = undefined;
  #isOver = false;
  #end: () => void = () => {};
  #drain: () => void = () => {};

  constructor(open: (listener: ChannelListener) => Channel, owner: ConnectionOwner) {
    this.#owner = owner;
    this.ended = new Promise((resolve) => (this.#end = resolve));
    this.drained = new Promise((resolve) => (this.#drain = resolve));
    this.#channel = open(this);
  }

  get open(): boolean {
    return this.#closedBy === undefined && this.#channel.state !== 'closed';
  }

  /** Whether it takes no more requests, and its channel ends behind the last of what goes on there. */
  get draining(): boolean {
    return this.#closedBy !== undefined && !this.#isOver;
  }

  /** Whether the peer can still be given answers to what it has asked. */
  get answerable(): boolean {
    return !this.#isOver;
  }

  /** How many requests of callers were answered. */
  get answers(): number {
    return this.#answers;
  }

  /** How many requests were sent. */
  get requests(): number {
    return this.#lastId;
  }

  /** Another number after each request and each sign of life from the peer. */
  get traffic(): number {
    return this.#lastId + this.#received;
  }

  /** How many requests wait for their answers; a subscription waits for none. */
  get pendingCount(): number {
    let count = 0;
    for (const { subscription } of this.#pending.values()) if (subscription === undefined) count += 1;
    return count;
  }

  /** Whether a subscription is open. */
  get subscribed(): boolean {
    return this.#pending.size > this.pendingCount;
  }

  /**
   * Sends a request under an id of ours, which is returned.
   *
   * @param wantProgress Asks for progress where the caller didn't, so that a sign of life can be seen.
   */
  request(message: Message, sink: RequestSink, wantProgress = false): string {
    const id = String(++this.#lastId);
    const [outgoing, token] = withToken(message, id, wantProgress);
    if (this.#closedBy !== undefined) {
      sink.failed({ ...this.#closedBy, executed: 'no' });
      return id;
    }
    this.#pending.set(id, {
      sink,
      token,
      subscription: message.method === 'subscriptions/listen' ? message.id : undefined,
    });
    this.#channel.send(outgoing.withId(id));
    return id;
  }

  /** Sends a notification or a response as it is. */
  send(message: Message): void {
    if (this.answerable) this.#tell(message);
  }

  /** Takes a request back on the wire; its sink hears nothing more. */
  cancel(id: string): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    this.#pending.delete(id);
    this.#remember(id, pending.sink);
    this.#lastUnasked = this.#lastId;
    this.#channel.cancel(id);
  }

  /** Lets go of a request without a word to the peer, as `initialize` demands. */
  forget(id: string): void {
    this.#pending.delete(id);
  }

  close(): Promise<void> {
    return this.#channel.close();
  }

  /** Ends a connection that the owner shall hear of as lost for this reason. */
  giveUp(failure: Failure): Promise<void> {
    this.closed(failure);
    return this.close();
  }

  message(message: Message, via: string | undefined): void {
    this.#received += 1;
    try {
      this.#onMessage(message, via);
    } catch (error) {
      // A mistake of ours with one message must not end the process, and with it every other connection.
      this.#owner.bug(error);
    }
  }

  #onMessage(message: Message, via: string | undefined): void {
    const about = via === undefined ? undefined : this.#pending.get(via)?.sink;
    about?.alive();
    this.#hasStreams ||= via !== undefined;
    switch (message.kind) {
      case 'response':
        this.#onResponse(message, via);
        break;
      case 'notification':
        if (message.method === 'notifications/progress') this.#onProgress(message);
        else if (!this.#onSubscribed(message) && this.#concerns(message, about))
          this.#owner.notification(message, about, this);
        break;
      case 'request':
        this.#onRequest(message, about);
        break;
      case 'batch':
        for (const each of message.members()) this.message(each, via);
        break;
      case 'invalid':
        this.#owner.stray('noise', message.text);
        break;
    }
  }

  /** News of the server are its successor's to tell; what else comes may be about a call, also on a stream that all share. */
  #concerns({ method = '' }: Message, about: RequestSink | undefined): boolean {
    return !this.#isOver && (!this.draining || about !== undefined || !/_changed$|\/updated$/.test(method));
  }

  failed(id: string, failure: Failure): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    this.#pending.delete(id);
    pending.sink.failed(failure);
  }

  retired(failure: Failure): void {
    if (this.#closedBy !== undefined) return;
    this.#closedBy = failure;
    this.#owner.closed(failure);
    this.#end();
  }

  closed(failure: Failure): void {
    const wasRetired = this.#closedBy !== undefined;
    this.#closedBy ??= failure;
    this.#isOver = true;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { sink } of pending) sink.failed(failure);
    if (!wasRetired) this.#owner.closed(failure);
    this.#end();
    this.#drain();
  }

  alive(via: string | undefined): void {
    this.#received += 1;
    if (via !== undefined) this.#pending.get(via)?.sink.alive();
  }

  missed(): void {
    if (this.#closedBy === undefined) this.#owner.missed?.();
  }

  noise(text: string): void {
    this.#owner.stray('noise', text);
  }

  #onRequest(message: Message, about: RequestSink | undefined): void {
    const { id = 'null', method } = message;
    if (method === 'ping') this.#tell(Message.result(id, {}));
    else if (this.answerable) this.#owner.request(message, about, this);
  }

  #tell(message: Message): void {
    this.#lastUnasked = this.#lastId;
    this.#channel.send(message);
  }

  #onResponse(message: Message, via: string | undefined): void {
    if (message.id === undefined) {
      this.#onUnattributed(message, via);
      return;
    }
    const id = meantId(message.id, this.#pending);
    // What comes on a request's own stream under another id may be either one's answer.
    const isElsewhere = via !== undefined && via !== id;
    const pending = isElsewhere ? undefined : this.#pending.get(id);
    if (pending === undefined) {
      const isLate = !isElsewhere && this.#wasIssued(id);
      this.#owner.stray(isLate ? 'late-answer' : 'unknown-id', message.text, this.#takenBack.get(id)?.reference);
      if (isLate) this.#takenBack.get(id)?.late?.(message);
      else this.#onMisplaced(message, via);
      return;
    }
    // Some servers answer 3 with "3"; taken only because nothing waits under the exact id.
    if (id !== message.id) this.#owner.stray('unknown-id', message.text);
    this.#pending.delete(id);
    if (pending.sink.reference !== undefined) this.#answers += 1;
    this.#lastAnswered = Math.max(this.#lastAnswered, Number(id));
    pending.sink.answered(
      pending.subscription === undefined ? message : retag(message, message.resultSpan, pending.subscription),
    );
  }

  #onSubscribed(message: Message): boolean {
    if (!message.text.includes(metaKeys.subscriptionId)) return false;
    const span = message.find(message.paramsSpan, '_meta', metaKeys.subscriptionId);
    const id = span === undefined ? '' : meantId(message.slice(span), this.#pending);
    const pending = this.#pending.get(id);
    if (pending === undefined && this.#wasIssued(id)) {
      // Its caller would take our id for another subscription's.
      this.#owner.stray('unattributed-notification', message.text);
      return true;
    }
    if (pending?.subscription === undefined) return false;
    pending.sink.alive();
    pending.sink.subscribed(retag(message, message.paramsSpan, pending.subscription));
    return true;
  }

  /** Whose answer it is can only be guessed, so it is given to nobody. */
  #onMisplaced(message: Message, via: string | undefined): void {
    const meant = via ?? this.#onlyMeant;
    if (meant !== undefined) this.#pending.get(meant)?.sink.misplaced(message);
    else for (const { sink } of this.#pending.values()) sink.suspected(message);
  }

  #onUnattributed(message: Message, via: string | undefined): void {
    // On a request's own stream it is about that one, which has got its answer before.
    if (via !== undefined) {
      this.#owner.stray('late-answer', message.text, this.#takenBack.get(via)?.reference);
      return;
    }
    const only = this.#onlyMeant;
    const pending = only === undefined ? undefined : this.#pending.get(only);
    if (only !== undefined && pending !== undefined && message.isError) {
      this.#pending.delete(only);
      pending.sink.presumed(underId(only, message));
      return;
    }
    this.#owner.stray('unattributed-error', message.text);
    this.#onMisplaced(message, undefined);
  }

  /** The request that the peer must mean when it names none: the only one that waits, and nothing else that it could have taken amiss. */
  get #onlyMeant(): string | undefined {
    const [only] = this.#pending.size === 1 ? this.#pending.keys() : [];
    return this.#hasStreams || this.#lastUnasked >= this.#lastAnswered ? undefined : only;
  }

  #onProgress(message: Message): void {
    const span = message.find(message.paramsSpan, 'progressToken');
    const pending = span === undefined ? undefined : this.#pending.get(meantId(message.slice(span), this.#pending));
    if (span === undefined || pending === undefined) {
      this.#owner.stray('late-progress', message.text);
      return;
    }
    pending.sink.alive();
    if (pending.token !== undefined) pending.sink.progress(message.edit([{ ...span, replacement: pending.token }]));
  }

  #remember(id: string, { reference, late }: RequestSink): void {
    if (reference !== undefined) this.#takenBack.set(id, { reference, late });
    const [oldest = ''] = this.#takenBack.keys();
    if (this.#takenBack.size > mostRemembered) this.#takenBack.delete(oldest);
  }

  #wasIssued(id: string): boolean {
    const number = Number(id);
    return Number.isInteger(number) && number > 0 && number <= this.#lastId;
  }
}
