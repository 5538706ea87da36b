import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CancelSource, type Clock } from '@breakwater/core';

/** How long the head of a request may take to come in, in milliseconds. */
const headMs = 60_000;
/** The same for all of a request; how long its answer takes has nothing to do with it. */
const wholeMs = 300_000;
/**
 * How long a connection is kept that nobody uses, in milliseconds: longer than the pools of hosts and proxies keep it (60 or
 * 90 s), or a request would meet its end.
 */
const unusedMs = 120_000;
/** How long a host may take to read its last answers, in milliseconds. */
const lastMs = 1_000;

/** Where hosts connect. */
export class HttpListener {
  readonly #server: Server;
  readonly #clock: Clock;
  readonly #closed = new CancelSource();

  constructor(clock: Clock, onRequest: RequestListener) {
    this.#clock = clock;
    this.#server = createServer(
      {
        keepAlive: true,
        noDelay: true,
        headersTimeout: headMs,
        requestTimeout: wholeMs,
        keepAliveTimeout: unusedMs,
      },
      onRequest,
    );
  }

  /** Begins to listen. Rejects with the system's error where that can't be. */
  listen(host: string, port: number): Promise<AddressInfo> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      // Sound: a TCP server that listens has an address of this form.
      this.#server.listen(port, host, () => resolve(this.#server.address() as AddressInfo));
    });
  }

  /** Takes no new connection, and ends each one that there is with the answer that is under way on it. */
  stop(): void {
    this.#server.keepAliveTimeout = 1;
    this.#server.keepAliveTimeoutBuffer = 0;
    this.#server.close(() => this.#closed.cancel('shutdown'));
  }

  /** Resolves when no connection is left; who doesn't read is not waited for. */
  async closed(): Promise<void> {
    await this.#clock.sleep(lastMs, this.#closed);
    this.#server.closeAllConnections();
  }
}
