import { setImmediate as turn } from 'node:timers/promises';
import { Writable } from 'node:stream';
import { Message } from '@breakwater/core';
import { expect, it } from 'vitest';
import { StdinWriter } from './stdin-writer.ts';

/** A child's stdin that takes one write at a time, when it is told to. */
class Pipe extends Writable {
  readonly chunks: string[] = [];
  take: (error?: Error) => void = () => {};

  override _write(chunk: Buffer, _encoding: string, taken: (error?: Error | null) => void): void {
    this.chunks.push(chunk.toString());
    this.take = taken;
  }
}

function call(id: number, text = ''): Message {
  return Message.request(id, 'tools/call', { text });
}

function idsIn(chunk: string | undefined): readonly unknown[] {
  return (chunk ?? '')
    .trimEnd()
    .split('\n')
    .map((line) => Message.read(line).id);
}

it('writes at once what came in one turn, and then what came meanwhile', async () => {
  const pipe = new Pipe();
  const writer = new StdinWriter(pipe);
  writer.write(call(1));
  writer.write(call(2));
  await turn();
  writer.write(call(3));
  writer.write(call(4));
  await turn();
  pipe.take();
  await turn();
  expect(pipe.chunks.map(idsIn)).toEqual([
    ['1', '2'],
    ['3', '4'],
  ]);
});

it('lets a long message go alone, so that it is known of the next whether it went', async () => {
  const pipe = new Pipe();
  const writer = new StdinWriter(pipe);
  for (const message of [call(1), call(2, 'x'.repeat(20_000)), call(3)]) writer.write(message);
  await turn();
  pipe.take();
  await turn();
  pipe.on('error', () => {});
  pipe.take(new Error('EPIPE'));
  await turn();
  expect(pipe.chunks.map(idsIn)).toEqual([['1'], ['2']]);
  expect(writer.stop(false).map(({ id }) => id)).toEqual(['2', '3']);
});

it.each([
  [true, ['2', '3']],
  [false, ['3']],
])('knows of the last of several only that it has not arrived, where nothing more can: %s', async (isCut, unsent) => {
  const pipe = new Pipe();
  const writer = new StdinWriter(pipe);
  writer.write(call(1));
  writer.write(call(2));
  await turn();
  writer.write(call(3));
  expect(writer.stop(isCut).map(({ id }) => id)).toEqual(unsent);
  expect(writer.hasWritten).toBe(true);
  pipe.take();
  await turn();
  expect(pipe.chunks.map(idsIn)).toEqual([['1', '2']]);
});

it.each([true, false])('counts what may still arrive as heard, and not what goes no further: %s', async (isCut) => {
  const writer = new StdinWriter(new Pipe());
  writer.write(call(1));
  await turn();
  writer.stop(isCut);
  expect(writer.hasWritten).toBe(!isCut);
});

it('takes back what was not written in its turn yet', async () => {
  const pipe = new Pipe();
  const writer = new StdinWriter(pipe);
  writer.write(call(1));
  expect(writer.retract('1')).toBe(true);
  await turn();
  expect(pipe.chunks).toEqual([]);
});

it('writes what one turn has brought before it ends', () => {
  const pipe = new Pipe();
  const writer = new StdinWriter(pipe);
  writer.write(call(1));
  writer.end();
  expect(pipe.chunks.map(idsIn)).toEqual([['1']]);
});
