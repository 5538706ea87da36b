import { open } from 'node:fs/promises';

import { parseConfig } from './parse-config.ts';
import type { ConfigResult, ParseOptions } from './parse-config.ts';
import { describeReadError } from './tokens.ts';
import type { Environment } from './variables.ts';

const maxFileBytes = 16 * 1024 * 1024;

/** Reads the configuration file at a path; never writes to it. */
export async function loadConfig(
  path: string,
  environment: Environment,
  options: ParseOptions = {},
): Promise<ConfigResult> {
  const read = await readWhole(path);
  if (typeof read !== 'string') return parseConfig({ file: path, bytes: read }, environment, options);
  return { ok: false, problems: [{ file: path, path: '', message: `The configuration cannot be read: ${read}.` }] };
}

/** The content of an ordinary file of decent size, or why it can't be had. */
async function readWhole(path: string): Promise<Uint8Array | string> {
  try {
    const file = await open(path, 'r');
    try {
      const stats = await file.stat();
      if (stats.isDirectory()) return 'it is a folder';
      if (!stats.isFile()) return 'it is not an ordinary file';
      return stats.size > maxFileBytes ? 'it is larger than 16 MiB' : await file.readFile();
    } finally {
      await file.close();
    }
  } catch (error) {
    return describeReadError(error);
  }
}
