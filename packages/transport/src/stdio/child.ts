import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { CancelSource, Timer, type Clock } from '@breakwater/core';
import type { CommandProblem } from '../sentences.ts';
import type { ChildRecords } from './child-records.ts';
import { isGroupAlive, killGroupNow, signalGroup } from './process-group.ts';
import type { ResolvedCommand } from './resolve-command.ts';

/** How a child came to its end. */
export type ChildEnd =
  | { readonly how: 'not-started'; readonly error: unknown; readonly problem?: CommandProblem }
  | { readonly how: 'exited'; readonly code: number | null; readonly signal: NodeJS.Signals | null }
  /** The process lives, but one of the two pipes that make it a server doesn't. */
  | { readonly how: 'output-closed' | 'input-closed' };

/** What a child tells its owner. */
export interface ChildOwner {
  output(chunk: Buffer): void;
  errorOutput(chunk: Buffer): void;
  /** Called once, behind the last output; never during the constructor. */
  ended(end: ChildEnd): void;
}

/** Options of {@link Child}. */
export interface ChildOptions {
  readonly command: ResolvedCommand | { readonly problem: CommandProblem };
  readonly cwd?: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly clock: Clock;
  readonly records?: ChildRecords | undefined;
  /** How long a child that was asked to end may take for it, in milliseconds. */
  readonly closeWaitMs: number;
  /** The same after SIGTERM. */
  readonly terminateWaitMs: number;
}

/** How long the other signs of an end are waited for after the first one, so that it is told whole. */
const signsWaitMs = 500;
/** How long the kernel may take to reap what was killed. */
const reapWaitMs = 2_000;
const groupPollMs = 20;
/** How long a child may take after SIGTERM where its owner is about to be killed itself; hosts give it 2 s. */
const hurriedMs = 1_000;

/**
 * One process, its pipes, and everything that it starts in its process group: noticed when it ends in whatever way, and
 * ended so that nothing of it is left.
 */
export class Child {
  readonly #options: ChildOptions;
  readonly #owner: ChildOwner;
  readonly #process: ChildProcessWithoutNullStreams | undefined;
  readonly #processId: number | undefined;
  readonly #exited = new CancelSource();
  readonly #reported = new CancelSource();
  readonly #signsTimer: Timer;
  readonly #hurryTimer = new Timer(() => this.killNow());
  #isTerminated = false;
  #firstSign: ChildEnd | undefined = undefined;
  #openOutputs = 2;
  #groupGone = false;
  #ending: Promise<void> | undefined = undefined;

