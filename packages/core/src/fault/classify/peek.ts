/** Reads one property of whatever came in; undefined where there is none or where reading it throws. */
export function peek(value: unknown, key: string): unknown {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return undefined;
  try {
    // Sound: any object may be asked for any key, the answer is unknown.
    return (value as Record<string, unknown>)[key];
  } catch {
    return undefined;
  }
}

export function peekString(value: unknown, key: string): string | undefined {
  const found = peek(value, key);
  return typeof found === 'string' ? found : undefined;
}

export function peekNumber(value: unknown, key: string): number | undefined {
  const found = peek(value, key);
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
}

/** The first elements of an array; empty for everything else, a revoked proxy included. */
export function peekList(value: unknown, limit: number): readonly unknown[] {
  try {
    if (!Array.isArray(value)) return [];
    const list: unknown[] = [];
    for (let index = 0; index < value.length && index < limit; index++) list.push(value[index]);
    return list;
  } catch {
    return [];
  }
}

/** Reads JSON that a stranger wrote; undefined where it is none. */
export function peekJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
