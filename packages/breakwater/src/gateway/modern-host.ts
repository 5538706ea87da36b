import type { Message, Principal } from '@breakwater/core';
import type { Backend } from './backend.ts';
import { correlationIdOf } from './correlation.ts';
import { HostRequest, type Exchange } from './host-request.ts';
import { protocolError } from './protocol-error.ts';
import type { Upstream, UpstreamHost } from './upstream.ts';

/** Options of {@link ModernHost}. */
export interface ModernHostOptions {
  readonly backend: (host: UpstreamHost) => Backend;
  readonly newCorrelationId: () => string;
  readonly onBug: (error: unknown, correlationId: string) => void;
}

/** All hosts of an endpoint on the modern wire, which knows no sessions: each request stands alone and takes its line to the server with all others. */
export class ModernHost implements UpstreamHost {
  readonly #options: ModernHostOptions;
  readonly #backend: Backend;

  constructor(options: ModernHostOptions) {
    this.#options = options;
    this.#backend = options.backend(this);
  }

  /** Takes one request; it is dropped when the returned one is. */
  receive(message: Message, exchange: Exchange, principal: Principal): HostRequest {
    const { newCorrelationId, onBug } = this.#options;
    const request = new HostRequest(message, exchange, { correlationId: correlationIdOf(message) ?? newCorrelationId(), principal, ended: () => {} });
    this.#backend.request(request).then(
      (answer) => {
        if (answer === undefined) request.drop('caller');
        else request.answer(answer);
      },
      // Nothing rejects by design; a mistake of ours must still not leave the host without an answer.
      (error: unknown) => {
        onBug(error, request.correlationId);
        request.answer(protocolError(request.id, 'internal', undefined, 'modern'));
      },
    );
    return request;
  }

  /** Servers of this wire ask by their results; a question as a request is not answered by anybody. */
  serverRequest(upstream: Upstream, message: Message): void {
    upstream.send(protocolError(message.id ?? 'null', 'method_not_found', undefined, 'modern'));
  }

  serverNotification(_upstream: Upstream, message: Message, about: HostRequest | undefined): void {
    about?.send(message);
  }

  close(): Promise<void> {
    return this.#backend.close();
  }
}