  constructor(options: ChildOptions, owner: ChildOwner) {
    this.#options = options;
    this.#owner = owner;
    // Where the event loop was blocked for long, timers come before what lies in the pipes: that goes first.
    this.#signsTimer = new Timer(() => setImmediate(() => this.#report()));
    const child = this.#spawn();
    this.#process = child;
    this.#processId = child?.pid;
    if (child === undefined || this.#processId === undefined) return;
    options.records?.add(this.#processId);
    this.#watch(child);
  }

  get processId(): number | undefined {
    return this.#processId;
  }

  /** Undefined where there is no process. */
  get stdin(): ChildProcessWithoutNullStreams['stdin'] | undefined {
    return this.#processId === undefined ? undefined : this.#process?.stdin;
  }

  /** Closes its stdin, then terminates, then kills; resolves when nothing of the group is left, or nothing helped. */
  end(): Promise<void> {
    this.#ending ??= this.#endInOrder();
    return this.#ending;
  }

  /** Cuts the waits of {@link end} short: terminates the group at once and kills it soon. */
  hurry(): void {
    if (this.#processId === undefined || this.#groupGone) return;
    this.#terminate(this.#processId);
    this.#options.clock.schedule(this.#hurryTimer, hurriedMs);
  }

  /** Kills the group before it returns. */
  killNow(): void {
    if (this.#processId !== undefined && !this.#groupGone) killGroupNow(this.#processId);
  }

  #spawn(): ChildProcessWithoutNullStreams | undefined {
    const { command, cwd, env } = this.#options;
    if ('problem' in command) {
      process.nextTick(() => this.#notStarted(undefined, command.problem));
      return undefined;
    }
    try {
      const child = spawn(command.file, command.args, {
        cwd,
        env,
        stdio: ['pipe', 'pipe', 'pipe'],
        // A group of its own: a signal to it takes what npx or a shell has started along.
        detached: process.platform !== 'win32',
        windowsHide: true,
        windowsVerbatimArguments: command.verbatim,
      });
      // Also what can't be done to a process that runs comes here, and says nothing about it.
      child.on('error', (error) => {
        if (child.pid === undefined) this.#notStarted(error);
      });
      return child;
    } catch (error) {
      process.nextTick(() => this.#notStarted(error));
      return undefined;
    }
  }

  #watch(child: ChildProcessWithoutNullStreams): void {
    child.stdout.on('data', (chunk: Buffer) => this.#owner.output(chunk));
    child.stderr.on('data', (chunk: Buffer) => this.#owner.errorOutput(chunk));
    child.stdout.on('error', ignore).on('close', () => this.#outputClosed({ how: 'output-closed' }));
    child.stderr.on('error', ignore).on('close', () => this.#outputClosed(undefined));
    child.stdin.on('error', () => this.#sign({ how: 'input-closed' }));
    child.on('exit', (code, signal) => {
      this.#firstSign = { how: 'exited', code, signal };
      this.#exited.cancel('shutdown');
      this.#sign(this.#firstSign);
    });
  }

  #outputClosed(sign: ChildEnd | undefined): void {
    this.#openOutputs--;
    if (sign !== undefined) this.#sign(sign);
    else if (this.#firstSign !== undefined) this.#sign(this.#firstSign);
  }

  /** An end has several signs, in any order: the exit says most, and the last words may still be in the pipes. */
  #sign(sign: ChildEnd): void {
    const hasExited = this.#exited.reason !== undefined;
    // A child that is being ended may close its pipes in any order.
    if (this.#reported.reason !== undefined || (this.#ending !== undefined && !hasExited)) return;
    this.#firstSign ??= sign;
    if (hasExited && this.#openOutputs === 0) this.#report();
    else if (this.#signsTimer.slot === undefined) this.#options.clock.schedule(this.#signsTimer, signsWaitMs);
  }

  #notStarted(error: unknown, problem?: CommandProblem): void {
    this.#firstSign = { how: 'not-started', error, ...(problem === undefined ? {} : { problem }) };
    this.#report();
  }

  #report(): void {
    const end = this.#firstSign;
    if (this.#reported.reason !== undefined || end === undefined) return;
    this.#reported.cancel('shutdown');
    this.#options.clock.cancel(this.#signsTimer);
    // A grandchild may hold the pipes open; nobody listens to it any more.
    const child = this.#process;
    if (child !== undefined && this.#processId !== undefined) {
      child.stdout.destroy();
      child.stderr.destroy();
    }
    this.#owner.ended(end);
    void this.end();
  }

  async #endInOrder(): Promise<void> {
    const { clock, records, closeWaitMs, terminateWaitMs } = this.#options;
    const processId = this.#processId;
    if (processId !== undefined) {
      this.stdin?.end();
      // One that has closed its input itself can't see that end.
      const mayNotice = this.#firstSign?.how !== 'input-closed';
      if (!(mayNotice && (await this.#hasExited(closeWaitMs)))) {
        this.#terminate(processId);
        if (!(await this.#hasExited(terminateWaitMs))) signalGroup(processId, 'SIGKILL');
      }
      const hasExited = await this.#hasExited(reapWaitMs);
      await this.#endGroup(processId);
      this.#groupGone = hasExited;
      clock.cancel(this.#hurryTimer);
      this.stdin?.destroy();
      if (hasExited) records?.remove(processId);
      else this.#process?.unref();
    }
    // The last words come behind the exit, and somebody outside the group may hold the pipes: bounded by the wait for signs.
    await clock.sleep(2 * signsWaitMs, this.#reported);
    this.#firstSign ??= { how: 'output-closed' };
    this.#report();
  }

  /** Once: to a second one some programs answer by leaving things undone. */
  #terminate(processId: number): void {
    if (this.#isTerminated) return;
    this.#isTerminated = true;
    signalGroup(processId, 'SIGTERM');
  }

  /** Ends what the leader of the group has left behind. */
  async #endGroup(processId: number): Promise<void> {
    if (!isGroupAlive(processId)) return;
    signalGroup(processId, 'SIGTERM');
    if (await this.#groupEnds(processId, this.#options.terminateWaitMs)) return;
    signalGroup(processId, 'SIGKILL');
    await this.#groupEnds(processId, reapWaitMs);
  }

  async #groupEnds(processId: number, waitMs: number): Promise<boolean> {
    const { clock } = this.#options;
    for (const until = clock.now() + waitMs; clock.now() < until;) {
      await clock.sleep(groupPollMs);
      if (!isGroupAlive(processId)) return true;
    }
    return false;
  }

  async #hasExited(waitMs: number): Promise<boolean> {
    return !(await this.#options.clock.sleep(waitMs, this.#exited));
  }
}

function ignore(): void {}
