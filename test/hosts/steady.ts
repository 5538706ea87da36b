import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

// Loaded before a server, this takes from it what two runs can't have in common: the time of day and chance.
const noon = Date.UTC(2026, 0, 1, 12);

class StoppedDate extends Date {
  // One argument is enough for the servers; none means now.
  constructor(value: number | string | Date = noon) {
    super(value);
  }

  static override now(): number {
    return noon;
  }
}

let drawn = 0;
Object.assign(globalThis, { Date: StoppedDate });
Object.assign(crypto, { randomBytes: (size: number) => Buffer.alloc(size, ++drawn) });
syncBuiltinESMExports();
