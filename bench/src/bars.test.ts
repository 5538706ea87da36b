import { describe, expect, it } from 'vitest';
import { httpBars, stdioBars } from './bars.ts';
import type { HttpFigures } from './measure-http.ts';
import type { StdioFigures } from './measure-stdio.ts';

describe('httpBars', () => {
  it('holds what is exactly at the bar', () => {
    const rows = [
      figures('breakwater', { processorUs: 140, callsPerSecond: 2_400, oneCallerP50Ms: 1.3, residentMb: 130 }),
      figures('floor', { processorUs: 100, callsPerSecond: 3_000, oneCallerP50Ms: 1 }),
      figures('mcp-proxy', { processorUs: 400, callsPerSecond: 1_000 }),
    ];

    expect(httpBars(rows).map(({ verdict }) => verdict)).toEqual(Array.from({ length: 8 }, () => 'ok'));
  });

  it.each([
    ['processor time a call / floor', { processorUs: 141 }],
    ['processor time a call / mcp-proxy', { processorUs: 141 }],
    ['throughput / floor', { callsPerSecond: 2_399 }],
    ['throughput / mcp-proxy', { callsPerSecond: 2_399 }],
    ["one caller's median / floor", { oneCallerP50Ms: 1.31 }],
    ['resident MB after 50,000 calls', { residentMb: 131 }],
    ['wrong answers', { errors: 1 }],
    ['upstream calls too many or too few', { upstreamSurplus: 1 }],
  ])('is short of "%s" beyond it', (name, worse) => {
    const rows = [
      figures('breakwater', {
        processorUs: 140,
        callsPerSecond: 2_400,
        oneCallerP50Ms: 1.3,
        residentMb: 130,
        ...worse,
      }),
      figures('floor', { processorUs: 100, callsPerSecond: 3_000, oneCallerP50Ms: 1 }),
      figures('mcp-proxy', { processorUs: 400, callsPerSecond: 1_000 }),
    ];

    expect(httpBars(rows).find((bar) => bar.name === name)?.verdict).toBe('short');
  });

  it('says that nothing was measured rather than that all is well', () => {
    const rows = [
      { name: 'breakwater', missing: 'it is not built' },
      figures('floor'),
      { name: 'mcp-proxy', missing: 'no registry' },
    ];

    expect(new Set(httpBars(rows).map(({ verdict }) => verdict))).toEqual(new Set(['not measured']));
  });

  it('has no verdict on processor time where the system does not tell it', () => {
    const rows = [figures('breakwater', { processorUs: undefined }), figures('floor'), figures('mcp-proxy')];

    expect(httpBars(rows).filter(({ verdict }) => verdict === 'not measured')).toHaveLength(2);
  });
});

describe('stdioBars', () => {
  it.each([
    [2.2, 'ok'],
    [2.21, 'short'],
  ])('compares the median through run with the direct one: %s is %s', (p50Ms, verdict) => {
    const rows: readonly StdioFigures[] = [
      { name: 'direct', p50Ms: 1, p99Ms: 2, errors: 0, upstreamSurplus: 0 },
      { name: 'breakwater run', p50Ms, p99Ms: 5, errors: 0, upstreamSurplus: 0 },
    ];

    expect(stdioBars(rows)[0]?.verdict).toBe(verdict);
  });
});

function figures(name: HttpFigures['name'], some: Partial<HttpFigures> = {}): HttpFigures {
  return {
    name,
    callsPerSecond: 1_000,
    p50Ms: 1,
    p99Ms: 1,
    processorUs: 100,
    oneCallerP50Ms: 1,
    oneCallerP99Ms: 1,
    residentMb: 50,
    calls: 50_000,
    errors: 0,
    upstreamSurplus: 0,
    ...some,
  };
}
