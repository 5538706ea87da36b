import type { Attempt, Failure, Message } from '@breakwater/core';
import type { RequestSink } from '@breakwater/transport';
import type { HostRequest } from './host-request.ts';
import type { Server } from './server.ts';

/** What the last attempt of a call got as an error from the server, kept as it came: its code may have to be kept too. */
export interface PeerError {
  message: Message | undefined;
}

/** Ties one request on a connection to the attempt that waits for it and to the host that asked. */
export class CallSink implements RequestSink {
  readonly attempt: Attempt;
  readonly hostRequest: HostRequest | undefined;
  readonly #peerError: PeerError;
  readonly #server: Server;

  constructor(attempt: Attempt, hostRequest: HostRequest | undefined, peerError: PeerError, server: Server) {
    this.attempt = attempt;
    this.hostRequest = hostRequest;
    this.#peerError = peerError;
    this.#server = server;
    peerError.message = undefined;
    hostRequest?.runs(attempt);
  }

  answered(response: Message): void {
    if (!response.isError) {
      this.attempt.succeed(response);
      return;
    }
    this.#peerError.message = response;
    this.attempt.fail(this.#classify(response));
  }

  failed(failure: Failure): void {
    this.attempt.fail(this.#server.present(failure, this.#tool));
  }

  progress(notification: Message): void {
    this.hostRequest?.progress(notification, this.attempt.call.attempt);
  }

  subscribed(notification: Message): void {
    this.hostRequest?.send(notification);
  }

  alive(): void {
    this.attempt.alive();
  }

  suspected(response: Message): void {
    this.attempt.suspect(this.#classify(response));
  }

  #classify(response: Message): Failure {
    return this.#server.classify(response, this.attempt.call.message.method ?? '', this.#tool);
  }

  get #tool(): string | undefined {
    const { target } = this.attempt.call;
    return target.kind === 'tool' ? target.name : undefined;
  }
}
