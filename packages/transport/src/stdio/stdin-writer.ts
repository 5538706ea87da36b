import type { Writable } from 'node:stream';
import type { Message } from '@breakwater/core';

/** How much may wait for a child that doesn't read before its requests are refused; in characters, about bytes. */
const maxQueuedLength = 67_108_864;
/** How much goes out in one write; what is longer goes alone, so that it is known of the next whether it went. */
const maxTogetherLength = 16_384;

/**
 * Writes messages to a child as lines. What comes in one turn of the event loop goes out in one write, and so does what
 * comes while one is under way: a write costs a system call and wakes the child, and what is still here when that dies has
 * surely never reached it.
 */
export class StdinWriter {
  readonly #stdin: Writable;
  readonly #onWritten = (error?: Error | null): void => this.#written(error);
  readonly #onTurnEnd = (): void => this.#turnEnded();
  #queue: Message[] = [];
  #queuedLength = 0;
  #turnEnds = false;
  #writing = false;
  /** The last message of the write under way: where that fails, those before it may have arrived. */
  #last: Message | undefined = undefined;
  #hasFailed = false;
  #hasWritten = false;
  #ended = false;

  constructor(stdin: Writable) {
    this.#stdin = stdin;
  }

  /** Whether any whole message may have reached the child. */
  get hasWritten(): boolean {
    return this.#hasWritten;
  }

  /** Whether the child leaves so much unread that a further request had better not wait behind it. */
  get full(): boolean {
    return this.#queuedLength > maxQueuedLength;
  }

  /** Whether it leaves so much unread that not even notifications can be kept for it. */
  get stuck(): boolean {
    return this.#queuedLength > 2 * maxQueuedLength;
  }

  write(message: Message): void {
    this.#queue.push(message);
    this.#queuedLength += message.text.length;
    if (this.#turnEnds || this.#writing || this.#ended) return;
    this.#turnEnds = true;
    setImmediate(this.#onTurnEnd);
  }

  /** Takes back a request that is still waiting here; false where it is gone already. */
  retract(id: string): boolean {
    const at = this.#queue.findIndex((message) => message.kind === 'request' && message.id === id);
    const message = this.#queue[at];
    if (message === undefined) return false;
    this.#queue.splice(at, 1);
    this.#queuedLength -= message.text.length;
    return true;
  }

  /** Closes the child's stdin behind the last write; what waits for one under way stays here. */
  end(): void {
    if (!this.#writing) this.#flush();
    this.#ended = true;
    this.#stdin.end();
  }

  /**
   * Begins no more writes, and gives the messages of which nobody can have read a whole line or ever will.
   *
   * @param isCut Whether the write under way goes no further; while it does, its messages may still arrive.
   */
  stop(isCut: boolean): readonly Message[] {
    this.#ended = true;
    if (this.#last === undefined) return this.#queue;
    if (isCut || this.#hasFailed) return [this.#last, ...this.#queue];
    this.#hasWritten = true;
    return this.#queue;
  }

  #written(error: Error | null | undefined): void {
    // The write under way stays as it is: it is the one that failed.
    if (error) {
      this.#hasFailed = true;
      return;
    }
    this.#writing = false;
    this.#last = undefined;
    this.#hasWritten = true;
    if (!this.#ended) this.#flush();
  }

  #turnEnded(): void {
    this.#turnEnds = false;
    if (!this.#writing && !this.#ended) this.#flush();
  }

  #flush(): void {
    const [first] = this.#queue;
    if (first === undefined) return;
    this.#writing = true;
    let last = first;
    let lines = '';
    let count = 0;
    for (const message of this.#queue) {
      if (count > 0 && lines.length + message.text.length > maxTogetherLength) break;
      lines += `${message.line}\n`;
      this.#queuedLength -= message.text.length;
      last = message;
      count++;
    }
    if (count === this.#queue.length) this.#queue = [];
    else this.#queue.splice(0, count);
    this.#last = last;
    this.#hasWritten ||= count > 1;
    this.#stdin.write(lines, this.#onWritten);
  }
}
