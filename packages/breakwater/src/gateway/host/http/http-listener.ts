import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How long the head of a request may take to come in, in milliseconds. */
const headMs = 60_000;
/** The same for all of a request; how long its answer takes has nothing to do with it. */
const wholeMs = 300_000;

/** Where hosts connect. */
export class HttpListener {
  readonly #server: Server;

  constructor(onRequest: RequestListener) {
    this.#server = createServer(
      { keepAlive: true, noDelay: true, headersTimeout: headMs, requestTimeout: wholeMs },
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

  /** Takes no new connection; resolves when none is left. */
  stop(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  /** Ends all connections at once. */
  cut(): void {
    this.#server.closeAllConnections();
  }
}
