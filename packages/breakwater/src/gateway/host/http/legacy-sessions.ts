import type { CancelReason, Clock, Principal } from '@breakwater/core';
import type { OnUnread } from '../backlog.ts';
import type { HostVoice } from '../host-voice.ts';
import type { HostSessionOptions } from '../host-session.ts';
import { LegacySession } from './legacy-session.ts';

/** What a {@link LegacySessions} needs of its gateway. */
export interface LegacySessionsParts {
  readonly voice: HostVoice;
  readonly clock: Clock;
  readonly onUnread: OnUnread;
}

/** Where a session is opened, and what answers there. */
export interface SessionPlace extends Pick<HostSessionOptions, 'backend' | 'voice'> {
  readonly path: string;
}

/** All open sessions of hosts on the legacy wire. */
export class LegacySessions {
  readonly #parts: LegacySessionsParts;
  readonly #sessions = new Map<string, LegacySession>();

  constructor(parts: LegacySessionsParts) {
    this.#parts = parts;
  }

  /** How many requests of all of them wait for an answer. */
  get openRequests(): number {
    return [...this.#sessions.values()].reduce((open, { host }) => open + host.openRequests, 0);
  }

  open(principal: Principal, { path, backend, voice }: SessionPlace): LegacySession {
    const { clock, onUnread } = this.#parts;
    const session = new LegacySession(path, { principal, backend, voice }, clock, onUnread);
    this.#sessions.set(session.id, session);
    return session;
  }

  /** A session by its id; another principal's or another path's is as unknown as none. */
  find(id: string | readonly string[] | undefined, path: string, principal: Principal): LegacySession | undefined {
    const session = typeof id === 'string' ? this.#sessions.get(id) : undefined;
    return session?.belongsTo(principal, path) === true ? session : undefined;
  }

  end(session: LegacySession, reason: CancelReason): void {
    const { voice } = this.#parts;
    this.#sessions.delete(session.id);
    session.close(reason).catch((error: unknown) => void voice.mistake(error, { era: 'legacy' }));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((session) => session.close('shutdown')));
    this.#sessions.clear();
  }
}
