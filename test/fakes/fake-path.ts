import { fileURLToPath } from 'node:url';

/** Every fake there is. */
export const fakeNames = [
  'acks',
  'asks',
  'broken-http',
  'commits',
  'encoding',
  'exact',
  'exits',
  'handshake',
  'hangs',
  'huge',
  'ids',
  'leaks',
  'lists',
  'moments',
  'names',
  'neighbours',
  'noise',
  'odd-errors',
  'optional',
  'refusals',
  'sessions',
  'slow',
  'sse-shapes',
  'streams',
  'stubborn',
  'tells',
  'watched',
] as const;

/** The name of a fake. */
export type FakeName = (typeof fakeNames)[number];

/** The file that `node` runs as this fake. */
export function fakePath(name: FakeName): string {
  return fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
}
