import { CancelSource, type CancelSignal, type Clock } from '@breakwater/core';

/** Waits for something no longer than this; undefined where it takes longer or the signal comes first. No timer is left behind. */
export async function inTime<Value>(
  clock: Clock,
  waitedFor: Promise<Value>,
  withinMs: number,
  signal?: CancelSignal,
): Promise<Value | undefined> {
  const over = new CancelSource();
  const release = signal?.onCancel((reason) => over.cancel(reason));
  try {
    return await Promise.race([waitedFor, clock.sleep(withinMs, over).then(() => undefined)]);
  } finally {
    over.cancel('caller');
    release?.();
  }
}
