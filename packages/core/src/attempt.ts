import type { Call, Outcome } from './call.ts';
import type { CancelReason } from './cancel.ts';
import { Timer, type Clock } from './clock.ts';
import { failCall } from './fail-call.ts';
import type { Failure } from './fault/fault.ts';
import type { Message } from './message.ts';
import type { TimeLimit } from './plan.ts';
import { describeTimeout } from './policies/timeout.ts';

/** How long the right answer may take to follow one that was nobody's, in milliseconds. */
const misplacedWaitMs = 1_000;

/** A character as it is, or escaped, as hosts do that write ASCII only: a server can trip over what it has read, too. */
const beyondAscii = /[^\0-\x7f]|(?<!\\)(?:\\\\)*\\u(?!00[0-7])/;

/**
 * One dispatch of a call: settled exactly once, by its answer, by a failure, by cancellation, or by whichever time limit
 * comes first. One timer serves all limits; a sign of life only writes down a date.
 */
export class Attempt {
  readonly call: Call;
  readonly #clock: Clock;
  readonly #settled: (outcome: Outcome<Message>) => void;
  readonly #timer: Timer;
  readonly #stopListening: (() => void) | undefined = undefined;
  #done = false;
  #dispatchedAt: number | undefined = undefined;
  #aliveAt = 0;
  #pausedAt: number | undefined = undefined;
  #pausedMs = 0;
  #waitingFor: (() => Failure) | undefined = undefined;
  #suspected: Failure | undefined = undefined;
  #misplaced: { readonly failure: Failure; readonly endsAt: number } | undefined = undefined;
  #onDone: (() => void) | undefined = undefined;
  #takeBack: ((reason: CancelReason) => void) | undefined = undefined;

