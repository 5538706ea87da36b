import { existsSync, readFileSync } from 'node:fs';
import type { Json } from './json-rpc.ts';
import { until } from './until.ts';

/** One thing that a fake wrote down. */
export interface JournalEntry {
  readonly what: string;
  /** Milliseconds since the epoch, so that entries of several processes can be compared. */
  readonly at: number;
  readonly pid: number;
  readonly [member: string]: unknown;
}

/** Reads what a fake wrote down, over all its processes. */
export class Journal {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** The entries of this kind, or all of them, in order. */
  entries(what?: string): readonly JournalEntry[] {
    if (!existsSync(this.path)) return [];
    const lines = readFileSync(this.path, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    // Fakes write nothing else here.
    const entries = lines.map((line) => JSON.parse(line) as JournalEntry);
    return what === undefined ? entries : entries.filter((entry) => entry.what === what);
  }

  /** How often this was written down, with these members. */
  count(what: string, members: Json = {}): number {
    const wanted = Object.entries(members);
    return this.entries(what).filter((entry) => wanted.every(([name, value]) => entry[name] === value)).length;
  }

  /** The messages with this method that the fake received, as text. */
  received(method: string): readonly string[] {
    return this.entries('received')
      .map((entry) => String(entry['text']))
      .filter((text) => text.includes(`"method":"${method}"`));
  }

  /** Waits until this was written down so many times. */
  async waitFor(what: string, times = 1, timeoutMs?: number): Promise<void> {
    await until(`${times} × ${what} in the journal`, () => this.count(what) >= times, timeoutMs);
  }
}
