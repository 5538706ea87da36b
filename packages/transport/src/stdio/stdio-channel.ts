import { constants } from 'node:buffer';
import { statSync } from 'node:fs';
import { Message, type Channel, type ChannelListener, type Clock, type Failure, type Locale } from '@breakwater/core';
import type { Subject } from '../sentences.ts';
import { opensSession } from '../session-opening.ts';
import { Child, type ChildEnd } from './child.ts';
import type { ChildRecords } from './child-records.ts';
import { endFailure, notReadingFailure, stoppedFailure } from './failures.ts';
import { Inbox } from './inbox.ts';
import { resolveCommand } from './resolve-command.ts';
import { commandName, startProblem } from './start-problem.ts';
import { StderrTail } from './stderr-tail.ts';
import { StdinWriter } from './stdin-writer.ts';

/** Options of {@link openStdioChannel}. */
export interface StdioOptions {
  /** The server's key in the configuration; what faults call it. */
  readonly name: string;
  /** The language of its faults. */
  readonly locale: Locale;
  readonly command: string;
  readonly args?: readonly string[];
  readonly cwd?: string;
  /** The child's complete environment; `childEnvironment` makes one. */
  readonly env: Readonly<Record<string, string>>;
  readonly clock: Clock;
  /**
   * The longest line that is taken from the child, in bytes. A longer one is let pass by and fails its call alone.
   *
   * @default 268_435_456
   */
  readonly maxMessageBytes?: number;
  /** Takes the lines that the child writes to stderr, one or more with their newlines, as they are: redact them before they go anywhere. */
  readonly onStderr?: (lines: string) => void;
  /** Where the child is written down, so that it is found again should this process be killed. */
  readonly records?: ChildRecords;
  /**
   * How long the child may take to end after its stdin was closed, in milliseconds.
   *
   * @default 2_000
   */
  readonly closeWaitMs?: number;
  /**
   * How long it may take after SIGTERM, before SIGKILL, in milliseconds.
   *
   * @default 2_000
   */
  readonly terminateWaitMs?: number;
}

/** The channel to one child process. */
export interface StdioChannel extends Channel {
  /** Undefined where it could not be started. */
  readonly processId: number | undefined;
  /** The last 64 KiB of stderr; redact it before it goes anywhere. */
  stderrTail(): string;
  /** Has what is left of an end go fast: the child and all it has started get SIGTERM now and SIGKILL a second later. */
  hurry(): void;
  /** Kills the child and all it has started before it returns, for handlers of the process's own end. */
  killNow(): void;
}

/**
 * Starts a child process and speaks JSON-RPC with it, one message a line. The listener is never called before this has
 * returned. An answer to a request that was taken back is handed on like any other: the owner knows its requests.
 *
 * @throws {RangeError} For a `maxMessageBytes` that cannot be meant.
 */
export function openStdioChannel(options: StdioOptions, listener: ChannelListener): StdioChannel {
  const { maxMessageBytes = 268_435_456 } = options;
  const most = constants.MAX_STRING_LENGTH;
  if (!Number.isInteger(maxMessageBytes) || maxMessageBytes < 1 || maxMessageBytes > most) {
    throw new RangeError(`Expected \`maxMessageBytes\` to be an integer from 1 to ${most}, got ${maxMessageBytes}.`);
  }
  return new ChildChannel(options, listener, maxMessageBytes);
}

class ChildChannel implements StdioChannel {
  readonly #options: StdioOptions;
  readonly #subject: Subject;
  readonly #listener: ChannelListener;
  readonly #child: Child;
  readonly #stdin: StdinWriter | undefined;
  readonly #inbox: Inbox;
  readonly #stderr: StderrTail;
  #initializeId: string | undefined = undefined;
  /** Why we ended it ourselves. */
  #verdict: Failure | undefined = undefined;
  #isClosed = false;

  constructor(options: StdioOptions, listener: ChannelListener, maxMessageBytes: number) {
    const {
      name: server,
      locale,
      command,
      args = [],
      cwd,
      env,
      clock,
      records,
      closeWaitMs = 2_000,
      terminateWaitMs = 2_000,
    } = options;
    this.#options = options;
    this.#subject = { server, locale };
    this.#listener = listener;
    this.#stderr = new StderrTail(options.onStderr);
    this.#inbox = new Inbox({ subject: this.#subject, maxMessageBytes, clock, listener });
    const resolved = resolveCommand({ command, args, env, cwd, platform: process.platform, exists: isFile });
    this.#child = new Child(
      { command: resolved, cwd, env, clock, records, closeWaitMs, terminateWaitMs },
      {
        output: (chunk) => this.#inbox.push(chunk),
        errorOutput: (chunk) => this.#onStderr(chunk),
        ended: (end) => this.#ended(end),
      },
    );
    const { stdin } = this.#child;
    this.#stdin = stdin === undefined ? undefined : new StdinWriter(stdin);
  }

  get state(): 'opening' | 'open' | 'closed' {
    if (this.#isClosed) return 'closed';
    return this.#stdin === undefined ? 'opening' : 'open';
  }

  get processId(): number | undefined {
    return this.#child.processId;
  }

  stderrTail(): string {
    return this.#stderr.text();
  }

  send(message: Message): void {
    // Without a process `closed` is about to say so, for everything at once.
    if (this.#isClosed || this.#stdin === undefined) return;
    if (message.kind === 'request' && message.id !== undefined) {
      if (this.#stdin.full) {
        this.#listener.failed(message.id, notReadingFailure(this.#subject, 'overloaded'));
        return;
      }
      this.#inbox.expect(message.id);
      if (opensSession(message)) this.#initializeId = message.id;
    }
    this.#stdin.write(message);
    if (this.#stdin.stuck) void this.#end(notReadingFailure(this.#subject, 'connection_lost'));
  }

  cancel(id: string): void {
    if (!this.#inbox.forget(id) || this.#stdin?.retract(id) === true) return;
    // The protocol forbids to cancel this one.
    if (id === this.#initializeId) return;
    this.send(Message.read(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${id}}}`));
  }

  close(): Promise<void> {
    return this.#end(stoppedFailure(this.#subject));
  }

  hurry(): void {
    this.#child.hurry();
  }

  killNow(): void {
    this.#child.killNow();
  }

  #end(verdict: Failure): Promise<void> {
    this.#verdict ??= verdict;
    this.#stdin?.end();
    return this.#child.end();
  }

  #onStderr(chunk: Buffer): void {
    this.#stderr.push(chunk);
    this.#listener.alive?.(undefined);
  }

  #ended(end: ChildEnd): void {
    this.#inbox.end();
    this.#stderr.end();
    // The input of one that has exited is closed; one that has only closed its output may read on.
    const unsent = this.#stdin?.stop(end.how === 'exited') ?? [];
    const problem = end.how === 'not-started' ? startProblem(this.#options) : undefined;
    const context = {
      ...this.#subject,
      command: commandName(this.#options.command, problem),
      startProblem: problem,
      hasSpoken: this.#inbox.hasSpoken,
      hasHeard: this.#stdin?.hasWritten === true,
    };
    const failure = this.#verdict ?? { ...endFailure(end, context), lastWords: this.#stderr.text() };
    for (const { kind, id } of unsent) {
      if (kind !== 'request' || id === undefined || !this.#inbox.forget(id)) continue;
      this.#listener.failed(id, { ...failure, executed: 'no' });
    }
    this.#isClosed = true;
    this.#listener.closed(failure);
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
