import { Timer, type Clock } from '@breakwater/core';

/** Changes that follow each other within this time are one, in milliseconds. */
const quietMs = 100;
/** A server that never stops announcing is heard all the same, in milliseconds. */
const longestMs = 1_000;

/** The lists that a server may have, by the capability that they belong to, and how a change of each is told. */
export const listChanges = [
  ['tools', 'notifications/tools/list_changed'],
  ['prompts', 'notifications/prompts/list_changed'],
  ['resources', 'notifications/resources/list_changed'],
] as const;

/** Whether a server has declared that it announces the changes of a list. */
export function announces(capabilities: Readonly<Record<string, unknown>>, capability: string): boolean {
  const declared = capabilities[capability];
  return (
    typeof declared === 'object' && declared !== null && 'listChanged' in declared && declared.listChanged === true
  );
}

/** What is known of a change: the host has heard of it, it may be one, or the server has said that it is. */
export type Certainty = 'told' | 'possible' | 'said';

const rank = { told: 0, possible: 1, said: 2 } as const satisfies Record<Certainty, number>;

interface Burst {
  readonly timer: Timer;
  readonly endsAtMs: number;
  certainty: Certainty;
}

/** Gathers the changes of lists that come in bursts: one telling for each list and burst, when it is over. */
export class ListChanges {
  readonly #clock: Clock;
  readonly #tell: (method: string, certainty: Certainty) => void;
  readonly #bursts = new Map<string, Burst>();

  /** @param tell Gets the notification's method, and the most that is known of the changes of the burst. */
  constructor(clock: Clock, tell: (method: string, certainty: Certainty) => void) {
    this.#clock = clock;
    this.#tell = tell;
  }

  changed(method: string, certainty: Certainty): void {
    const now = this.#clock.now();
    const burst = this.#bursts.get(method) ?? {
      timer: new Timer(() => this.#over(method)),
      endsAtMs: now + longestMs,
      certainty,
    };
    if (rank[certainty] > rank[burst.certainty]) burst.certainty = certainty;
    this.#bursts.set(method, burst);
    this.#clock.schedule(burst.timer, Math.max(0, Math.min(quietMs, burst.endsAtMs - now)));
  }

  close(): void {
    for (const { timer } of this.#bursts.values()) this.#clock.cancel(timer);
    this.#bursts.clear();
  }

  #over(method: string): void {
    const certainty = this.#bursts.get(method)?.certainty ?? 'possible';
    this.#bursts.delete(method);
    this.#tell(method, certainty);
  }
}
