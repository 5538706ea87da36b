import { z } from 'zod';

/** Languages of the reference. */
export type ReferenceLocale = 'en' | 'zh';

/** What the reference and the JSON schema say of a setting. */
export interface Description {
  readonly en: string;
  readonly zh: string;
  /** What holds where the setting is absent, as it would be written in the file. */
  readonly default?: string | number | boolean;
}

/** Holds the descriptions of settings. */
export const descriptions = z.registry<Description>();

/** Holds what strings look like before variables are filled in; for editors, which see the file and not the environment. */
export const patterns = z.registry<{ readonly pattern: string }>();

/** Makes a setting optional and describes it. */
export function setting<S extends z.ZodType>(schema: S, description: Description): z.ZodOptional<S> {
  return described(z.optional(schema), description);
}

/** Describes a schema of which there is no second instance with another meaning. */
export function described<S extends z.ZodType>(schema: S, description: Description): S {
  descriptions.add(schema, description);
  return schema;
}
