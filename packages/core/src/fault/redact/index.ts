export { isSecretSetting, secretsFromEnvironment } from './environment.ts';
export type { KnownSecret } from './known-secrets.ts';
export { shortestSoughtAnywhere, shortestSoughtInSuccesses } from './limits.ts';
export { createRedactor, type Redacted, type RedactionLevel, type Redactor, type RedactorOptions } from './redactor.ts';
export type { StreamMask } from './stream.ts';
