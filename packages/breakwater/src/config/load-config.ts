import { open } from 'node:fs/promises';

import { parseConfig } from './parse-config.ts';
import type { ConfigResult, ParseOptions } from './parse-config.ts';
import { describeReadError } from './tokens.ts';
import type { Environment } from './variables.ts';

const maxFileBytes = 16 * 1024 * 1024;

/** Reads the configuration file at a path; never writes to it, and never rejects. */
export async function loadConfig(
  path: string,
  environment: Environment,
  options: ParseOptions = {},
): Promise<ConfigResult> {
  try {
    const file = await open(path, 'r');
    try {
      const stats = await file.stat();
      if (stats.isDirectory()) return unreadable(path, 'it is a folder');
      if (!stats.isFile()) return unreadable(path, 'it is not an ordinary file');
      if (stats.size > maxFileBytes) return unreadable(path, 'it is larger than 16 MiB');
      return parseConfig({ file: path, bytes: await file.readFile() }, environment, options);
    } finally {
      await file.close();
    }
  } catch (error) {
    return unreadable(path, describeReadError(error));
  }
}

function unreadable(file: string, reason: string): ConfigResult {
  return { ok: false, problems: [{ file, path: '', message: `The configuration cannot be read: ${reason}.` }] };
}
