import type { Readable, Writable } from 'node:stream';
import { Message } from '@breakwater/core';
import { LineReader } from '@breakwater/transport';
import type { Exchange } from './host-request.ts';
import { HostSession, type HostPort, type HostSessionOptions } from './host-session.ts';
import { protocolError } from './protocol-error.ts';

/** How long answers may still come after the host has closed our input, in milliseconds. */
const drainMs = 5_000;

/** Options of {@link StdioHost}. */
export interface StdioHostOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly maxMessageBytes: number;
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
    const { input, output, maxMessageBytes } = options;
    this.#output = output;
    const write = (message: Message): void => void output.write(`${message.line}\n`);
    const port: HostPort = {
      separatesRequests: false,
      send: write,
    };
    const exchange: Exchange = {
      send: write,
      answer: (message) => {
        write(message);
        this.#afterAnswer?.();
      },
      end: () => this.#afterAnswer?.(),
    };
    this.#session = new HostSession({ ...options.session, port });
    const reader = new LineReader(maxMessageBytes, {
      line: (bytes, start, end) => {
        const text = bytes.toString('utf8', start, end);
        if (text.trim() !== '') this.#session.receive(Message.read(text), exchange);
      },
      overlong: () => {},
      overlongEnded: ({ head, sizeBytes }) => {
        const id = /"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)/.exec(head.toString('utf8'))?.[1] ?? 'null';
        const sentence = `The message has ${sizeBytes} bytes; at most ${maxMessageBytes} are taken (maxMessageBytes).`;
        write(protocolError(id, 'message_too_large', sentence));
      },
    });
    this.ended = new Promise((resolve) => {
      const finish = (): void => {
        reader.end();
        void this.#drained().then(resolve);
      };
      input.on('data', (chunk: Buffer) => reader.push(chunk));
      input.once('end', finish);
      input.once('error', finish);
      output.once('error', () => resolve());
      output.once('close', () => resolve());
    });
  }

  /** Ends the session, its server with it, and waits until what was written is out. */
  async close(): Promise<void> {
    await this.#session.close('shutdown');
    await new Promise<void>((resolve) => {
      if (this.#output.writableEnded || this.#output.destroyed) resolve();
      else this.#output.write('', () => resolve());
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
