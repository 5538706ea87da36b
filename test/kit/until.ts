import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits until the probe gives something else than undefined or false, and gives that back.
 *
 * @throws Where nothing came within `timeoutMs`; `what` says what was waited for.
 */
export async function until<Value>(
  what: string | (() => string),
  probe: () => Value | undefined | false | Promise<Value | undefined | false>,
  timeoutMs = 10_000,
): Promise<Value> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const value = await probe();
    if (value !== undefined && value !== false) return value;
    if (performance.now() > end) {
      throw new Error(`Waited ${timeoutMs} ms for ${typeof what === 'string' ? what : what()}.`);
    }
    await sleep(10);
  }
}
