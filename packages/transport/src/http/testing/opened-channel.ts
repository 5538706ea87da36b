import { Message, SystemClock } from '@breakwater/core';
import type { Channel } from '@breakwater/core';
import { openHttpChannel } from '../http-channel.ts';
import type { HttpChannelOptions } from '../http-channel.ts';
import { openHttpPool } from '../http-pool.ts';
import { FakeHttpServer } from './fake-http-server.ts';
import type { Behaviour } from './fake-http-server.ts';
import { RecordingListener, until } from './recording-listener.ts';

/** A fake server and a channel to it; disposing of it proves that nothing of the channel is left. */
export class OpenedChannel implements AsyncDisposable {
  readonly server: FakeHttpServer;
  readonly heard = new RecordingListener();
  readonly channel: Channel;
  readonly #pool = openHttpPool();

  private constructor(server: FakeHttpServer, options: Partial<HttpChannelOptions>) {
    this.server = server;
    const defaults = {
      server: 'files',
      url: server.url,
      era: 'legacy',
      locale: 'en',
      clock: new SystemClock(),
      pool: this.#pool,
    } as const;
    this.channel = openHttpChannel({ ...defaults, ...options }, this.heard);
  }

  static async to(behaviour: Behaviour, options: Partial<HttpChannelOptions> = {}): Promise<OpenedChannel> {
    return new OpenedChannel(await FakeHttpServer.start(behaviour), options);
  }

  /** Goes through the legacy handshake. */
  async initialize(): Promise<void> {
    this.request(1, 'initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'host', version: '1' },
    });
    await until(() => this.heard.answerTo(1) !== undefined);
    this.channel.send(Message.notification('notifications/initialized'));
    await until(() => this.server.heard.includes('notifications/initialized'));
  }

  request(id: number | string, method: string, params?: unknown): void {
    this.channel.send(Message.request(id, method, params));
  }

  call(id: number | string, name = 'echo'): void {
    this.request(id, 'tools/call', { name, arguments: {} });
  }

  /** Resolves when the request has been answered or has failed. */
  async outcome(id: number | string): Promise<void> {
    await until(
      () => this.heard.answerTo(id) !== undefined || this.heard.failures.has(JSON.stringify(id)),
      `an outcome of ${id}`,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.channel.close();
    await this.#pool.close();
    await noConnections(this.server);
    await this.server.stop();
  }
}

async function noConnections(server: FakeHttpServer): Promise<void> {
  let count = await server.connections();
  for (let look = 0; look < 1_000 && count > 0; look++) {
    await new Promise((resolve) => setImmediate(resolve));
    count = await server.connections();
  }
  if (count > 0) throw new Error(`a closed channel still holds ${count} connections`);
}
