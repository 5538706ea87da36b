import { Message } from '@breakwater/core';
import { VirtualClock } from '@breakwater/core/testing';
import { expect, it } from 'vitest';
import { serverOf } from '../testing/server-of.ts';
import type { Server, ServerSource } from './server.ts';

/** A server that is being asked which wire it speaks. */
function aServer(isRemote = false): { readonly server: Server; readonly clock: VirtualClock; settle(): void } {
  const clock = new VirtualClock({ autoAdvance: false });
  const source: ServerSource = {
    isRemote,
    mayBeModern: true,
    prepare: () => Promise.resolve(),
    open: () => expect.unreachable('Nothing is opened.'),
    close: () => Promise.resolve(),
    hurry: () => {},
    killNow: () => {},
  };
  const server = serverOf('one', source, { clock });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.waitFor(promise);
  return { server, clock, settle: resolve };
}

/** Whether a line may open now. */
async function isPrepared({ server, clock }: ReturnType<typeof aServer>, waitMs = 0): Promise<boolean> {
  let prepared = false;
  void server.prepare().then(() => (prepared = true));
  await clock.advance(waitMs);
  await clock.advance(0);
  return prepared;
}

it('has lines wait until its first process has said which wire it speaks, and leaves no timer behind', async () => {
  const asked = aServer();
  expect(await isPrepared(asked)).toBe(false);
  asked.settle();
  await asked.clock.advance(0);
  expect(asked.clock.armed).toBe(0);
  expect(await isPrepared(asked)).toBe(true);
  expect([asked.clock.slept.length, asked.clock.armed]).toEqual([1, 0]);
});

it('has no line wait for longer than five seconds for that', async () => {
  expect(await isPrepared(aServer(), 4_999)).toBe(false);
  expect(await isPrepared(aServer(), 5_000)).toBe(true);
});

it('has no line wait for what a server elsewhere says, which starts nothing twice', async () => {
  expect(await isPrepared(aServer(true))).toBe(true);
});

// C124, E7
it.each([
  ['whole', ['-----END PRIVATE KEY-----', '']],
  ['without its end', ['']],
])('tells nothing of a private key on stderr whose lines reach further back than it tells: %s', (_, end) => {
  const { server } = aServer();
  const body = Array.from({ length: 12 }, (_line, index) => `MIIEvQ${String.fromCodePoint(65 + index).repeat(58)}`);
  const lastWords = ['Error: unsupported key:', '-----BEGIN PRIVATE KEY-----', ...body, ...end].join('\n');
  const { message } = server.explain({ kind: 'server_not_running', executed: 'no', lastWords });

  expect(message).toMatch(/Error: unsupported key: \[redacted\]$/);
});

it('tells the last three lines of stderr that are left without what is internal', () => {
  const { server } = aServer();
  const lastWords = [
    'one',
    'two',
    'Traceback (most recent call last):',
    '  File "/srv/shop/a.py", line 3, in <module>',
    '    connect(db)',
    'KeyError: 1',
    '',
  ].join('\n');
  const { message } = server.explain({ kind: 'server_not_running', executed: 'no', lastWords });

  expect(message).toMatch(/: one two KeyError: 1$/);
});

// C124
it('masks a version and an id that it does not know before it cuts them', () => {
  const { server } = aServer();
  const token = 'ghp_ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
  const answer = Message.read(JSON.stringify({ jsonrpc: '2.0', id: `for the call 12 ${token}`, result: {} }));

  expect(server.versionUnknown(`2031-01-01, signed for the holder of ${token}`).message).not.toContain('ghp_');
  expect(server.wrongId(answer).message).not.toContain('ghp_');
});