  constructor(call: Call, clock: Clock, settled: (outcome: Outcome<Message>) => void) {
    this.call = call;
    this.#clock = clock;
    this.#settled = settled;
    this.#timer = new Timer(() => this.#onTimer());
    clock.schedule(this.#timer, Math.max(0, call.deadlineAt - clock.now()));
    const stopListening = call.signal.onCancel((reason) => this.#onCancel(reason));
    if (!this.#done) this.#stopListening = stopListening;
  }

  get done(): boolean {
    return this.#done;
  }

  /** Says what the attempt waits for before its dispatch; asked for its words if the deadline comes first. */
  waitFor(describe: () => Failure): void {
    this.#waitingFor = describe;
  }

  /** Notes a failure that the target has reported without saying for which call; named if a time limit ends this one. */
  suspect(failure: Failure): void {
    this.#suspected = failure;
  }

  /**
   * Notes that the target has most likely answered this call, but in a way that makes it nobody's: the call ends of that,
   * unless its own answer or another sign of life comes soon.
   */
  misplaced(failure: Failure): void {
    this.#misplaced = { failure, endsAt: this.#clock.now() + misplacedWaitMs };
    this.#arm();
  }

  /**
   * Says that the target has got the call from here on, and how to take it back when a limit fires or the caller cancels.
   * Starts the attempt's timeout and idle timeout.
   */
  dispatched(takeBack: (reason: CancelReason) => void): void {
    if (this.#done) return;
    const now = this.#clock.now();
    this.#dispatchedAt = now;
    this.#aliveAt = now;
    this.#takeBack = takeBack;
    const { timeout, idleTimeout } = this.call.plan.limits;
    if (timeout !== undefined || idleTimeout !== undefined) this.#arm();
  }

  /** Says that the target has turned the call away unrun: it waits for its dispatch again. */
  turnedAway(): void {
    if (this.#done) return;
    this.#dispatchedAt = undefined;
    this.#takeBack = undefined;
    this.#arm();
  }

  /** Notes a sign of life for this call. */
  alive(): void {
    this.#aliveAt = this.#clock.now();
    this.#misplaced = undefined;
  }

  /** Stops timeout and idle timeout while a human is asked; the deadline goes on. */
  pause(): void {
    this.#pausedAt ??= this.#clock.now();
    this.#arm();
  }

  resume(): void {
    if (this.#pausedAt === undefined) return;
    const now = this.#clock.now();
    this.#pausedMs += now - this.#pausedAt;
    this.#pausedAt = undefined;
    this.#aliveAt = now;
    this.#arm();
  }

  /** Calls the listener when the attempt is settled, at once where it is. */
  onDone(listener: () => void): void {
    if (this.#done) listener();
    else this.#onDone = listener;
  }

  succeed(value: Message): void {
    this.#settle({ ok: true, value });
  }

  fail(failure: Failure): void {
    if (this.#done) return;
    this.#settle({ ok: false, fault: failCall(this.call, failure) });
  }

  #settle(outcome: Outcome<Message>): void {
    if (this.#done) return;
    this.#done = true;
    this.#clock.cancel(this.#timer);
    this.#stopListening?.();
    this.#takeBack = undefined;
    this.#onDone?.();
    this.#settled(outcome);
  }

  #abandon(failure: Failure, reason: CancelReason): void {
    const takeBack = this.#takeBack;
    this.#takeBack = undefined;
    takeBack?.(reason);
    this.fail(failure);
  }

  #onCancel(reason: CancelReason): void {
    this.#abandon({ kind: 'cancelled', executed: this.#dispatchedAt === undefined ? 'no' : 'unknown' }, reason);
  }

  #onTimer(): void {
    if (this.#done) return;
    const now = this.#clock.now();
    const { name, limit, endsAt } = this.#nextLimit();
    const misplaced = this.#misplaced;
    if (misplaced !== undefined && misplaced.endsAt <= Math.min(now, endsAt))
      this.#abandon(misplaced.failure, 'timeout');
    else if (endsAt > now) this.#arm();
    else this.#expire(name, limit);
  }

  #arm(): void {
    if (this.#done) return;
    const endsAt = Math.min(this.#nextLimit().endsAt, this.#misplaced?.endsAt ?? Infinity);
    this.#clock.schedule(this.#timer, Math.max(0, endsAt - this.#clock.now()));
  }

  #nextLimit(): {
    readonly name: 'deadline' | 'timeout' | 'idleTimeout';
    readonly limit: TimeLimit;
    readonly endsAt: number;
  } {
    const { deadline, timeout, idleTimeout } = this.call.plan.limits;
    const next = { name: 'deadline', limit: deadline, endsAt: this.call.deadlineAt } as const;
    if (this.#dispatchedAt === undefined || this.#pausedAt !== undefined) return next;
    const timeoutAt = timeout === undefined ? Infinity : this.#dispatchedAt + this.#pausedMs + timeout.ms;
    const idleAt = idleTimeout === undefined ? Infinity : this.#aliveAt + idleTimeout.ms;
    if (timeout !== undefined && timeoutAt <= Math.min(next.endsAt, idleAt))
      return { name: 'timeout', limit: timeout, endsAt: timeoutAt };
    if (idleTimeout !== undefined && idleAt < next.endsAt)
      return { name: 'idleTimeout', limit: idleTimeout, endsAt: idleAt };
    return next;
  }

  /** Servers that read another code page drop what they can't decode, without a word. */
  #mayBeUnread(): boolean {
    if (this.#dispatchedAt === undefined || this.#aliveAt !== this.#dispatchedAt) return false;
    const { message } = this.call;
    const args = message.find(message.paramsSpan, 'arguments') ?? message.paramsSpan;
    return args !== undefined && beyondAscii.test(message.slice(args));
  }

  #expire(name: 'deadline' | 'timeout' | 'idleTimeout', limit: TimeLimit): void {
    if (this.#dispatchedAt === undefined && this.#waitingFor !== undefined) {
      this.#abandon(this.#waitingFor(), 'deadline');
      return;
    }
    this.#abandon(
      {
        kind: name === 'idleTimeout' ? 'idle_timeout' : 'request_timeout',
        executed: this.#dispatchedAt === undefined ? 'no' : 'unknown',
        message: describeTimeout(name, limit, this.call, {
          suspected: this.#suspected?.message,
          beyondAscii: this.#mayBeUnread(),
        }),
      },
      name === 'deadline' ? 'deadline' : 'timeout',
    );
  }
}
