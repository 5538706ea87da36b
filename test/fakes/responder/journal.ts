import { appendFileSync } from 'node:fs';

/** Writes down what a fake saw and did, one JSON line each; the file outlives the process, so that a restart can be counted. */
export interface JournalWriter {
  note(what: string, details?: Readonly<Record<string, unknown>>): void;
}

/** Appends to a file, or nowhere. */
export function createJournal(path: string | undefined): JournalWriter {
  if (path === undefined) return { note: () => undefined };
  return {
    note(what, details) {
      const entry = { what, at: Date.now(), pid: process.pid, ...details };
      appendFileSync(path, `${JSON.stringify(entry)}\n`);
    },
  };
}
