import { Writable } from 'node:stream';
import { Message } from '@breakwater/core';
import { expect, it } from 'vitest';
import { Backlog } from './backlog.ts';

const mebibyte = 1024 * 1024;
const progress = Message.notification('notifications/progress');
const log = Message.notification('notifications/message');

/** A backlog to somebody who reads when told to, and what was told of it. */
function aBacklog() {
  const reads: (() => void)[] = [];
  const output = new Writable({ write: (_chunk, _encoding, read) => void reads.push(read) });
  const told: unknown[] = [];
  const backlog = new Backlog(output, (...what) => void told.push(what));
  const readAll = async (): Promise<void> => {
    while (output.writableLength > 0) {
      reads.shift()?.();
      await new Promise(setImmediate);
    }
  };
  const write = (mebibytes: number): void => backlog.write('x'.repeat(mebibytes * mebibyte));
  return { backlog, output, told, readAll, write };
}

it('spares nothing as long as little waits', () => {
  const { backlog, write } = aBacklog();
  write(4);

  expect([progress, log].map((message) => backlog.spares(message))).toEqual([false, false]);
});

it('spares progress and logs, and nothing else, where much waits', () => {
  const { backlog, write } = aBacklog();
  write(5);
  const others = [
    Message.notification('notifications/tools/list_changed'),
    Message.notification('notifications/resources/updated'),
    Message.notification('notifications/cancelled'),
    Message.request(1, 'notifications/message'),
    Message.request(1, 'roots/list'),
    Message.result('1', {}),
  ];

  expect([progress, log].map((message) => backlog.spares(message))).toEqual([true, true]);
  expect(others.filter((message) => backlog.spares(message))).toEqual([]);
});

it('tells once how much it has left out, when the host has read the rest', async () => {
  const { backlog, told, write, readAll } = aBacklog();
  for (let round = 1; round <= 2; round++) {
    write(5);
    for (let n = 0; n < 3; n++) backlog.spares(progress);
    expect(told).toHaveLength(round - 1);
    await readAll();
  }

  expect(told).toEqual([
    ['unread', 3],
    ['unread', 3],
  ]);
});

it('tells it too when the host has gone without reading', async () => {
  const { backlog, output, told, write } = aBacklog();
  write(5);
  backlog.spares(log);
  output.destroy();
  await new Promise((resolve) => output.once('close', resolve));

  expect(told).toEqual([['unread', 1]]);
  expect(output.listenerCount('drain')).toBe(0);
});

it('has room for a message of any size', () => {
  const { backlog, write } = aBacklog();
  write(40);
  write(16);

  expect(backlog.isFull).toBe(false);
});

it('is full when too much waits besides the largest message', async () => {
  const { backlog, write, readAll } = aBacklog();
  write(40);
  for (let n = 0; n < 17; n++) write(1);
  expect(backlog.isFull).toBe(true);
  await readAll();
  expect(backlog.isFull).toBe(false);
  for (let n = 0; n < 18; n++) write(1);

  expect(backlog.isFull).toBe(true);
});
