import type { Readable, Writable } from 'node:stream';

/** What a command may touch: its terminal and its environment, nothing global. */
export interface Terminal {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /** Takes what must happen at once when the process ends out of order: synchronous, and no more than killing what it started. */
  readonly atExit: (listener: () => void) => void;
  /** Aborted by SIGTERM, SIGINT and SIGHUP: the command ends in order. */
  readonly signal: AbortSignal;
}

/** One subcommand; it returns its exit code and never exits by itself. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly usage: string;
  run(args: readonly string[], terminal: Terminal): Promise<number>;
}

/** Exit codes, the same for all commands. */
export const exitCodes = { ok: 0, failed: 1, usage: 2 } as const;

/** Thrown for arguments that make no sense; printed with the command's usage, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
