import { parseConfig } from './parse-config.ts';
import type { Config } from './config.ts';
import type { ConfigResult } from './parse-config.ts';
import { renderProblem } from './problem.ts';
import type { Environment } from './variables.ts';

/** Reads a text as the file `breakwater.json`; tokens in files are not there. */
export function read(text: string, environment: Environment = {}): ConfigResult {
  return parseConfig({ text, file: 'breakwater.json' }, environment, {
    readText() {
      throw Object.assign(new Error('absent'), { code: 'ENOENT' });
    },
  });
}

/** The configuration of a text that has to be right. */
export function aConfig(text: string, environment: Environment = {}): Config {
  const result = read(text, environment);
  if (!result.ok) throw new Error(result.problems.map((problem) => renderProblem(problem)).join('\n'));
  return result.config;
}

/** The problems of a text as they are shown, none where it is right. */
export function problemsOf(text: string, environment: Environment = {}): readonly string[] {
  const result = read(text, environment);
  return result.ok ? [] : result.problems.map((problem) => renderProblem(problem));
}

/** The warnings of a text that has to be right, as they are shown. */
export function warningsOf(text: string, environment: Environment = {}): readonly string[] {
  const result = read(text, environment);
  if (!result.ok) throw new Error(result.problems.map((problem) => renderProblem(problem)).join('\n'));
  return result.warnings.map((problem) => renderProblem(problem));
}
