import { peek, peekList } from './peek.ts';

/**
 * Reads one header by its lower-case name from `Headers`, a map, or an object with names in any case; repeated ones are
 * joined by commas. Undefined where it is absent or empty.
 */
export function readHeader(headers: unknown, name: string): string | undefined {
  const value = viaGet(headers, name) ?? viaKeys(headers, name);
  const text = Array.isArray(value)
    ? peekList(value, 16)
        .filter((each) => typeof each === 'string')
        .join(', ')
    : value;
  if (typeof text === 'number') return String(text);
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined;
}

/** A header that holds one number that isn't negative. */
export function readCount(headers: unknown, name: string): number | undefined {
  const text = readHeader(headers, name);
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

function viaGet(headers: unknown, name: string): unknown {
  const get = peek(headers, 'get');
  if (typeof get !== 'function') return undefined;
  try {
    return Reflect.apply(get, headers, [name]);
  } catch {
    return undefined;
  }
}

function viaKeys(headers: unknown, name: string): unknown {
  if (typeof headers !== 'object' || headers === null) return undefined;
  try {
    for (const key of Object.keys(headers)) if (key.toLowerCase() === name) return peek(headers, key);
  } catch {
    return undefined;
  }
  return undefined;
}
