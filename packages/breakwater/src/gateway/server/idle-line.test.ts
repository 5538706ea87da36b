import { Message, type Channel, type ChannelListener } from '@breakwater/core';
import { VirtualClock } from '@breakwater/core/testing';
import { expect, it } from 'vitest';
import { ModernLine } from './modern-line.ts';
import type { ServerSource } from './server.ts';
import { serverOf } from '../testing/server-of.ts';

/** A line to a server of the modern wire, with what the server has heard after so much silence. */
async function heardAfter(silenceMs: number, isRemote: boolean, answersTwice = true): Promise<readonly Message[]> {
  const clock = new VirtualClock({ autoAdvance: false });
  const heard: Message[] = [];
  const source: ServerSource = {
    isRemote,
    mayBeModern: true,
    prepare: () => Promise.resolve(),
    open: (_era, listener) => aChannel(listener),
    close: () => Promise.resolve(),
    hurry: () => {},
    killNow: () => {},
  };
  const line = new ModernLine(serverOf('one', source, { clock }));
  await line.speaks();
  await clock.advance(silenceMs);
  await line.close();
  return heard;

  function aChannel(listener: ChannelListener): Channel {
    return {
      state: 'open',
      send: (message) => {
        heard.push(message);
        const answer =
          heard.length > 1 && !answersTwice
            ? Message.error('1', { code: -32_603, message: 'Not now.' })
            : Message.result('1', { supportedVersions: ['2026-07-28'], capabilities: { prompts: {} } });
        queueMicrotask(() => listener.message(answer.withId(message.id ?? 'null'), undefined));
      },
      cancel: () => {},
      close: () => Promise.resolve(),
    };
  }
}

it('asks an idle server of the modern wire again what it is', async () => {
  const heard = await heardAfter(70_000, true);

  expect(heard.map(({ method }) => method)).toEqual(Array.from({ length: 3 }, () => 'server/discover'));
  expect(heard.at(-1)?.params).toEqual(heard[0]?.params);
});

it('asks for the first list that there is where the server does not say it again', async () => {
  const heard = await heardAfter(100_000, true, false);

  expect(heard.map(({ method }) => method)).toEqual([
    'server/discover',
    'server/discover',
    'prompts/list',
    'prompts/list',
  ]);
});

it('asks a process of our own nothing', async () => {
  expect(await heardAfter(120_000, false)).toHaveLength(1);
});
