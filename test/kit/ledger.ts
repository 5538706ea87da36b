import { isAnswer, type JsonRpc } from './json-rpc.ts';

/** Keeps count of what a host asked and what it was told, to prove that each request was answered exactly once. */
export class Ledger {
  readonly #asked = new Map<string, number>();
  readonly #answered = new Map<string, number>();
  readonly #forgiven = new Set<string>();

  /** A message that the host has sent; a cancellation forgives the request that it names. */
  sent(message: JsonRpc): void {
    if (message.method === 'notifications/cancelled') this.forgive(message.params?.['requestId']);
    if (message.id !== undefined && message.id !== null && !isAnswer(message)) count(this.#asked, message.id);
  }

  /** A message that came back; errors that name no request are no answer to one. */
  received(message: JsonRpc): void {
    if (isAnswer(message) && message.id !== undefined && message.id !== null) count(this.#answered, message.id);
  }

  /** This request may stay without an answer, because the host gave it up or its peer was killed. */
  forgive(id: unknown): void {
    this.#forgiven.add(keyOf(id));
  }

  /** Every request asked so far may stay without an answer. */
  forgiveAll(): void {
    for (const key of this.#asked.keys()) this.#forgiven.add(key);
  }

  /** The ids (as JSON text) that wait for an answer. */
  open(): readonly string[] {
    return [...this.#asked]
      .filter(([key, asked]) => !this.#forgiven.has(key) && (this.#answered.get(key) ?? 0) < asked)
      .map(([key]) => key);
  }

  /** What isn't as it should be, in words; empty where all is well. */
  problems(): readonly string[] {
    const unanswered = this.open().map((key) => `the request ${key} was never answered`);
    const surplus = [...this.#answered]
      .filter(([key, answered]) => answered > (this.#asked.get(key) ?? 0))
      .map(
        ([key, answered]) =>
          `the request ${key} was asked ${this.#asked.get(key) ?? 0} times and answered ${answered} times`,
      );
    return [...unanswered, ...surplus];
  }
}

function count(counts: Map<string, number>, id: unknown): void {
  counts.set(keyOf(id), (counts.get(keyOf(id)) ?? 0) + 1);
}

/** JSON text, so that 7 and "7" stay apart. */
function keyOf(id: unknown): string {
  return JSON.stringify(id) ?? 'undefined';
}
