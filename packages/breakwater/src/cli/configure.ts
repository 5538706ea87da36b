import type { Writable } from 'node:stream';
import { emptyConfig, type Config } from '../config/config.ts';
import type { ConfiguredSecret, Environment, ParseOptions } from '../config/index.ts';

/** A configuration that may be used. */
export interface Configured {
  readonly config: Config;
  readonly secrets: readonly ConfiguredSecret[];
}

/** Loads a configuration and prints what is wrong or odd about it; undefined where it can't be used. */
export async function configure(
  file: string | undefined,
  env: Environment,
  stderr: Writable,
  options: ParseOptions = {},
): Promise<Configured | undefined> {
  if (file === undefined) return { config: emptyConfig(), secrets: [] };
  const { loadConfig, renderProblem } = await import('../config/index.ts');
  const loaded = await loadConfig(file, env, options);
  const severity = loaded.ok ? 'warning' : 'error';
  for (const problem of loaded.ok ? loaded.warnings : loaded.problems)
    stderr.write(`${renderProblem(problem, severity)}\n`);
  return loaded.ok ? loaded : undefined;
}
