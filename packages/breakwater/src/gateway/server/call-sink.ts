import type { Attempt, Failure, Message } from '@breakwater/core';
import type { RequestSink } from '@breakwater/transport';
import { askedUri } from '../answer/asked.ts';
import type { HostRequest } from '../host/host-request.ts';
import type { Server } from './server.ts';

/** What the last attempt of a call got as an error from the server, kept as it came: its code may have to be kept too. */
export interface PeerError {
  message: Message | undefined;
}

/** The line that a request goes out on. */
export interface CallLine {
  readonly server: Server;
  /** Takes over a call that the server has turned away unrun; false where the failure is the attempt's end. */
  sendAgain(refused: CallSink, failure: Failure): boolean;
  /** Hears what a subscription tells its host. */
  subscribed(notification: Message): void;
  /** The server has accepted a `resources/subscribe` that was taken back. */
  subscribedLate(uri: string): void;
}

/** Ties one request on a connection to the attempt that waits for it and to the host that asked. */
export class CallSink implements RequestSink {
  readonly attempt: Attempt;
  readonly hostRequest: HostRequest | undefined;
  readonly peerError: PeerError;
  /** Whether a forgotten session has turned this attempt away before. */
  readonly isAgain: boolean;
  readonly #server: Server;
  readonly #line: CallLine;

  constructor(
    attempt: Attempt,
    hostRequest: HostRequest | undefined,
    peerError: PeerError,
    isAgain: boolean,
    line: CallLine,
  ) {
    this.attempt = attempt;
    this.hostRequest = hostRequest;
    this.peerError = peerError;
    this.isAgain = isAgain;
    this.#server = line.server;
    this.#line = line;
    peerError.message = undefined;
    hostRequest?.runs(attempt);
  }

  get reference(): string {
    return this.attempt.call.correlationId;
  }

  /** Kept long after the call, and so without it. */
  get late(): ((response: Message) => void) | undefined {
    const { message } = this.attempt.call;
    const uri = message.method === 'resources/subscribe' ? askedUri(message) : undefined;
    if (uri === undefined) return undefined;
    const line = this.#line;
    return (response) => {
      if (!response.isError) line.subscribedLate(uri);
    };
  }

  answered(response: Message): void {
    if (!response.isError) {
      if (isResult(response) || !specified.test(this.attempt.call.message.method ?? '')) this.attempt.succeed(response);
      else this.attempt.fail({ kind: 'upstream_bad_answer', executed: 'yes' });
      return;
    }
    this.peerError.message = response;
    this.attempt.fail(this.#classify(response));
  }

  failed(failure: Failure): void {
    if (this.#line.sendAgain(this, failure)) return;
    this.attempt.fail(
      failure.lastWords === undefined ? this.#server.present(failure, this.#tool) : this.#server.explain(failure),
    );
  }

  progress(notification: Message): void {
    this.hostRequest?.progress(this.#server.presentMessage(notification), this.attempt.call.attempt);
  }

  subscribed(notification: Message): void {
    this.#line.subscribed(notification);
    this.hostRequest?.send(this.#server.presentMessage(notification));
  }

  alive(): void {
    this.attempt.alive();
  }

  suspected(response: Message): void {
    this.attempt.suspect(response.isError ? this.#classify(response) : this.#server.wrongId(response));
  }

  misplaced(response: Message): void {
    this.attempt.misplaced(this.#server.wrongId(response));
  }

  presumed(error: Message): void {
    this.peerError.message = error;
    // It may be about something else after all, while the call goes on.
    this.attempt.fail({ ...this.#classify(error), executed: 'unknown' });
  }

  #classify(response: Message): Failure {
    return this.#server.classify(response, this.attempt.call.message, this.#tool);
  }

  get #tool(): string | undefined {
    const { target } = this.attempt.call;
    return target.kind === 'tool' ? target.name : undefined;
  }
}

/** Methods whose results the specification has made objects; a method of a server's own may answer with anything. */
const specified =
  /^(?:initialize|ping|server\/discover|(?:tools|prompts|resources|completion|logging|tasks|subscriptions)\/.+)$/;

function isResult({ resultSpan, text }: Message): boolean {
  return resultSpan !== undefined && text[resultSpan.start] === '{';
}
