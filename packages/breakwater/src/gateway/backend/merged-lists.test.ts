import { faultMetaKey } from '@breakwater/core';
import { expect, it } from 'vitest';
import { hostOfTwo } from '../testing/host-of-two.ts';

it('keeps the tools of a server that is away for ten minutes, and says that they are old', async () => {
  const { clock, one, host, answerIn } = await hostOfTwo();
  /** The names in the list of tools, and what is said of it. */
  const list = async () => {
    const answer = await answerIn(0, 'tools/list');
    // Sound: the shape of every list here.
    const result = answer?.result as
      | {
          readonly tools: readonly { readonly name: string }[];
          readonly _meta?: Readonly<Record<string, { readonly message: string }>>;
        }
      | undefined;
    return [result?.tools.map(({ name }) => name), result?._meta?.[faultMetaKey]?.message];
  };
  expect(await list()).toEqual([['one__echo', 'two__echo'], undefined]);
  one.isDown = true;
  one.line.die();
  const stale = "This list may be out of date: tools/list could not be read anew from 'one'.";
  expect(await list()).toEqual([['one__echo', 'two__echo'], stale]);
  await clock.advance(599_000);
  expect(await list()).toEqual([['one__echo', 'two__echo'], stale]);
  await clock.advance(1_000);
  const partial = "This list is not whole: a part of tools/list could not be read from 'one'.";
  expect(await list()).toEqual([['two__echo'], partial]);

  one.isDown = false;
  host.notifications.length = 0;
  await clock.advance(60_000);
  await clock.advance(1_000);
  expect(host.notifications).toContain('notifications/tools/list_changed');
  expect(await list()).toEqual([['one__echo', 'two__echo'], undefined]);
});
