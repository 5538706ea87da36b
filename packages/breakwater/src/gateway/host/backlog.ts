import type { Writable } from 'node:stream';
import type { Message } from '@breakwater/core';

/** Beyond this much that waits for the host to read it, in bytes, what only keeps it informed is left out. */
const newsBytes = 4 * 1024 * 1024;
/** Beyond this much besides the largest message, which may have any size, nobody seems to read. */
const fullBytes = 16 * 1024 * 1024;

/** Told of what was left out for a host that does not read, and of streams that were ended for it. */
export type OnUnread = (what: 'unread' | 'unread-stream', count: number) => void;

/** What was written to a host and waits for it to read: a host that reads slowly, or not at all, costs a bounded amount of memory. */
export class Backlog {
  readonly #output: Writable;
  readonly #onUnread: OnUnread;
  #largestBytes = 0;
  #leftOut = 0;

  constructor(output: Writable, onUnread: OnUnread) {
    this.#output = output;
    this.#onUnread = onUnread;
  }

  /** Whether so much waits that nothing which can be spared may come on top. */
  get isFull(): boolean {
    return this.#output.writableLength - this.#largestBytes > fullBytes;
  }

  write(text: string): void {
    const before = this.#output.writableLength;
    this.#output.write(text);
    const sizeBytes = this.#output.writableLength - before;
    if (before === 0 || sizeBytes > this.#largestBytes) this.#largestBytes = sizeBytes;
  }

  /** Leaves a message out where much waits already and it is no more than news; false where it has to be written. */
  spares(message: Message): boolean {
    if (this.#output.writableLength <= newsBytes || !isNews(message)) return false;
    this.leaveOut();
    return true;
  }

  /** Counts a message that is not written, to be told once the host has read the rest, or has gone. */
  leaveOut(): void {
    this.#leftOut += 1;
    if (this.#leftOut > 1) return;
    const tell = (): void => {
      this.#output.off('drain', tell).off('close', tell);
      this.#onUnread('unread', this.#leftOut);
      this.#leftOut = 0;
    };
    this.#output.on('drain', tell).on('close', tell);
  }
}

function isNews({ kind, method }: Message): boolean {
  return kind === 'notification' && (method === 'notifications/progress' || method === 'notifications/message');
}
