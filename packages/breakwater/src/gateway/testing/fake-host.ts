import { Message } from '@breakwater/core';
import type { Backend } from '../backend/backend.ts';
import { HostRequest } from '../host/host-request.ts';
import type { Upstream, UpstreamHost } from '../server/upstream.ts';

/** A host on the legacy wire that keeps what it is told. */
export class FakeHost implements UpstreamHost {
  readonly notifications: (string | undefined)[] = [];
  backend: Backend | undefined = undefined;

  serverRequest(): void {}

  serverNotification(_upstream: Upstream, message: Message): void {
    this.notifications.push(message.method);
  }

  serverLost(): void {}

  callTakenBack(): void {}

  request(method: string, params: object = {}): Promise<Message | undefined> {
    return this.send(aRequest(method, params));
  }

  send(request: HostRequest): Promise<Message | undefined> {
    return this.backend?.request(request) ?? Promise.resolve(undefined);
  }

  /** Opens in both steps. */
  async initialize(): Promise<void> {
    await this.request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {} });
    this.backend?.notification(Message.notification('notifications/initialized'));
  }
}

/** A host's request that is answered to nobody but its backend's caller. */
export function aRequest(method: string, params: object = {}): HostRequest {
  const exchange = { send: () => true, answer: () => {}, end: () => {} };
  const principal = { id: 'local', kind: 'local' } as const;
  return new HostRequest(Message.request(1, method, params), exchange, {
    correlationId: 'c',
    principal,
    ended: () => {},
  });
}
