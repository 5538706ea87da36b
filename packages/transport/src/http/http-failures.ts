import { classify, classifyHttpStatus } from '@breakwater/core';
import type { Clock, Failure, Locale } from '@breakwater/core';
import { errors } from 'undici';
import { sentences, type Subject } from '../sentences.ts';
import { cutText } from '../stdio/cut-text.ts';
import type { Body } from './answer-reader.ts';
import type { ExchangeTrouble, Refusal } from './exchange.ts';

/** Names what went wrong on the way to one server, for the owner of a channel; the server goes by its configured key. */
export class HttpFailures {
  readonly #server: string;
  readonly #locale: Locale;
  readonly #said: (typeof sentences)[Locale];
  readonly #clock: Clock;

  constructor({ server, locale, clock }: Subject & { readonly clock: Clock }) {
    this.#server = server;
    this.#locale = locale;
    this.#said = sentences[locale];
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
    const context = { side: 'upstream', now: this.#clock.wall(), locale: this.#locale } as const;
    const failure = classifyHttpStatus(status, headers, text, context);
    const message = failure.kind === 'upstream_bad_answer' ? this.#said.onlyStatus(this.#server, status) : undefined;
    return { ...(message !== undefined && { message }), ...failure, server: this.#server };
  }

  /** A body that is neither JSON-RPC nor an event stream. */
  unreadable(body: Body): Failure {
    return this.badAnswer(this.#said.unreadable(this.#server, body.seen, body.mediaType), body.text);
  }

  /** The answer came, and not the one to this request. */
  noAnswer(): Failure {
    return this.badAnswer(this.#said.noAnswer(this.#server));
  }

  brokenEvent(data: string): Failure {
    return this.badAnswer(this.#said.brokenEvent(this.#server), data);
  }

  badAnswer(message: string, evidence?: string): Failure {
    const cause = evidence === undefined ? {} : { cause: new Error(cutText(evidence, 500)) };
    return { kind: 'upstream_bad_answer', executed: 'unknown', server: this.#server, message, ...cause };
  }

  /** The stream of a request ended, in order, before its answer. */
  streamEnded(): Failure {
    const message = this.#said.requestStreamEnded(this.#server);
    return { kind: 'connection_lost', executed: 'unknown', server: this.#server, message };
  }

  closed(): Failure {
    return {
      kind: 'connection_lost',
      executed: 'unknown',
      server: this.#server,
      message: this.#said.closed(this.#server),
    };
  }

  #network(error: Error, sent: boolean): Failure {
    if (!sent && isRefusedByUs(error)) {
      return { ...this.#misconfigured(this.#said.badHeaders(this.#server), error, 'no'), kind: 'internal' };
    }
    // undici takes for granted that nobody upgrades what was not asked to be.
    if (sent && 'code' in error && error.code === 'ERR_ASSERTION')
      return { kind: 'upstream_bad_answer', executed: 'unknown', server: this.#server, cause: error };
    const context = { side: 'upstream', phase: sent ? 'sent' : 'connect', locale: this.#locale } as const;
    const message = sent || !('code' in error) ? undefined : this.#whyUnreached(String(error.code));
    return { ...classify(error, context), ...(message !== undefined && { message }), server: this.#server };
  }

  #whyUnreached(code: string): string | undefined {
    if (unknownName.test(code)) return this.#said.nameNotFound(this.#server);
    if (code === 'ECONNREFUSED') return this.#said.connectionRefused(this.#server);
    return noTls.test(code) ? this.#said.noTls(this.#server) : undefined;
  }

  #tooLarge(limit: number): Failure {
    return {
      kind: 'message_too_large',
      executed: 'unknown',
      server: this.#server,
      limit,
      message: this.#said.largerThan(this.#server, this.#said.bytes(limit)),
      suggestion: this.#said.askForLess,
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

const unknownName = /^(?:ENOTFOUND|EAI_AGAIN|EAI_NODATA|EAI_NONAME)$/;
const noTls = /^ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$/;

/** Whether the same request may get a better answer than this status later. */
export function isPassing(status: number): boolean {
  return status === 408 || status === 425 || status === 429 || (status >= 500 && status !== 501);
}

/** Whether undici itself would not make the request, for a header that no request may hold. */
function isRefusedByUs(error: Error): boolean {
  return error instanceof errors.InvalidArgumentError || error instanceof errors.NotSupportedError;
}
