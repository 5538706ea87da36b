import { Message, type Failure } from '@breakwater/core';
import { VirtualClock } from '@breakwater/core/testing';
import { Connection } from '@breakwater/transport';
import { expect, it } from 'vitest';
import { FakeLine } from '../testing/fake-source.ts';
import { replay, type Untold } from './replay.ts';

const limited = Message.error('1', { code: -32_000, message: 'slow down' });
const unknown = Message.error('1', { code: -32_602, message: 'no such resource' });

/** A fresh connection that is told of so many resources, at most two at a time. */
function aReplay(count: number, answer: (uri: string, tries: number) => object | Message | undefined) {
  const clock = new VirtualClock({ autoAdvance: false });
  const tries = new Map<string, number>();
  const answers = {
    'resources/subscribe': ({ params }: Message): object | Message | undefined => {
      const { uri } = params as { readonly uri: string };
      tries.set(uri, (tries.get(uri) ?? 0) + 1);
      return answer(uri, tries.get(uri) ?? 0);
    },
  };
  let line: FakeLine | undefined;
  const connection = new Connection((listener) => (line = new FakeLine(listener, [], answers)), {
    request: ignore,
    notification: ignore,
    stray: ignore,
    bug: (error) => expect.unreachable(String(error)),
    closed: ignore,
  });
  const wanted = new Set(Array.from({ length: count }, (_, at) => `test://${at}`));
  const taken: string[] = [];
  let untold: readonly Untold[] | undefined;
  void replay(
    connection,
    [...wanted].map((uri) => ({
      request: () => (wanted.has(uri) ? Message.request(1, 'resources/subscribe', { uri }) : undefined),
      taken: () => taken.push(uri),
    })),
    { clock, random: () => 1, atOnce: 2, timeoutMs: 10_000, classify },
  ).then((given) => (untold = given));
  // A step at a time: what was told by then is answered first.
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 100) await clock.advance(100);
  };
  return { clock, pass, taken, wanted, line: line as unknown as FakeLine, untold: () => untold };
}

function classify({ error }: Message): Failure {
  const { message } = error as { readonly message: string };
  return message === 'slow down'
    ? { kind: 'rate_limited', executed: 'no', retryAfterMs: 5_000 }
    : { kind: 'not_found', executed: 'no', failFast: true };
}

it('tells no more at once than it may', async () => {
  const { pass, taken, line, untold } = aReplay(5, () => ({}));
  expect([line.heard.length, untold()]).toEqual([2, undefined]);
  await pass(1_000);
  expect([taken.length, untold()]).toEqual([5, []]);
});

it('tells again after the pause that the server names what it has turned away, and nothing before', async () => {
  const { pass, line, untold } = aReplay(4, (_uri, tries) => (tries === 1 ? limited : {}));
  await pass(4_900);
  expect(line.heard.length).toBe(2);
  await pass(15_000);
  expect([line.heard.length, untold()]).toEqual([8, []]);
});

it('tells everything, however slowly the server takes it', async () => {
  let asked = 0;
  const { pass, taken, untold } = aReplay(12, () => (asked++ % 8 === 0 ? {} : limited));
  await pass(1_200_000);
  expect([taken.length, untold()]).toEqual([12, []]);
});

it('takes an error about the request itself for the last word', async () => {
  const { pass, line, untold } = aReplay(3, (uri) => (uri === 'test://1' ? unknown : {}));
  await pass(60_000);
  expect(line.heard.length).toBe(3);
  expect(untold()?.map(({ request, failure }) => [request.params, failure.kind])).toEqual([
    [{ uri: 'test://1' }, 'not_found'],
  ]);
});

it('gives up what gets no answer time after time, and tells the rest', async () => {
  const { clock, pass, taken, line, untold } = aReplay(3, (uri) => (uri === 'test://0' ? undefined : {}));
  await pass(600_000);
  expect([taken, line.heard.length]).toEqual([['test://1', 'test://2'], 2 + 10]);
  expect(untold()?.map(({ failure }) => failure.kind)).toEqual(['request_timeout']);
  expect(clock.armed).toBe(0);
});

it('does not tell what nobody wants any more', async () => {
  const { pass, line, wanted } = aReplay(3, (_uri, tries) => (tries === 1 ? limited : {}));
  await pass(100);
  wanted.clear();
  await pass(60_000);
  expect(line.heard.length).toBe(2);
});

it('ends with its connection', async () => {
  const { clock, pass, line, untold } = aReplay(3, () => limited);
  await pass(100);
  line.die();
  await pass(100);
  expect([clock.armed, untold()]).toEqual([0, []]);
});

function ignore(): void {}
