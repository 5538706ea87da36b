import type { Message } from '@breakwater/core';
import type { HostRequest } from '../host/host-request.ts';
import type { ModernLine } from '../server/modern-line.ts';

/** What stands behind a host session: one server, or several as one. */
export interface Backend {
  /** Resolves with the response, under any id, or with undefined where the host has cancelled; never rejects. */
  request(request: HostRequest): Promise<Message | undefined>;
  /** A notification of the host's, cancellations and progress apart. */
  notification(message: Message): void;
  /** A notification of a server's that is on its way to the host; lists that it makes stale are dropped. */
  changed(message: Message): void;
  /** More servers have turned out to belong here: these are all that there are now, in their order. */
  grow?(lines: readonly ModernLine[]): void;
  close(): Promise<void>;
}
