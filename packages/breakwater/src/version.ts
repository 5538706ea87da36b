import { readFileSync } from 'node:fs';

// Sound: our own manifest, which npm has read before us.
const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};

/** The version of this package. */
export const version = manifest.version;
