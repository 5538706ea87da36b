import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '@breakwater/core';
import { isGroupAlive, signalGroup } from './process-group.ts';
import { processScope, processStart } from './process-start.ts';

/** Options of {@link ChildRecords}. */
export interface ChildRecordsOptions {
  /** The state directory, made with mode 0700 where it is missing. */
  readonly directory: string;
  readonly clock: Clock;
  /** Told when the directory can't be used; servers run all the same. */
  readonly onProblem?: (error: unknown) => void;
}

interface ProcessRecord {
  readonly pid: number;
  readonly start: string;
}

/** One small file for each process of ours. */
interface RecordFile {
  readonly scope: string;
  readonly gateway: ProcessRecord;
  readonly children: readonly ProcessRecord[];
}

const namePattern = /^children-\d+-[\w-]+\.json$/;
const terminateWaitMs = 2_000;
const pollMs = 50;
/** Records of another boot, container or machine can't be judged here; one day they are merely old. */
const foreignLifeMs = 7 * 24 * 60 * 60 * 1_000;

/**
 * Writes down which children run, so that the next process of ours ends what one that was killed has left behind.
 * A process is known by its id and the time of its start; without the latter (Windows) nothing is written.
 */
export class ChildRecords {
  readonly #directory: string;
  readonly #clock: Clock;
  readonly #onProblem: ((error: unknown) => void) | undefined;
  readonly #scope = processScope();
  readonly #children = new Map<number, ProcessRecord>();
  readonly #name = `children-${process.pid}-${randomUUID()}.json`;
  #self: ProcessRecord | undefined = undefined;

  constructor({ directory, clock, onProblem }: ChildRecordsOptions) {
    this.#directory = directory;
    this.#clock = clock;
    this.#onProblem = onProblem;
  }

  /** Notes a child, which must lead a process group; on disk when this returns. */
  add(pid: number): void {
    const start = processStart(pid);
    if (start === undefined) return;
    this.#children.set(pid, { pid, start });
    this.#save();
  }

  /** Forgets a child that is gone with all its group. */
  remove(pid: number): void {
    if (this.#children.delete(pid)) this.#save();
  }

  /**
   * Ends the groups whose recorded gateway is gone, first politely, then by force, and removes their records.
   *
   * @returns The process ids of the groups that were ended.
   */
  async sweep(): Promise<readonly number[]> {
    const ended: number[] = [];
    for (const name of this.#recordFiles()) {
      const path = join(this.#directory, name);
      try {
        const record = readRecord(path);
        if (record === undefined || record.scope !== this.#scope) {
          if (this.#clock.wall().getTime() - statSync(path).mtimeMs > foreignLifeMs) rmSync(path, { force: true });
          continue;
        }
        if (isRunning(record.gateway)) continue;
        const leftOver = record.children.filter(isRunning);
        await Promise.all(leftOver.map((child) => this.#end(child)));
        ended.push(...leftOver.map(({ pid }) => pid));
        rmSync(path, { force: true });
      } catch (error) {
        this.#onProblem?.(error);
      }
    }
    return ended;
  }

  async #end(child: ProcessRecord): Promise<void> {
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      if (!signalGroup(child.pid, signal)) return;
      const until = this.#clock.now() + terminateWaitMs;
      while (this.#clock.now() < until) {
        await this.#clock.sleep(pollMs);
        if (!isGroupAlive(child.pid)) return;
      }
    }
  }

  #recordFiles(): readonly string[] {
    try {
      return readdirSync(this.#directory).filter((name) => namePattern.test(name));
    } catch (error) {
      if (!isMissing(error)) this.#onProblem?.(error);
      return [];
    }
  }

  #save(): void {
    const gateway = (this.#self ??= ownRecord());
    if (gateway === undefined) return;
    const path = join(this.#directory, this.#name);
    try {
      if (this.#children.size === 0) {
        rmSync(path, { force: true });
        return;
      }
      mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
      const record: RecordFile = { scope: this.#scope, gateway, children: [...this.#children.values()] };
      // A reader never sees half a file.
      writeFileSync(`${path}.new`, JSON.stringify(record), { mode: 0o600 });
      renameSync(`${path}.new`, path);
    } catch (error) {
      this.#onProblem?.(error);
    }
  }
}

function ownRecord(): ProcessRecord | undefined {
  const start = processStart(process.pid);
  return start === undefined ? undefined : { pid: process.pid, start };
}

function isRunning({ pid, start }: ProcessRecord): boolean {
  return processStart(pid) === start;
}

/** Undefined for what no version of ours has written: such a file is only ever removed by age. */
function readRecord(path: string): RecordFile | undefined {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
  if (!isObject(value) || typeof value['scope'] !== 'string' || !Array.isArray(value['children'])) return undefined;
  const { scope, gateway } = value;
  const children: readonly unknown[] = value['children'];
  if (!isProcessRecord(gateway) || !children.every(isProcessRecord)) return undefined;
  // As a group, 0 is our own and 1 is everybody.
  return children.some(({ pid }) => pid <= 1) ? undefined : { scope, gateway, children };
}

function isProcessRecord(value: unknown): value is ProcessRecord {
  return isObject(value) && Number.isSafeInteger(value['pid']) && typeof value['start'] === 'string';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
