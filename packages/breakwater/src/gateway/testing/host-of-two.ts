import type { Message } from '@breakwater/core';
import { VirtualClock } from '@breakwater/core/testing';
import { MergedBackend } from '../backend/merged-backend.ts';
import { FakeHost } from './fake-host.ts';
import { FakeSource } from './fake-source.ts';
import { aVoice } from './host-voice.ts';
import { serverOf } from './server-of.ts';

/** A host on the legacy wire that has opened its session with two servers as one, `one` and `two`. */
export async function hostOfTwo() {
  const clock = new VirtualClock({ autoAdvance: false });
  const one = new FakeSource();
  const two = new FakeSource();
  const host = new FakeHost();
  const servers = [serverOf('one', one, { clock }), serverOf('two', two, { clock })];
  host.backend = MergedBackend.legacy(servers, host, { clock, voice: aVoice() });
  const opening = host.initialize();
  await clock.advance(100);
  await opening;
  await clock.advance(1_000);
  /** What a request has been answered after this time; undefined where it still waits. */
  const answerIn = async (ms: number, method: string, params?: object): Promise<Message | undefined> => {
    let answer: Message | undefined;
    void host.request(method, params).then((given) => (answer = given));
    for (let passed = 0; passed <= ms; passed += 20) await clock.advance(20);
    return answer;
  };
  return { clock, one, two, host, answerIn };
}
