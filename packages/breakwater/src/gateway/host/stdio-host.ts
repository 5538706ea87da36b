import type { Readable, Writable } from 'node:stream';
import { Message } from '@breakwater/core';
import { LineReader, type OverlongLine } from '@breakwater/transport';
import { Backlog, type OnUnread } from './backlog.ts';
import { drainMs } from './drain.ts';
import type { Exchange } from './host-request.ts';
import { HostSession, type HostPort, type HostSessionOptions } from './host-session.ts';
import { readOverlong } from './overlong-message.ts';
import { utf8Text } from './utf8-text.ts';

/** Options of {@link StdioHost}. */
export interface StdioHostOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly maxMessageBytes: number;
  readonly onUnread: OnUnread;
  readonly session: Omit<HostSessionOptions, 'port'>;
}

/** The host of `run`: lines on our standard input, lines on our standard output, nothing else. */
export class StdioHost {
  /** Resolves when the host has closed our input and everything that it asked is answered, or has had its time. */
  readonly ended: Promise<void>;
  readonly #session: HostSession;
  readonly #output: Writable;
  #afterAnswer: (() => void) | undefined = undefined;

  constructor(options: StdioHostOptions) {
    const { input, output, maxMessageBytes, session } = options;
    const { voice } = session;
    this.#output = output;
    const backlog = new Backlog(output, options.onUnread);
    const write = (message: Message): void => {
      backlog.write(`${message.line}\n`);
      // Answers are never left out, so that no more of them may be asked for.
      if (!backlog.isFull || input.isPaused()) return;
      input.pause();
      output.once('drain', () => input.resume());
    };
    const send = (message: Message): boolean => {
      if (backlog.spares(message)) return true;
      if (!backlog.isFull) write(message);
      else if (message.kind === 'request') return false;
      else backlog.leaveOut();
      return true;
    };
    const port: HostPort = {
      separatesRequests: false,
      send: (message) => {
        if (!send(message)) this.#session.undeliverable(message);
      },
    };
    const exchange: Exchange = {
      send,
      answer: (message) => {
        write(message);
        this.#afterAnswer?.();
      },
      end: () => this.#afterAnswer?.(),
    };
    this.#session = new HostSession({ ...session, port });
    /** A line that meets a mistake of ours must not end the process. */
    const guarded =
      <A extends readonly unknown[]>(take: (...args: A) => void) =>
      (...args: A): void => {
        try {
          take(...args);
        } catch (error) {
          write(voice.mistake(error, { era: 'legacy' }));
        }
      };
    const reader = new LineReader(maxMessageBytes, {
      line: guarded((bytes: Buffer, start: number, end: number) => {
        const text = utf8Text(bytes, start, end);
        if (text === undefined) {
          this.#session.unreadable(bytes.toString('utf8', start, end));
          write(voice.refuse('parse_error', voice.said.notUtf8, { era: 'legacy' }));
        } else if (text.trim() !== '') this.#session.receive(Message.read(text), exchange);
      }),
      overlong: () => {},
      overlongEnded: guarded(({ head, tail, sizeBytes }: OverlongLine) => {
        const { id, isCall, era } = readOverlong(head.toString('utf8'), tail.toString('utf8'));
        const sentence = voice.said.tooLarge(sizeBytes, maxMessageBytes);
        // An answer is not answered, nor is a notification.
        if (id !== undefined && !isCall) this.#session.answerTooLarge(id, sentence);
        else if (id !== undefined || !isCall)
          write(
            voice.refuse('message_too_large', sentence, {
              id,
              era: this.#session.revision === undefined ? era : 'legacy',
            }),
          );
      }),
    });
    this.ended = new Promise((resolve) => {
      const finish = (): void => {
        reader.end();
        void this.#drained().then(resolve);
      };
      input.on('data', (chunk: Buffer) => reader.push(chunk));
      input.once('end', finish);
      input.once('error', finish);
      // More than one write may be under way when the host goes; each reports its own error.
      output.on('error', () => resolve());
      output.once('close', () => resolve());
    });
  }

  /** Ends the session, its server with it, and waits until what was written is out. */
  async close(): Promise<void> {
    await this.#session.close('shutdown');
    await new Promise<void>((resolve) => {
      if (this.#output.writableEnded || this.#output.destroyed) resolve();
      else this.#output.write('', () => resolve());
      // A real wait: a host that doesn't read must not keep us.
      setTimeout(resolve, drainMs).unref();
    });
  }

  #drained(): Promise<void> {
    return new Promise((resolve) => {
      // A real wait: the host is gone, and so is whoever could wait on a virtual one.
      const timer = setTimeout(resolve, drainMs);
      this.#afterAnswer = () => {
        // The request leaves the session's count only after its answer was handed over.
        setImmediate(() => {
          if (this.#session.openRequests > 0) return;
          clearTimeout(timer);
          resolve();
        });
      };
      this.#afterAnswer();
    });
  }
}
