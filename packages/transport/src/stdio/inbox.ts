import { Message, Timer, type ChannelListener, type Clock, type Failure, TransientMap } from '@breakwater/core';
import type { Subject } from '../sentences.ts';
import { isDamagedText } from '../damaged-text.ts';
import { meantId } from '../request-id.ts';
import { findBrokenAnswers, type BrokenAnswer } from './broken-answer.ts';
import { cutText } from './cut-text.ts';
import { brokenAnswerFailure, overlongFailure } from './failures.ts';
import { keptEndBytes, LineReader, type LineReceiver, type OverlongLine } from './line-reader.ts';

/** Options of {@link Inbox}. */
export interface InboxOptions {
  readonly subject: Subject;
  readonly maxMessageBytes: number;
  readonly clock: Clock;
  readonly listener: ChannelListener;
}

/** Time for a whole answer to follow a line in which it seemed to stand among other output. */
const wholeAnswerWaitMs = 500;
/** Time for an overlong line to end, so that its size can be named. */
const overlongWaitMs = 2_000;
/** How much of a line that is no message is handed on, in characters. */
const noiseLength = 2_000;

/**
 * Makes messages of what a child writes to stdout. What is no message is noise, and handed on. When the answer
 * to an open request comes in a form that can't be read, that request fails with the reason instead of waiting for nothing.
 */
export class Inbox implements LineReceiver {
  readonly #options: InboxOptions;
  readonly #lines: LineReader;
  /** Requests without an answer, by raw id. */
  readonly #open = new TransientMap<string, true>();
  /** Requests whose answer seems to have come among other output, with what they fail of unless it comes whole. */
  readonly #suspects = new Map<string, { readonly timer: Timer; readonly failure: Failure }>();
  readonly #overlongTimer = new Timer(() => this.#overlongGoesOn());
  #hasSpoken = false;
  #hasEnded = false;

  constructor(options: InboxOptions) {
    this.#options = options;
    this.#lines = new LineReader(options.maxMessageBytes, this);
  }

  /** Whether any message has come. */
  get hasSpoken(): boolean {
    return this.#hasSpoken;
  }

  push(chunk: Buffer): void {
    this.#lines.push(chunk);
  }

  /** The stream has ended; no timer is left behind. */
  end(): void {
    this.#hasEnded = true;
    this.#lines.end();
    this.#options.clock.cancel(this.#overlongTimer);
    for (const [id, { failure }] of this.#suspects) this.#fail(id, failure);
  }

  /** A request was sent. */
  expect(id: string): void {
    this.#open.set(id, true);
  }

  /** Nobody waits for this answer any more; false where it had come or failed before. */
  forget(id: string): boolean {
    this.#unsuspect(id);
    return this.#open.delete(id);
  }

  line(bytes: Buffer, start: number, end: number): void {
    // Some writers put a byte order mark in front of what they write.
    const from = bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf ? start + 3 : start;
    const text = bytes.toString('utf8', from, end);
    if (!/^\s*[{[]/.test(text)) {
      if (text.trim() !== '') this.#onNoise(text);
      return;
    }
    const isDamaged = isDamagedText(text, bytes, from, end);
    const message = Message.read(text, isDamaged);
    if (message.kind === 'invalid' || (message.kind === 'batch' && !this.#answeredIn(message))) {
      this.#onNoise(text);
      return;
    }
    this.#hasSpoken = true;
    if (message.kind === 'response') this.#answered(message.id);
    this.#options.listener.message(message, undefined);
  }

  overlong(): void {
    this.#options.clock.schedule(this.#overlongTimer, overlongWaitMs);
  }

  overlongEnded({ head, tail, sizeBytes }: OverlongLine): void {
    this.#options.clock.cancel(this.#overlongTimer);
    const answers = this.#answersIn(head.toString('utf8'), tail.toString('utf8'));
    this.#failOverlong(answers, sizeBytes, false);
    if (answers.length === 0) this.#report(`${head.toString('utf8')}… (${sizeBytes} bytes)`);
  }

  /** The line may never end: its call shouldn't wait for that. */
  #overlongGoesOn(): void {
    const line = this.#lines.overlong;
    if (line === undefined) return;
    this.#failOverlong(this.#answersIn(line.head.toString('utf8'), ''), line.sizeBytes, true);
  }

  #failOverlong(answers: readonly BrokenAnswer[], sizeBytes: number, goesOn: boolean): void {
    const { subject, maxMessageBytes } = this.#options;
    for (const answer of answers) {
      this.#fail(answer.id, overlongFailure({ ...subject, answer, limitBytes: maxMessageBytes, sizeBytes, goesOn }));
    }
  }

  #onNoise(text: string): void {
    // What breaks off with the stream is a crash, and told as such.
    const answers = this.#hasEnded ? [] : this.#answersIn(text.slice(0, keptEndBytes), text.slice(-keptEndBytes));
    this.#report(text);
    for (const answer of answers) {
      const failure = brokenAnswerFailure(this.#options.subject, answer, text);
      if (answer.alone) this.#fail(answer.id, failure);
      else this.#suspect(answer.id, failure);
    }
  }

  #report(text: string): void {
    this.#options.listener.noise?.(cutText(text, noiseLength));
  }

  #answersIn(head: string, tail: string): readonly BrokenAnswer[] {
    if (this.#open.size === 0) return [];
    const meant = (id: string): string => meantId(id, this.#open);
    const answers = findBrokenAnswers(head, tail, (id) => this.#open.has(meant(id)));
    return answers.map((answer) => ({ ...answer, id: meant(answer.id) }));
  }

  /** A server that logs its own messages to stdout may still write the answer itself: most likely at once. */
  #suspect(id: string, failure: Failure): void {
    if (this.#suspects.has(id)) return;
    const timer = new Timer(() => this.#fail(id, failure));
    this.#suspects.set(id, { timer, failure });
    this.#options.clock.schedule(timer, wholeAnswerWaitMs);
  }

  #unsuspect(id: string): void {
    const suspect = this.#suspects.get(id);
    if (suspect === undefined) return;
    this.#suspects.delete(id);
    this.#options.clock.cancel(suspect.timer);
  }

  #fail(id: string, failure: Failure): void {
    if (this.forget(id)) this.#options.listener.failed(id, failure);
  }

  #answered(id: string | undefined): void {
    if (id !== undefined) this.forget(meantId(id, this.#open));
  }

  /** False where the array holds no message at all, as one that a tool has printed. */
  #answeredIn(batch: Message): boolean {
    let holdsMessage = false;
    for (const { kind, id } of batch.members()) {
      holdsMessage ||= kind !== 'invalid';
      if (kind === 'response') this.#answered(id);
    }
    return holdsMessage;
  }
}
