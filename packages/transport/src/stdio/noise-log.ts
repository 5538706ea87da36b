import { cutText } from './cut-text.ts';

const keptLines = 64;
const maxLineLength = 2_000;

/** Counts what a child wrote to stdout that was no message, and keeps the last of it, unredacted. */
export class NoiseLog {
  readonly #lines: string[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** The last lines, the oldest first. */
  get lines(): readonly string[] {
    return this.#lines;
  }

  /** Keeps a line and returns the part of it that was kept. */
  add(line: string): string {
    this.#count++;
    const kept = cutText(line, maxLineLength);
    if (this.#lines.length === keptLines) this.#lines.shift();
    this.#lines.push(kept);
    return kept;
  }
}
