/** Finds the candidates that a mistyped name was probably meant to be, the nearest first; none where none is near. */
export function nearestNames(name: string, candidates: Iterable<string>, maxCount: number): readonly string[] {
  const wanted = plain(name);
  const limit = Math.max(1, Math.min(3, Math.floor(wanted.length / 3))) + 1;
  return [...candidates]
    .map((candidate) => ({ candidate, distance: distanceOf(wanted, plain(candidate), limit) }))
    .filter(({ distance }) => distance < limit)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, maxCount)
    .map(({ candidate }) => candidate);
}

// `idle_timeout`, `IdleTimeout` and `idle-timeout` are one name to whoever mistyped it.
function plain(name: string): string {
  return name
    .slice(0, 64)
    .replace(/[\s_.-]/gu, '')
    .toLowerCase();
}

/** Names that are near enough come first; behind them what begins alike, as `trust` and `trusted`, `timeoutSeconds` and `timeout`. */
function distanceOf(wanted: string, candidate: string, limit: number): number {
  const distance = editDistance(wanted, candidate, limit);
  return distance < limit || !beginAlike(wanted, candidate) ? distance : limit - 0.5;
}

function beginAlike(a: string, b: string): boolean {
  return Math.min(a.length, b.length) >= 4 && (a.startsWith(b) || b.startsWith(a));
}

// Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours count one each.
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const change = a[row - 1] === b[column - 1] ? 0 : 1;
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        (last[column] ?? limit) + 1,
        (current[column - 1] ?? limit) + 1,
        (last[column - 1] ?? limit) + change,
        swapped ? (beforeLast[column - 2] ?? limit) + 1 : limit,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? limit;
}
