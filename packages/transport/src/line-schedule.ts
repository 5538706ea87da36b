import type { Failure } from '@breakwater/core';
import type { RestartPolicy } from './stdio/restart-policy.ts';
import type { Life, Pause, RestartSchedule } from './supervisor.ts';

/**
 * When one of several lines to a server may be opened again. Of a process, a start in vain holds for all of them, and only one
 * is tried at a time; a URL may be asked by all at once, and what it answers one of them says nothing about the others, unless
 * it asks to be left alone. Nor does it where a process has refused one opening, or has ended after it was ready, which a call
 * of that host's may have brought about.
 */
export class LineSchedule implements RestartSchedule {
  readonly gate: RestartSchedule['gate'];
  readonly #server: RestartPolicy;
  readonly #own: RestartPolicy;
  readonly #isRemote: boolean;

  constructor(server: RestartPolicy, own: RestartPolicy, isRemote: boolean) {
    this.gate = isRemote ? own.gate : server.gate;
    this.#server = server;
    this.#own = own;
    this.#isRemote = isRemote;
  }

  get failed(): boolean {
    return this.#server.failed || this.#own.failed;
  }

  get failsFast(): boolean {
    return this.#server.failsFast || this.#own.failsFast;
  }

  get pause(): Pause | undefined {
    const [server, own] = [this.#server.pause, this.#own.pause];
    return server !== undefined && (own === undefined || own.untilMs < server.untilMs) ? server : own;
  }

  ready(): void {
    this.#server.ready();
    this.#own.ready();
  }

  ended(nowMs: number, life: Life, failure: Failure, isAnswer: boolean): void {
    const concernsAll = !isAnswer && (this.#isRemote ? (failure.retryAfterMs ?? 0) > 0 : life.readyAtMs === undefined);
    if (concernsAll) {
      this.#server.ended(nowMs, life, failure);
      return;
    }
    this.#server.stopped(nowMs, life);
    this.#own.ended(nowMs, life, failure);
  }

  stopped(nowMs: number, life: Life | undefined): void {
    this.#server.stopped(nowMs, life);
  }

  nextStartAt(nowMs: number): number {
    return Math.max(this.#server.nextStartAt(nowMs), this.#own.nextStartAt(nowMs));
  }

  nextStartByCallAt(nowMs: number): number {
    return Math.max(this.#server.nextStartByCallAt(nowMs), this.#own.nextStartByCallAt(nowMs));
  }
}
