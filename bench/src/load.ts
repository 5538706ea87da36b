import { once } from 'node:events';

/** What one run of a load generator measured; latencies in milliseconds. */
export interface LoadResult {
  readonly calls: number;
  /** Answers that did not come, or were not the one to the call. */
  readonly errors: number;
  /** The first error in words. */
  readonly firstError?: string | undefined;
  /** Calls that reached the echo server in the same time. */
  readonly upstreamCalls: number;
  readonly callsPerSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** Sends one call and gives the text of its answer; rejects on anything else. */
export type Caller = (tool: string, text: string) => Promise<string>;

/** How much load: so many calls, of so many callers that each wait for their answer, with texts of so many bytes. */
export interface Load {
  readonly calls: number;
  readonly callers: number;
  readonly bytes: number;
  readonly warmUp: number;
}

/**
 * Warms up, says `ready` to the parent process, waits for its word, runs the load, and sends the result.
 * The pause lets the parent read the gateway's processor time at both ends of the same stretch.
 */
export async function generateLoad(load: Load, call: Caller): Promise<void> {
  for (let n = 0; n < load.warmUp; n++) await check(call, textFor(`w${n}`, load.bytes));
  const before = Number(await call('count', ''));
  process.send?.('ready');
  await once(process, 'message');

  const latencies: number[] = [];
  let errors = 0;
  let firstError: string | undefined;
  let next = 0;
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: load.callers }, caller));
  const seconds = (performance.now() - startedAt) / 1_000;

  process.send?.({
    calls: latencies.length,
    errors,
    firstError,
    upstreamCalls: Number(await call('count', '')) - before,
    callsPerSecond: Math.round(latencies.length / seconds),
    ...percentiles(latencies),
  } satisfies LoadResult);

  async function caller(): Promise<void> {
    while (next < load.calls) {
      const text = textFor(String(next++), load.bytes);
      const sentAt = performance.now();
      try {
        await check(call, text);
      } catch (error) {
        errors += 1;
        firstError ??= String(error);
      }
      latencies.push(performance.now() - sentAt);
    }
  }
}

async function check(call: Caller, text: string): Promise<void> {
  const answer = await call('echo', text);
  if (answer !== text) throw new Error(`Expected the answer "${text}", got "${answer.slice(0, 80)}".`);
}

// Another text for each call, so that no answer can come from a cache or from another caller's call.
function textFor(name: string, bytes: number): string {
  return `${name} `.padEnd(bytes, 'x').slice(0, Math.max(bytes, name.length));
}

function percentiles(latencies: number[]): { readonly p50: number; readonly p99: number } {
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}
