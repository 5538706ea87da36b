import { peek, peekList } from './peek.ts';

/** The way to a value from the arguments down. */
export type IssuePath = readonly (string | number)[];

/** Standard Schema wraps the keys of a path where it has more to say about them. */
export function readPath(path: unknown): IssuePath {
  return peekList(path, 16)
    .map((part) => (typeof part === 'object' ? peek(part, 'key') : part))
    .filter((part) => typeof part === 'string' || typeof part === 'number');
}

/** A JSON pointer, or the `.a[0]` of old versions. */
export function readPointer(pointer: string): IssuePath {
  if (!pointer.startsWith('/'))
    return pointer
      .split(/[.[\]'"]+/)
      .filter((part) => part !== '')
      .map(asIndex);
  return pointer
    .slice(1)
    .split('/')
    .map((part) => asIndex(part.replaceAll('~1', '/').replaceAll('~0', '~')));
}

function asIndex(part: string): string | number {
  return /^\d{1,9}$/.test(part) ? Number(part) : part;
}

/** Writes a path as people read it. */
export function joinPath(path: IssuePath): string {
  let joined = '';
  for (const part of path) joined += typeof part === 'number' ? `[${part}]` : joined === '' ? part : `.${part}`;
  return joined;
}

/** Goes down a path; what isn't there is not found. */
export function follow(input: unknown, path: IssuePath): { readonly found: boolean; readonly value: unknown } {
  let value = input;
  for (const part of path) value = peek(value, String(part));
  return { found: value !== undefined, value };
}
