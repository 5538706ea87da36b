import type { HttpFigures } from './measure-http.ts';
import type { StdioFigures } from './measure-stdio.ts';
import type { Missing } from './missing.ts';

/** One promise about speed, and how the run compares. */
export interface Bar {
  readonly name: string;
  readonly is: 'at most' | 'at least';
  readonly bar: number;
  /** Undefined where a side of the comparison could not be measured. */
  readonly value: number | undefined;
  readonly verdict: 'ok' | 'short' | 'not measured';
}

/** What is promised of the gateway over HTTP, beside the floor and a published gateway of the same run. */
export function httpBars(rows: readonly (HttpFigures | Missing)[]): readonly Bar[] {
  const ours = figuresOf(rows, 'breakwater');
  const floor = figuresOf(rows, 'floor');
  const proxy = figuresOf(rows, 'mcp-proxy');
  return [
    bar('processor time a call / floor', ratio(ours?.processorUs, floor?.processorUs), 'at most', 1.4),
    bar('processor time a call / mcp-proxy', ratio(ours?.processorUs, proxy?.processorUs), 'at most', 0.35),
    bar('throughput / floor', ratio(ours?.callsPerSecond, floor?.callsPerSecond), 'at least', 0.8),
    bar('throughput / mcp-proxy', ratio(ours?.callsPerSecond, proxy?.callsPerSecond), 'at least', 2.4),
    bar("one caller's median / floor", ratio(ours?.oneCallerP50Ms, floor?.oneCallerP50Ms), 'at most', 1.3),
    bar('resident MB after 50,000 calls', ours?.residentMb, 'at most', 130),
    bar('wrong answers', ours?.errors, 'at most', 0),
    bar('upstream calls too many or too few', ours?.upstreamSurplus, 'at most', 0),
  ];
}

/** What is promised of `breakwater run`, beside the same server without it. */
export function stdioBars(rows: readonly (StdioFigures | Missing)[]): readonly Bar[] {
  const ours = figuresOf(rows, 'breakwater run');
  const direct = figuresOf(rows, 'direct');
  return [
    bar("one caller's median over stdio / direct", ratio(ours?.p50Ms, direct?.p50Ms), 'at most', 2.2),
    bar('wrong answers over stdio', ours?.errors, 'at most', 0),
    bar('upstream calls over stdio too many or too few', ours?.upstreamSurplus, 'at most', 0),
  ];
}

function bar(name: string, value: number | undefined, is: Bar['is'], limit: number): Bar {
  const holds = value !== undefined && (is === 'at most' ? value <= limit : value >= limit);
  return { name, is, bar: limit, value, verdict: value === undefined ? 'not measured' : holds ? 'ok' : 'short' };
}

function ratio(ours: number | undefined, theirs: number | undefined): number | undefined {
  return ours === undefined || theirs === undefined ? undefined : ours / theirs;
}

function figuresOf<Row extends { readonly name: string }>(
  rows: readonly (Row | Missing)[],
  name: Row['name'],
): Row | undefined {
  return rows.find((row): row is Row => row.name === name && !('missing' in row));
}
