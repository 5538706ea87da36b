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

interface Burst {
  readonly timer: Timer;
  readonly endsAtMs: number;
  certain: boolean;
}

/** Gathers the changes of lists that come in bursts: one telling for each list and burst, when it is over. */
export class ListChanges {
  readonly #clock: Clock;
  readonly #tell: (method: string, certain: boolean) => void;
  readonly #bursts = new Map<string, Burst>();

  /** @param tell Gets the notification's method, and whether anybody has said that there is a change. */
  constructor(clock: Clock, tell: (method: string, certain: boolean) => void) {
    this.#clock = clock;
    this.#tell = tell;
  }

  /** @param certain False where a list may be another one, as after a restart, and nobody knows. */
  changed(method: string, certain: boolean): void {
    const now = this.#clock.now();
    const burst = this.#bursts.get(method) ?? {
      timer: new Timer(() => this.#over(method)),
      endsAtMs: now + longestMs,
      certain,
    };
    burst.certain ||= certain;
    this.#bursts.set(method, burst);
    this.#clock.schedule(burst.timer, Math.max(0, Math.min(quietMs, burst.endsAtMs - now)));
  }

  close(): void {
    for (const { timer } of this.#bursts.values()) this.#clock.cancel(timer);
    this.#bursts.clear();
  }

  #over(method: string): void {
    const certain = this.#bursts.get(method)?.certain === true;
    this.#bursts.delete(method);
    this.#tell(method, certain);
  }
}
