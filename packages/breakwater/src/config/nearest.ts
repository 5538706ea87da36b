/** Finds the candidate that a mistyped name was probably meant to be; undefined where none is near enough to be a help. */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  const wanted = plain(name);
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.min(3, Math.floor(wanted.length / 3))) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(wanted, plain(candidate), bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best ?? candidates.find((candidate) => isBeginning(wanted, plain(candidate)));
}

// `trust` for `trusted`, `timeoutSeconds` for `timeout`.
function isBeginning(a: string, b: string): boolean {
  return Math.min(a.length, b.length) >= 4 && (a.startsWith(b) || b.startsWith(a));
}

// `idle_timeout`, `IdleTimeout` and `idle-timeout` are one name to whoever mistyped it.
function plain(name: string): string {
  return name
    .slice(0, 64)
    .replace(/[\s_.-]/g, '')
    .toLowerCase();
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
