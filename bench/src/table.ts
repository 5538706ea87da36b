import type { Bar } from './bars.ts';
import type { HttpFigures } from './measure-http.ts';
import type { StdioFigures } from './measure-stdio.ts';
import type { Missing } from './missing.ts';

/** The figures over HTTP as a table for a terminal. */
export function httpTable(rows: readonly (HttpFigures | Missing)[]): string {
  const head = ['over HTTP', 'calls/s', 'p50 ms', 'p99 ms', 'cpu µs/call', '1 caller p50', 'p99', 'MB', 'wrong'];
  return table(head, rows, (row) => [
    row.name,
    row.callsPerSecond.toFixed(0),
    row.p50Ms.toFixed(2),
    row.p99Ms.toFixed(2),
    row.processorUs?.toFixed(0) ?? 'n/a',
    row.oneCallerP50Ms.toFixed(3),
    row.oneCallerP99Ms.toFixed(3),
    row.residentMb?.toFixed(0) ?? 'n/a',
    wrong(row),
  ]);
}

/** The figures over stdio as a table for a terminal. */
export function stdioTable(rows: readonly (StdioFigures | Missing)[]): string {
  return table(['over stdio, 1 caller', 'p50 ms', 'p99 ms', 'wrong'], rows, (row) => [
    row.name,
    row.p50Ms.toFixed(3),
    row.p99Ms.toFixed(3),
    wrong(row),
  ]);
}

/** The bars as a table for a terminal. */
export function barTable(bars: readonly Bar[]): string {
  return table(['bar', 'measured', 'to hold', ''], bars, ({ name, value, is, bar, verdict }) => [
    name,
    value === undefined ? '–' : String(Number(value.toFixed(2))),
    `${is === 'at most' ? '≤' : '≥'} ${bar}`,
    verdict,
  ]);
}

function wrong({ errors, upstreamSurplus }: { readonly errors: number; readonly upstreamSurplus: number }): string {
  return upstreamSurplus === 0 ? String(errors) : `${errors}, count off by ${upstreamSurplus}`;
}

function table<Row extends object>(
  head: readonly string[],
  rows: readonly (Row | Missing)[],
  cellsOf: (row: Row) => readonly string[],
): string {
  const lines = [head, ...rows.map((row) => ('missing' in row ? undefined : cellsOf(row)))];
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => cells?.[column]?.length ?? 0)));
  return lines
    .map((cells, index) => {
      const row = rows[index - 1];
      if (cells === undefined) return row !== undefined && 'missing' in row ? `${row.name}: ${row.missing}` : '';
      return cells
        .map((cell, column) => pad(cell, widths[column] ?? 0, column))
        .join('  ')
        .trimEnd();
    })
    .join('\n');
}

function pad(cell: string, width: number, column: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}
