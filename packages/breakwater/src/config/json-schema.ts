import { z } from 'zod';

import { configSchema } from './config-schema.ts';
import { descriptions, patterns } from './described.ts';
import type { ReferenceLocale } from './described.ts';

/** A JSON schema, or a part of one, as far as ours use it. */
export interface JsonSchema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly propertyNames?: JsonSchema;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly [keyword: string]: unknown;
}

/** Makes the JSON schema of the configuration file, for editors; descriptions are in the language that is asked for. */
export function jsonSchema(locale: ReferenceLocale = 'en'): JsonSchema {
  const schema = z.toJSONSchema(configSchema, {
    io: 'input',
    override({ zodSchema, jsonSchema: made }) {
      const description = descriptions.get(zodSchema);
      if (description !== undefined) {
        made.description = description[locale];
        if (description.default !== undefined) made.default = description.default;
      }
      const pattern = patterns.get(zodSchema)?.pattern;
      if (pattern !== undefined) made.pattern = pattern;
    },
  });
  const title = locale === 'zh' ? 'Breakwater 配置' : 'Breakwater configuration';
  // Sound: what the generator makes of our schema has the keywords above and no others of their names.
  return { $schema: schema.$schema, title, ...schema } as JsonSchema;
}
