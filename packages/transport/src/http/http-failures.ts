import { classify, classifyHttpStatus } from '@breakwater/core';
import type { Clock, Failure } from '@breakwater/core';
import { errors } from 'undici';
import { cutText } from '../stdio/cut-text.ts';
import type { Body } from './answer-reader.ts';
import type { ExchangeTrouble, Refusal } from './exchange.ts';

/** Names what went wrong on the way to one server, for the owner of a channel; the server goes by its configured key. */
export class HttpFailures {
  readonly #server: string;
  readonly #clock: Clock;

  constructor(server: string, clock: Clock) {
    this.#server = server;
    this.#clock = clock;
  }

  trouble(trouble: ExchangeTrouble): Failure {
    switch (trouble.type) {
      case 'network':
        return this.#network(trouble.error, trouble.sent);
      case 'redirect':
        return this.#misconfigured(trouble.reason, trouble.cause, trouble.keeps ? 'no' : 'unknown');
      case 'too-large':
        return this.#tooLarge(trouble.limitBytes);
      default:
        return trouble satisfies never;
    }
  }

  /** A status of 400 and above whose body is no answer. */
  refused(refusal: Refusal): Failure {
    const { status, headers, text } = refusal;
    const failure = classifyHttpStatus(status, headers, text, { side: 'upstream', now: this.#clock.wall() });
    return { ...failure, server: this.#server };
  }

  /** A body that is neither JSON-RPC nor an event stream. */
  unreadable(body: Body): Failure {
    const header = body.mediaType === undefined ? 'without a content type' : `under the content type ${body.mediaType}`;
    return this.badAnswer(
      `The server "${this.#server}" answered with ${body.seen} ${header}, not with a message.`,
      body.text,
    );
  }

  badAnswer(message: string, evidence?: string): Failure {
    const cause = evidence === undefined ? {} : { cause: new Error(cutText(evidence, 500)) };
    return { kind: 'upstream_bad_answer', executed: 'unknown', server: this.#server, message, ...cause };
  }

  /** The stream of a request ended, in order, before its answer. */
  streamEnded(): Failure {
    const message = `The server "${this.#server}" ended its stream before the answer came.`;
    return { kind: 'connection_lost', executed: 'unknown', server: this.#server, message };
  }

  closed(): Failure {
    return {
      kind: 'connection_lost',
      executed: 'unknown',
      server: this.#server,
      message: `The connection to "${this.#server}" was closed.`,
    };
  }

  #network(error: Error, sent: boolean): Failure {
    if (!sent && isRefusedByUs(error)) {
      const message = `A request to the server "${this.#server}" cannot be made with the headers of its configuration.`;
      return { ...this.#misconfigured(message, error, 'no'), kind: 'internal' };
    }
    return { ...classify(error, { side: 'upstream', phase: sent ? 'sent' : 'connect' }), server: this.#server };
  }

  #tooLarge(limit: number): Failure {
    return {
      kind: 'message_too_large',
      executed: 'unknown',
      server: this.#server,
      limit,
      message: `The answer of the server "${this.#server}" is larger than the ${limit} bytes that are allowed.`,
      suggestion: 'Ask for less at a time, or raise "maxMessageBytes" in the configuration.',
    };
  }

  /** Only another configuration helps. */
  #misconfigured(message: string, cause: unknown, executed: Failure['executed']): Failure {
    return {
      kind: 'upstream_bad_answer',
      executed,
      server: this.#server,
      message,
      retryable: false,
      recoveryAction: 'contact_operator',
      cause,
    };
  }
}

/** Whether undici itself would not make the request, for a header that no request may hold. */
function isRefusedByUs(error: Error): boolean {
  return error instanceof errors.InvalidArgumentError || error instanceof errors.NotSupportedError;
}
