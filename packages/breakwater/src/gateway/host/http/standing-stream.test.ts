import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Message } from '@breakwater/core';
import { expect, it } from 'vitest';
import { VirtualClock } from '@breakwater/core/testing';
import { StandingStream } from './standing-stream.ts';

class RecordedResponse extends ServerResponse {
  written = '';
  /** Whether nobody reads what is written. */
  isStalled = false;

  constructor() {
    super(new IncomingMessage(new Socket()));
  }

  override write(chunk: unknown): boolean {
    if (this.isStalled) return super.write(chunk);
    this.written += String(chunk);
    return true;
  }

  get methods(): readonly string[] {
    return [...this.written.matchAll(/"method":"([^"]+)"/g)].map(([, method = '']) => method);
  }
}

function aStream() {
  const clock = new VirtualClock();
  const undelivered: (string | undefined)[] = [];
  const unread: string[] = [];
  return {
    clock,
    undelivered,
    unread,
    stream: new StandingStream(
      clock,
      ({ id }) => void undelivered.push(id),
      (what) => void unread.push(what),
    ),
  };
}

it('keeps what comes before the host has opened it, in order', () => {
  const { stream } = aStream();
  const response = new RecordedResponse();
  stream.send(Message.notification('notifications/message'));
  stream.send(Message.request(1, 'roots/list'));
  stream.open(response);
  stream.send(Message.notification('notifications/progress'));

  expect(response.methods).toEqual(['notifications/message', 'roots/list', 'notifications/progress']);
});

it('keeps what comes between two streams, and sends it once', () => {
  const { stream } = aStream();
  const [first, second] = [new RecordedResponse(), new RecordedResponse()];
  stream.open(first);
  first.destroy();
  stream.send(Message.notification('notifications/message'));
  stream.open(second);

  expect([first.methods, second.methods]).toEqual([[], ['notifications/message']]);
});

it('keeps what came before the host opened it where that stream is gone already', () => {
  const { stream } = aStream();
  const [first, second] = [new RecordedResponse(), new RecordedResponse()];
  stream.send(Message.request(7, 'roots/list'));
  first.destroy();
  stream.open(first);
  stream.open(second);

  expect(second.methods).toEqual(['roots/list']);
});

it('gives a question up when no stream was opened for five seconds, and does not send it later', async () => {
  const { stream, clock, undelivered } = aStream();
  const response = new RecordedResponse();
  stream.send(Message.request(7, 'roots/list'));
  await clock.advance(4_999);
  expect(undelivered).toEqual([]);
  await clock.advance(1);
  stream.open(response);

  expect(undelivered).toEqual(['7']);
  expect(response.methods).toEqual([]);
});

it('never gives up a question that has gone out', async () => {
  const { stream, clock, undelivered } = aStream();
  stream.send(Message.request(7, 'roots/list'));
  stream.open(new RecordedResponse());
  await clock.advance(60_000);

  expect(undelivered).toEqual([]);
});

it('keeps a bounded number of messages and lets the oldest go', () => {
  const { stream, undelivered } = aStream();
  const response = new RecordedResponse();
  stream.send(Message.request(1, 'roots/list'));
  for (let n = 0; n < 64; n++) stream.send(Message.notification('notifications/message', { n }));
  stream.open(response);

  expect(response.methods).toHaveLength(64);
  expect(response.methods).not.toContain('roots/list');
  expect(undelivered).toEqual(['1']);
});

it('lets large messages go before there are many', () => {
  const { stream } = aStream();
  const response = new RecordedResponse();
  const half = 'x'.repeat(2 * 1024 * 1024);
  for (const n of [1, 2, 3]) stream.send(Message.notification('notifications/message', { n, half }));
  stream.open(response);

  expect(response.methods).toHaveLength(1);
});

it('gives a question up at once when the session has ended', () => {
  const { stream, undelivered } = aStream();
  stream.end();
  stream.send(Message.request(7, 'roots/list'));

  expect(undelivered).toEqual(['7']);
});

it('ends the stream of a host that does not read, and keeps the rest for its next one', () => {
  const { stream, unread } = aStream();
  const [first, second] = [new RecordedResponse(), new RecordedResponse()];
  stream.open(first);
  first.isStalled = true;
  const large = 'x'.repeat(1024 * 1024);
  for (let n = 0; n < 100 && !first.destroyed; n++)
    stream.send(Message.notification('notifications/resources/updated', { large }));
  stream.send(Message.request(7, 'roots/list'));
  stream.open(second);

  expect(unread).toEqual(['unread-stream']);
  expect(first.writableLength).toBeLessThan(20 * 1024 * 1024);
  expect(second.methods).toEqual(['notifications/resources/updated', 'roots/list']);
});

it('leaves out logs for a host that does not read, and keeps its stream', () => {
  const { stream } = aStream();
  const response = new RecordedResponse();
  stream.open(response);
  response.isStalled = true;
  const large = 'x'.repeat(1024 * 1024);
  for (let n = 0; n < 100; n++) stream.send(Message.notification('notifications/message', { large }));

  expect(response.destroyed).toBe(false);
  expect(response.writableLength).toBeLessThan(8 * 1024 * 1024);
});
