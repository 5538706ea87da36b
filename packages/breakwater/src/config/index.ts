export { jsonSchema } from './json-schema.ts';
export { loadConfig } from './load-config.ts';
export { parseConfig } from './parse-config.ts';
export type { ParseOptions } from './parse-config.ts';
export { renderProblem } from './problem.ts';
export { renderConfigReference } from './reference.ts';
export type { ConfiguredSecret } from './secrets.ts';
export type { Environment } from './variables.ts';
