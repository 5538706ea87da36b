import { join } from 'node:path';
import { type Contender, type ContenderName, startContender } from './contenders.ts';
import type { Load, LoadResult } from './load.ts';
import { median } from './median.ts';
import { inWords, type Missing, missingRows } from './missing.ts';
import { processorMs, residentMb } from './process-figures.ts';
import { runLoad } from './run-load.ts';

/** What was measured of one gateway over HTTP: medians of the rounds. */
export interface HttpFigures {
  readonly name: ContenderName;
  readonly callsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of the gateway's own process, in microseconds a call. */
  readonly processorUs: number | undefined;
  readonly oneCallerP50Ms: number;
  readonly oneCallerP99Ms: number;
  readonly residentMb: number | undefined;
  /** Calls that it had answered when its memory was read. */
  readonly calls: number;
  readonly errors: number;
  readonly firstError?: string | undefined;
  /** Calls that reached the server beyond, or short of, one a call. */
  readonly upstreamSurplus: number;
}

const bytes = 64;
const callers = 32;
const warmUp = 500;
/**
 * Some gateways start a server for each session, whose code is cold at first; the floor's has run since the first round. With
 * a server for each session the floor itself takes half as long again for a session's first 2,000 calls.
 */
const oneCallerWarmUp = 5_000;
const memoryAfterCalls = 50_000;

// As many calls as take each of them about a second.
const callsARound: Readonly<Record<ContenderName, number>> = {
  breakwater: 6_000,
  floor: 6_000,
  'mcp-proxy': 3_000,
  supergateway: 3_000,
};

interface Run {
  readonly result: LoadResult;
  readonly processorUs: number | undefined;
}

/** Measures all gateways in turn, round by round, so that whatever else the machine does falls on all of them. */
export async function measureHttp(
  names: readonly ContenderName[],
  rounds: number,
  folder: string,
): Promise<readonly (HttpFigures | Missing)[]> {
  const missing = new Map<ContenderName, string>();
  const measurements: Measurement[] = [];
  for (const name of names) {
    try {
      measurements.push(new Measurement(await startContender(name, folder)));
    } catch (error) {
      missing.set(name, inWords(error));
    }
  }

  try {
    for (let round = 0; round < rounds; round++) await forAll((measurement) => measurement.measureMany());
    for (let round = 0; round < rounds; round++) await forAll((measurement) => measurement.measureOne());
    await forAll((measurement) => measurement.fillUp());
  } finally {
    await Promise.all(measurements.map((measurement) => measurement.stop()));
  }
  const measured = measurements.filter(({ name }) => !missing.has(name));
  return [...measured.map((measurement) => measurement.figures()), ...missingRows(missing)];

  // One that breaks down under load is out of the comparison; the others go on.
  async function forAll(measure: (measurement: Measurement) => Promise<void>): Promise<void> {
    for (const measurement of measurements.filter(({ name }) => !missing.has(name))) {
      try {
        await measure(measurement);
      } catch (error) {
        missing.set(measurement.name, inWords(error));
      }
    }
  }
}

class Measurement {
  readonly #contender: Contender;
  readonly #many: Run[] = [];
  readonly #one: Run[] = [];
  readonly #others: Run[] = [];
  #answered = 0;
  #residentMb: number | undefined = undefined;

  constructor(contender: Contender) {
    this.#contender = contender;
  }

  get name(): ContenderName {
    return this.#contender.name;
  }

  async measureMany(): Promise<void> {
    this.#many.push(await this.#run({ calls: callsARound[this.name], callers, warmUp }));
  }

  async measureOne(): Promise<void> {
    this.#one.push(await this.#run({ calls: callsARound[this.name] / 4, callers: 1, warmUp: oneCallerWarmUp }));
  }

  async fillUp(): Promise<void> {
    const left = memoryAfterCalls - this.#answered - warmUp;
    if (left > 0) this.#others.push(await this.#run({ calls: left, callers, warmUp }));
    this.#residentMb = residentMb(this.#contender.pid);
  }

  stop(): Promise<void> {
    return this.#contender.stop();
  }

  figures(): HttpFigures {
    const all = [...this.#many, ...this.#one, ...this.#others].map(({ result }) => result);
    const processorUs = this.#many.flatMap((run) => run.processorUs ?? []);
    return {
      name: this.name,
      callsPerSecond: median(this.#many.map(({ result }) => result.callsPerSecond)),
      p50Ms: median(this.#many.map(({ result }) => result.p50)),
      p99Ms: median(this.#many.map(({ result }) => result.p99)),
      processorUs: processorUs.length === 0 ? undefined : median(processorUs),
      oneCallerP50Ms: median(this.#one.map(({ result }) => result.p50)),
      oneCallerP99Ms: median(this.#one.map(({ result }) => result.p99)),
      residentMb: this.#residentMb,
      calls: this.#answered,
      errors: all.reduce((sum, { errors }) => sum + errors, 0),
      firstError: all.find(({ firstError }) => firstError !== undefined)?.firstError,
      // Two runs, one above and one below, must not cancel each other out.
      upstreamSurplus: all.reduce((sum, { upstreamCalls, calls }) => sum + Math.abs(upstreamCalls - calls), 0),
    };
  }

  async #run(asked: Omit<Load, 'bytes'>): Promise<Run> {
    const { pid, url } = this.#contender;
    const load: Load = { ...asked, bytes };
    const command = [process.execPath, join(import.meta.dirname, 'load-http.ts'), url, JSON.stringify(load)];
    const { result, before, after } = await runLoad(command, () => processorMs(pid));
    this.#answered += load.calls + load.warmUp;
    const spentMs = before === undefined || after === undefined ? undefined : after - before;
    return { result, processorUs: spentMs === undefined ? undefined : (spentMs * 1_000) / load.calls };
  }
}
