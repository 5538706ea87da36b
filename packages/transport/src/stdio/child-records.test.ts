import { spawn, type ChildProcess } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SystemClock } from '@breakwater/core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ChildRecords } from './child-records.ts';
import { isGroupAlive } from './process-group.ts';
import { processScope, processStart } from './process-start.ts';

let directory = '';
const children: ChildProcess[] = [];

beforeEach(() => {
  directory = join(mkdtempSync(join(tmpdir(), 'records-')), 'state');
});
afterEach(() => {
  for (const { pid } of children.splice(0)) if (pid !== undefined && isGroupAlive(pid)) process.kill(-pid, 'SIGKILL');
  rmSync(join(directory, '..'), { recursive: true });
});

function startGroup(script = 'sleep 60'): number {
  const child = spawn('sh', ['-c', script], { detached: true, stdio: 'ignore' });
  children.push(child);
  return child.pid ?? 0;
}

function records(onProblem: (error: unknown) => void = () => {}): ChildRecords {
  return new ChildRecords({ directory, clock: new SystemClock(), onProblem });
}

/** A record as a process that is gone has left it. */
function leaveRecord(left: readonly { pid: number; start: string | undefined }[], changes: object = {}): void {
  mkdirSync(directory, { recursive: true });
  const record = { scope: processScope(), gateway: { pid: process.pid, start: '1' }, children: left, ...changes };
  writeFileSync(join(directory, 'children-1-x.json'), JSON.stringify(record));
}

it('holds the running children in one private file, and none when they are gone', () => {
  const kept = records();
  const [a, b] = [startGroup(), startGroup()];
  kept.add(a);
  kept.add(b);
  kept.remove(a);
  const [name, ...others] = readdirSync(directory);
  expect(others).toEqual([]);
  expect(JSON.parse(readFileSync(join(directory, name ?? ''), 'utf8'))).toEqual({
    scope: processScope(),
    gateway: { pid: process.pid, start: processStart(process.pid) },
    children: [{ pid: b, start: processStart(b) }],
  });
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  expect(statSync(join(directory, name ?? '')).mode & 0o777).toBe(0o600);
  kept.remove(b);
  expect(readdirSync(directory)).toEqual([]);
});

it('leaves the children of a process that runs alone', async () => {
  const pid = startGroup();
  records().add(pid);
  expect(await records().sweep()).toEqual([]);
  expect(isGroupAlive(pid)).toBe(true);
});

it('ends what a process that is gone has left, with all its group, also against its will', async () => {
  const willing = startGroup('sleep 60 & sleep 60');
  const stubborn = startGroup(`trap '' TERM; sleep 60; sleep 60`);
  // The trap must be set before it is of use.
  await new Promise((resolve) => setTimeout(resolve, 200));
  leaveRecord([willing, stubborn].map((pid) => ({ pid, start: processStart(pid) })));
  expect(await records().sweep()).toEqual([willing, stubborn]);
  expect([isGroupAlive(willing), isGroupAlive(stubborn)]).toEqual([false, false]);
  expect(readdirSync(directory)).toEqual([]);
});

it('never touches a process that only has the same id', async () => {
  const pid = startGroup();
  leaveRecord([{ pid, start: '12345' }]);
  expect(await records().sweep()).toEqual([]);
  expect(isGroupAlive(pid)).toBe(true);
  expect(readdirSync(directory)).toEqual([]);
});

it.each([
  ['another boot or container', { scope: 'elsewhere' }],
  ['everybody', { children: [{ pid: 1, start: processStart(1) }] }],
  ['a form that it does not know', { children: 'none' }],
])('leaves a record of %s alone until it is old', async (_what, changes) => {
  const pid = startGroup();
  leaveRecord([{ pid, start: processStart(pid) }], changes);
  expect(await records().sweep()).toEqual([]);
  expect(isGroupAlive(pid)).toBe(true);
  expect(readdirSync(directory)).toHaveLength(1);
  utimesSync(join(directory, 'children-1-x.json'), 0, 0);
  await records().sweep();
  expect(readdirSync(directory)).toEqual([]);
});

it('says where it cannot write and harms nobody', async () => {
  writeFileSync(directory, 'a file where a directory should be');
  const problems: unknown[] = [];
  const kept = records((error) => problems.push(error));
  kept.add(startGroup());
  await kept.sweep();
  expect(problems).toHaveLength(2);
});
