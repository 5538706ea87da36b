import type { Writable } from 'node:stream';
import type { Message } from '@breakwater/core';

/** How much may wait for a child that doesn't read before its requests are refused; in characters, about bytes. */
const maxQueuedLength = 67_108_864;

/**
 * Writes messages to a child as lines. One write is under way at a time and what comes meanwhile goes out together with
 * the next: a write costs a system call, and what is still here when the child dies has surely never reached it.
 */
export class StdinWriter {
  readonly #stdin: Writable;
  readonly #onWritten = (error?: Error | null): void => this.#written(error);
  #queue: Message[] = [];
  #queuedLength = 0;
  #writing = false;
  /** The message under way, where it is only one. */
  #single: Message | undefined = undefined;
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
    if (this.#writing || this.#ended) {
      this.#queue.push(message);
      this.#queuedLength += message.text.length;
      return;
    }
    this.#writing = true;
    this.#single = message;
    this.#stdin.write(`${message.line}\n`, this.#onWritten);
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

  /** Closes the child's stdin behind the write under way; what still waits stays here. */
  end(): void {
    this.#ended = true;
    this.#stdin.end();
  }

  /** The messages of which the child can't have read a whole line, for a writer that has ended or failed. */
  unsent(): readonly Message[] {
    return this.#single === undefined ? this.#queue : [this.#single, ...this.#queue];
  }

  #written(error: Error | null | undefined): void {
    // The write under way stays as it is: it is the one that failed.
    if (error) return;
    this.#writing = false;
    this.#single = undefined;
    this.#hasWritten = true;
    if (this.#queue.length > 0 && !this.#ended) this.#flush();
  }

  #flush(): void {
    const queue = this.#queue;
    this.#queue = [];
    this.#queuedLength = 0;
    this.#writing = true;
    // Of several, the first may have arrived when the write of all fails.
    this.#single = queue.length === 1 ? queue[0] : undefined;
    this.#hasWritten ||= queue.length > 1;
    let lines = '';
    for (const message of queue) lines += `${message.line}\n`;
    this.#stdin.write(lines, this.#onWritten);
  }
}
