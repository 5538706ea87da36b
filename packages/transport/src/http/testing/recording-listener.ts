import type { ChannelListener, Failure, Message } from '@breakwater/core';

/** Remembers everything that a channel says, and lets a test wait for it. */
export class RecordingListener implements ChannelListener {
  readonly messages: Message[] = [];
  /** The `via` of each message, at the same place. */
  readonly vias: (string | undefined)[] = [];
  readonly failures = new Map<string, Failure>();
  readonly closings: Failure[] = [];
  readonly aliveVias: (string | undefined)[] = [];
  readonly noises: string[] = [];
  /** What happened, in order. */
  readonly log: string[] = [];

  get texts(): readonly string[] {
    return this.messages.map(({ text }) => text);
  }

  message(message: Message, via: string | undefined): void {
    this.messages.push(message);
    this.vias.push(via);
    this.log.push(`message ${message.id ?? message.method ?? ''}`);
  }

  failed(id: string, failure: Failure): void {
    if (this.failures.has(id)) throw new Error(`second failure of ${id}`);
    this.failures.set(id, failure);
    this.log.push(`failed ${id}`);
  }

  retired(): void {
    this.log.push('retired');
  }

  closed(failure: Failure): void {
    this.closings.push(failure);
    this.log.push('closed');
  }

  alive(via: string | undefined): void {
    this.aliveVias.push(via);
  }

  missed(): void {
    this.log.push('missed');
  }

  noise(text: string): void {
    this.noises.push(text);
  }

  answerTo(id: number | string): Message | undefined {
    return this.messages.find((message) => message.kind === 'response' && message.id === JSON.stringify(id));
  }
}

/** Resolves when the condition holds; sockets are real, so this looks again after each turn of the event loop. */
export async function until(condition: () => boolean, what = condition.toString()): Promise<void> {
  const giveUpAt = performance.now() + 5_000;
  while (!condition()) {
    if (performance.now() > giveUpAt) throw new Error(`waited in vain for: ${what}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
