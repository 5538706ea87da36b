import type { Failure } from '@breakwater/core';
import type { RestartPolicy } from './stdio/restart-policy.ts';
import type { Life, RestartSchedule } from './supervisor.ts';

/**
 * When one of several lines to a server may be opened again. A start in vain holds for all of them. What says nothing about
 * the others counts for this line alone: that its own opening was refused, or that it has ended after it was ready, which a
 * call of its host's may have brought about.
 */
export class LineSchedule implements RestartSchedule {
  readonly #server: RestartPolicy;
  readonly #newOwn: () => RestartPolicy;
  #own: RestartPolicy;

  constructor(server: RestartPolicy, newOwn: () => RestartPolicy) {
    this.#server = server;
    this.#newOwn = newOwn;
    this.#own = newOwn();
  }

  get gate(): RestartSchedule['gate'] {
    return this.#server.gate;
  }

  get failed(): boolean {
    return this.#server.failed || this.#own.failed;
  }

  get failsFast(): boolean {
    return this.#server.failsFast || this.#own.failsFast;
  }

  get notBeforeMs(): number {
    return Math.max(this.#server.notBeforeMs, this.#own.notBeforeMs);
  }

  ready(): void {
    this.#server.ready();
    this.#own.ready();
  }

  ended(nowMs: number, life: Life, failure: Failure, isAnswer: boolean): void {
    if (!isAnswer && life.readyAtMs === undefined) {
      this.#server.ended(nowMs, life, failure);
      return;
    }
    this.#server.stopped(nowMs, life);
    this.#own.ended(nowMs, life, failure);
  }

  anew(): void {
    this.#own = this.#newOwn();
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
